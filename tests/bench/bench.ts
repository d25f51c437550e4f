import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createPool } from '../../packages/forecourt/src/server/postgres/index.ts';
import { createCapture } from './capture.ts';
import { BARE_WRITES, bareAccepts, casesFor, productAccepts, type Case } from './cases.ts';
import { load, type Run } from './client.ts';
import { measureDashboards } from './dashboardRun.ts';
import { measureLists } from './listRun.ts';
import { measureDesk } from './deskRun.ts';
import { measureExport, type ExportFigures } from './exportRun.ts';
import { cpuSeconds, memory, serve, type Served } from './processes.ts';
import { measureFirstSight, type Sight } from './firstSightRun.ts';
import type { RequestFigures } from './requestRun.ts';
import { measureSchedule } from './scheduleRun.ts';
import { measureScreens, screensText } from './screensRun.ts';
import { readSize, type Size } from './size.ts';
import { environmentOf, onStage, quiet, type Stage } from './stage.ts';
import { measureStock } from './stockRun.ts';
import { walk, type Walked } from './walk/walk.ts';
import { measureWebhooks, webhooksText } from './webhookRun.ts';
import { measureWrites, writesText } from './writeRun.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
const WARM_UP_SECONDS = 3;
const CONNECTIONS = 16;
const PATIENCE_MS = 120_000;
const IDLE_MS = 5_000;
/** An id that no other value of the statement equals, so that the bare server finds its place. */
const SAMPLE = 12_345;

interface Side {
  readonly perSecond: number;
  readonly cpuMicros: number;
  readonly p50: number;
  readonly p99: number;
}

interface Figures {
  readonly name: string;
  readonly product: Side;
  readonly bare: Side;
  readonly ratio: number;
  readonly cpuRatio: number;
  readonly reach?: number;
  readonly p99Limit?: number;
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Both sides in alternation, so that a slow minute of the machine hits both. */
async function measure(one: Case, product: Served, bare: Served, token: string): Promise<Figures> {
  let count = 0;
  const sides = {
    product: {
      served: product,
      headers: { authorization: `Bearer ${token}`, 'accept-language': 'en-US' },
      next: () => one.product(count++),
      accept: productAccepts,
    },
    bare: { served: bare, headers: {}, next: () => one.bareRequest(count++), accept: bareAccepts },
  };
  const runs: Record<'product' | 'bare', { run: Run; cpu: number }[]> = { product: [], bare: [] };
  const drive = async (
    side: 'product' | 'bare',
    connections: number,
    seconds: number,
  ): Promise<{ run: Run; cpu: number }> => {
    const { served, headers, next, accept } = sides[side];
    const before = cpuSeconds(served.pid);
    const run = await load({ port: served.port, headers, connections, seconds, next, accept });
    if (run.failures > 0)
      throw new Error(
        `${one.name}: ${run.failures} of ${run.requests} answers of the ${side} were refused: ${run.refused}`,
      );
    return { run, cpu: ((cpuSeconds(served.pid) - before) * 1e6) / run.requests };
  };
  for (const side of ['product', 'bare'] as const) await drive(side, CONNECTIONS, WARM_UP_SECONDS);
  for (let round = 0; round < ROUNDS; round++)
    for (const side of ['product', 'bare'] as const) runs[side].push(await drive(side, CONNECTIONS, SECONDS));
  const single = { product: await drive('product', 1, SECONDS), bare: await drive('bare', 1, SECONDS) };
  const side = (which: 'product' | 'bare'): Side => ({
    perSecond: median(runs[which].map(({ run }) => run.perSecond)),
    cpuMicros: median(runs[which].map(({ cpu }) => cpu)),
    p50: single[which].run.p50,
    p99: single[which].run.p99,
  });
  const figures = { product: side('product'), bare: side('bare') };
  return {
    name: one.name,
    ...figures,
    ratio: figures.product.perSecond / figures.bare.perSecond,
    cpuRatio: figures.product.cpuMicros / figures.bare.cpuMicros,
    reach: one.reach,
    p99Limit: one.p99,
  };
}

/** Asks until it is answered: what the first deep pages wait for is found once, and takes longer than a request may where there are many rows. */
async function answered({ product: request }: Case, { port }: Served, token: string): Promise<void> {
  const { method, path: address } = request(0);
  if (method !== 'GET') return;
  for (const deadline = performance.now() + PATIENCE_MS; performance.now() < deadline;) {
    const answer = await fetch(`http://127.0.0.1:${port}${address}`, { headers: { authorization: `Bearer ${token}` } });
    await answer.arrayBuffer();
    if (answer.status !== 503) return;
  }
}

/** Statements by the name of the case that the bare server answers with them. */
async function bareQueries(cases: readonly Case[], connectionString: string): Promise<Record<string, unknown[]>> {
  const pool = createPool({ connection: connectionString, log: quiet });
  const capture = createCapture(pool);
  const queries: Record<string, unknown[]> = { create: [BARE_WRITES.create], update: [BARE_WRITES.update] };
  for (const one of cases)
    if (one.resource) {
      queries[one.bare] = [];
      // One after the other: "the last statement sent" is only this variant's while no other runs.
      for (const variant of one.variants)
        queries[one.bare]!.push({ ...(await capture.list(one.resource, variant)), own: true });
    }
  const info = await capture.info('vehicle', SAMPLE);
  queries['one'] = [{ text: info.text, fixed: info.values, hole: SAMPLE }];
  await pool.end();
  return queries;
}

const sightText = ({ product, bare }: { readonly product: Sight; readonly bare: Sight }): string =>
  [['product', product] as const, ['bare react-admin', bare] as const]
    .map(
      ([name, { paint, row, work }]) =>
        `${name}: first paint ${paint.toFixed(0)} ms, first row ${row.toFixed(0)}, processor ${work.toFixed(0)}`,
    )
    .join('; ');

function print(figures: readonly Figures[], more: Readonly<Record<string, string>>): void {
  const line = (cells: readonly string[]): string =>
    cells.map((cell, index) => (index === 0 ? cell.padEnd(40) : cell.padStart(13))).join('');
  console.log(line(['', 'product/s', 'bare/s', 'ratio', 'reach', 'CPU µs', 'CPU ratio', 'p50 ms', 'p99 ms', 'limit']));
  for (const one of figures) {
    console.log(
      line([
        one.name,
        one.product.perSecond.toFixed(0),
        one.bare.perSecond.toFixed(0),
        one.ratio.toFixed(2),
        one.reach?.toFixed(2) ?? '',
        one.product.cpuMicros.toFixed(0),
        one.cpuRatio.toFixed(2),
        one.product.p50.toFixed(2),
        one.product.p99.toFixed(2),
        one.p99Limit?.toString() ?? '',
      ]),
    );
  }
  for (const [name, value] of Object.entries(more)) console.log(line([name, value]));
}

/**
 * Loads orders (a million, or as many as `words` say) into a scratch database and measures the built product against the bare server. Says what of all that
 * pages read is outside its reach.
 */
export function bench(output: string, words: readonly string[]): Promise<readonly Walked[]> {
  const size = readSize(words);
  return onStage(size, (stage) => measureAll(stage, size, output));
}

async function measureAll(stage: Stage, size: Size, output: string): Promise<readonly Walked[]> {
  const { product, url, scratch } = stage;
  const cases = casesFor(size);
  let bare: Served | undefined;
  try {
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
    const idle = memory(product.pid).resident;
    const queries = await bareQueries(cases, url);
    const file = path.join(scratch, 'queries.json');
    writeFileSync(file, JSON.stringify({ queries }));
    bare = await serve(['tests/bench/bare.mjs'], { ...environmentOf(url), BARE_QUERIES: file }, '/health');
    const token = await stage.token();
    const figures: Figures[] = [];
    for (const one of cases) {
      await answered(one, product, token);
      const figure = await measure(one, product, bare, token);
      console.log(`  ${one.name}: ${figure.ratio.toFixed(2)}`);
      figures.push(figure);
    }
    const desk: RequestFigures[] = [];
    for (const run of [measureDesk, measureLists, measureStock, measureDashboards])
      for (const one of await run(product, token, size)) {
        console.log(`  ${one.name}: p99 ${one.p99.toFixed(1)} ms (limit ${one.limit})`);
        desk.push(one);
      }
    const outside = await walk({ port: product.port, token, connectionString: url });
    const schedule = await measureSchedule(product, token);
    const sight = await measureFirstSight(`http://127.0.0.1:${product.port}`, token);
    const screens = await measureScreens(`http://127.0.0.1:${product.port}`, token);
    const exported: ExportFigures = await measureExport(product, token);
    // Last: what they add is in nobody's way any more.
    const writes = await measureWrites(product, token, stage.pid, size);
    const webhooks = await measureWebhooks(product, token);
    print(figures, {
      'cold start, existing data': `${product.startedIn.toFixed(0)} ms`,
      'idle memory': `${idle.toFixed(0)} MB`,
      ...Object.fromEntries(
        desk.map(({ name, p50, p99, limit }) => [
          name,
          `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (limit ${limit}) at one connection`,
        ]),
      ),
      'schedule in a browser': `first rows ${schedule.firstRowsMs.toFixed(0)} ms (limit 1000); scrolling: ${schedule.frames} frames, p50 ${schedule.p50.toFixed(1)} ms, longest ${schedule.longestMs.toFixed(0)} ms, ${schedule.late} later than 32 ms; longest task ${schedule.longestTaskMs.toFixed(1)} ms of processor time`,
      ...Object.fromEntries(
        (['cold', 'warm'] as const).map((kind) => [`first sight of the orders, ${kind}`, sightText(sight[kind])]),
      ),
      'lists in one session': `opened first ${sight.opening.toFixed(0)} ms to rows, an open tab ${sight.switching.toFixed(0)} ms`,
      ...screensText(screens),
      ...writesText(writes),
      webhooks: webhooksText(webhooks),
      [`export of ${exported.rows} rows`]: `first byte ${exported.firstByteMs.toFixed(0)} ms, whole ${(exported.totalMs / 1000).toFixed(1)} s, peak memory ${exported.peakMegabytes.toFixed(0)} MB`,
    });
    writeFileSync(
      output,
      JSON.stringify(
        {
          time: new Date().toISOString(),
          orders: size.orders,
          node: process.version,
          figures,
          desk,
          outside,
          schedule,
          sight,
          screens,
          startMs: product.startedIn,
          idleMegabytes: idle,
          export: exported,
          writes,
          webhooks,
        },
        null,
        2,
      ),
    );
    return outside;
  } finally {
    await bare?.stop();
  }
}
