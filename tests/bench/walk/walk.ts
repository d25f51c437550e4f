import pg from 'pg';
import { application } from '../../../src/application.ts';
import { Connection, type Exchange } from '../client.ts';
import { readSize } from '../size.ts';
import { onStage } from '../stage.ts';
import { askedOf, type Asked, type Sources } from './lists.ts';
import { readsOf, type Description } from './reads.ts';

/** Highest p99 of what a page waits for at a million orders, milliseconds. */
const REACH_MS = 100;
/** The same as a multiple of the plain request: a busy or slow machine takes longer over both. */
const REACH_OF_PLAIN = 50;
const PLAIN = '/order/list?pageNo=1&pageSize=20&sortField=createTime&sortOrder=descend';
/** So many requests say that a case is far within its reach. */
const FEW = 3;
/** Requests of a run, and how many runs there are at most. */
const MANY = 12;
const RUNS = 4;
const SLOWEST = 10;
/** Progress is told after so many. */
const EVERY = 250;

export interface Walked extends Asked {
  /** The best of several runs: the slowest of its requests, milliseconds. */
  readonly ms: number;
  readonly reach: number;
  /** What was answered instead of rows. */
  readonly refused?: string;
}

interface Places {
  readonly port: number;
  readonly token: string;
  readonly connectionString: string;
}

const isBusy = ({ status }: Exchange): boolean => status === 503;

async function json<T>({ port, token }: Places, path: string): Promise<T> {
  const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
  return (await answer.json()) as T;
}

/** Pages of figures, whole and figure by figure. */
async function figuresOf(places: Places): Promise<readonly Asked[]> {
  interface Page {
    readonly data: { readonly sections: readonly { readonly widgets: readonly { readonly key: string }[] }[] };
  }
  const pages = await Promise.all(
    application.model.dashboards.map(async ({ name }) => {
      const path = `/dashboard/${name}`;
      const { data } = await json<Page>(places, path);
      return data.sections.flatMap(({ widgets }) =>
        widgets.map(({ key }) => ({ name: `${name}: ${key}`, path: `${path}?widget=${key}` })),
      );
    }),
  );
  return pages.flat();
}

/** Everything that pages read, found in the model and in what the server says of itself. */
async function everything(
  places: Places,
): Promise<{ readonly asked: readonly Asked[]; readonly unasked: readonly string[] }> {
  const pool = new pg.Pool({ connectionString: places.connectionString, max: 2, options: '-c statement_timeout=0' });
  try {
    const { model } = application;
    const sources: Sources = { pool, model, zone: application.locale.zone };
    const lists: Asked[] = [];
    for (const resource of model.resources.values()) lists.push(...(await askedOf(sources, resource)));
    const reads = await readsOf(sources, await json<Description>(places, '/openapi.json'));
    const asked = [...lists, ...reads.asked, ...(await figuresOf(places))];
    return {
      asked: asked.filter(({ path }, at) => asked.findIndex((one) => one.path === path) === at),
      unasked: reads.unasked,
    };
  } finally {
    await pool.end();
  }
}

/** The slowest of some requests, milliseconds, and an answer that has no rows. */
async function ask(connection: Connection, path: string, times: number): Promise<{ ms: number; refused?: string }> {
  let ms = 0;
  for (let at = 0; at < times; at++) {
    const exchange = await connection.send({ method: 'GET', path: `/api${path}` });
    ms = Math.max(ms, exchange.ms);
    if (isBusy(exchange)) return { ms: Number.POSITIVE_INFINITY, refused: 'took too long (503)' };
    if (exchange.status !== 200 || exchange.body.startsWith('{"statusCode":4'))
      return { ms, refused: `${exchange.status} ${exchange.body.slice(0, 200)}` };
  }
  return { ms };
}

/** What the plain request takes now: the middle of some. */
async function plainly(connection: Connection): Promise<number> {
  const times: number[] = [];
  for (let at = 0; at < 9; at++) times.push((await ask(connection, PLAIN, 1)).ms);
  return times.toSorted((a, b) => a - b)[4]!;
}

async function walkOne(connection: Connection, asked: Asked): Promise<Walked> {
  // Once for nothing: what stands in memory and what is planned is another question.
  await ask(connection, asked.path, 1);
  const few = await ask(connection, asked.path, FEW);
  if (few.ms * 2 < REACH_MS || (few.refused !== undefined && Number.isFinite(few.ms)))
    return { ...asked, ...few, reach: REACH_MS };
  let best: Walked = { ...asked, ms: Number.POSITIVE_INFINITY, reach: REACH_MS };
  for (let run = 0; run < RUNS; run++) {
    const before = await plainly(connection);
    const many = await ask(connection, asked.path, MANY);
    const reach = Math.max(REACH_MS, REACH_OF_PLAIN * Math.max(before, await plainly(connection)));
    if (many.ms / reach < best.ms / best.reach || run === 0) best = { ...asked, ...many, reach };
    if (best.ms <= best.reach || many.refused !== undefined) break;
  }
  return best;
}

const isOutside = ({ ms, reach }: Walked): boolean => ms > reach;

/**
 * Asks the running product for everything that its pages read, one request after the other, and says what is outside its reach. Nothing of it is
 * listed by hand: lists, filters, sorts, tabs and figures are those of the model, other readings those of the description for developers.
 */
export async function walk(places: Places): Promise<readonly Walked[]> {
  const { asked, unasked } = await everything(places);
  const connection = await Connection.open(places.port, {
    authorization: `Bearer ${places.token}`,
    'accept-language': 'en-US',
  });
  const walked: Walked[] = [];
  for (const one of asked) {
    const result = await walkOne(connection, one);
    if (isOutside(result)) console.log(`  ${lineOf(result)}`);
    walked.push(result);
    if (walked.length % EVERY === 0) console.log(`  ${walked.length} of ${asked.length}`);
  }
  connection.close();
  const refused = walked.filter((one) => one.refused !== undefined && !isOutside(one));
  console.log(`${walked.length} requests walked; not asked: ${unasked.join(', ')}`);
  for (const { name, refused: answer } of refused) console.log(`  refused: ${name}: ${answer}`);
  console.log('the slowest:');
  for (const one of walked.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST)) console.log(`  ${lineOf(one)}`);
  return walked.filter(isOutside);
}

const lineOf = ({ name, ms, reach, refused }: Walked): string =>
  `${ms.toFixed(0).padStart(6)} ms  ${name}${ms > reach ? ` (reach ${reach.toFixed(0)})` : ''}${refused === undefined ? '' : ` ${refused}`}`;

/** The walk by itself, over a database of the size that `words` say. */
export const walkAlone = (words: readonly string[]): Promise<readonly Walked[]> =>
  onStage(readSize(words), async ({ product, url, token }) =>
    walk({ port: product.port, token: await token(), connectionString: url }),
  );
