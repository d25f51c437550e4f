import type { CDPSession, Page } from 'playwright-core';
import { launchBrowser, stepTo, visit } from '../browser/browser.ts';
import type { Served } from './processes.ts';
import { settled } from '../browser/settled.ts';

export interface ScheduleFigures {
  /** From the press on the menu to the first plates. */
  readonly firstRowsMs: number;
  readonly frames: number;
  /** Of the frames' distances. */
  readonly p50: number;
  readonly longestMs: number;
  /** Frames that came later than two of a screen of 60 a second. */
  readonly late: number;
  /** Processor time of the page's longest task meanwhile: on a busy machine it tells the page's share of a late frame. */
  readonly longestTaskMs: number;
}

const FRAME_LIMIT_MS = 32;
const DAYS = 90;
const DAY_MS = 86_400_000;
/** Pixels a second: a quick hand. */
const SPEED = 2_400;
/** Pixels to the right and down. */
const SCROLLS = [
  [0, 6_000],
  [6_000, 0],
  [0, -3_000],
  [-6_000, 0],
] as const;

interface TraceEvent {
  readonly name: string;
  readonly ts: number;
  /** Of its thread, without the time in which others had the processor. */
  readonly tdur?: number;
  readonly tid: number;
  readonly pid: number;
  readonly args: { readonly name?: string };
}

/** What the browser did while `run` ran. */
async function traced(session: CDPSession, run: () => Promise<void>): Promise<readonly TraceEvent[]> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: object[] }) => void events.push(...(value as unknown as TraceEvent[]));
  session.on('Tracing.dataCollected', collect);
  await session.send('Tracing.start', {
    traceConfig: {
      includedCategories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline.frame'],
    },
    transferMode: 'ReportEvents',
  });
  await run();
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  session.off('Tracing.dataCollected', collect);
  return events;
}

const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

interface Scrolled {
  readonly gaps: readonly number[];
  readonly longestTaskMs: number;
}

/** Distances of the frames that were drawn, and the longest task of the page, out of a trace of one scroll. */
function framesOf(events: readonly TraceEvent[]): Scrolled {
  const main = events.find(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const drawn = events.filter(({ name }) => name === 'DrawFrame').toSorted((a, b) => a.ts - b.ts);
  const gaps = drawn.slice(1).map((frame, index) => (frame.ts - drawn[index]!.ts) / 1000);
  const tasks = events.filter(
    ({ name, tid, pid }) => name.endsWith('RunTask') && tid === main?.tid && pid === main.pid,
  );
  return { gaps, longestTaskMs: Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1000)) };
}

const scroll = async (page: Page, session: CDPSession, x: number, y: number): Promise<void> => {
  const box = (await page.getByRole('grid').boundingBox())!;
  await session.send('Input.synthesizeScrollGesture', {
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    xDistance: -x,
    yDistance: -y,
    speed: SPEED,
    gestureSourceType: 'mouse',
  });
};

/** The schedule in a real browser: how soon there are rows, and how evenly it scrolls through cars and 90 days. */
export async function measureSchedule({ port }: Served, token: string): Promise<ScheduleFigures> {
  const browser = await launchBrowser();
  try {
    const from = new Date(Date.now() - DAYS * DAY_MS).toISOString().slice(0, 10);
    const { page, context } = await visit(browser, { url: `http://127.0.0.1:${port}`, token, fresh: true });
    const rows = page.getByRole('rowheader').filter({ hasText: 'P0' });
    const address = `/car/stockview?from=${from}`;
    // Once before: what is measured is the data, not the first load of the scripts.
    await page.goto(`http://127.0.0.1:${port}${address}`);
    await rows.first().waitFor();
    await page.goto(`http://127.0.0.1:${port}/car/storage`);
    await settled(page);
    const started = performance.now();
    await stepTo(page, address);
    await rows.first().waitFor();
    const firstRowsMs = performance.now() - started;
    await settled(page);
    const session = await context.newCDPSession(page);
    const scrolls: Scrolled[] = [];
    // Each by itself: between two of them nothing moves, and nothing is drawn.
    for (const [x, y] of SCROLLS) scrolls.push(framesOf(await traced(session, () => scroll(page, session, x, y))));
    const gaps = scrolls.flatMap((one) => one.gaps);
    return {
      firstRowsMs,
      frames: gaps.length,
      p50: middle(gaps),
      longestMs: Math.max(...gaps),
      late: gaps.filter((gap) => gap > FRAME_LIMIT_MS).length,
      longestTaskMs: Math.max(...scrolls.map((one) => one.longestTaskMs)),
    };
  } finally {
    await browser.close();
  }
}
