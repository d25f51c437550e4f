/**
 * The arithmetic of a timeline: rows of one height, days of one width, so that what is in sight is a division and nothing is measured. Times are
 * wall clocks counted as if they were UTC, in milliseconds: every day has 24 hours, and no zone is asked.
 */
export const MINUTE_MS = 60_000;
/** Milliseconds of one day on a timeline: always 24 hours. */
export const DAY_MS = 24 * 60 * MINUTE_MS;

/** `YYYY-MM-DD` or `YYYY-MM-DD HH:mm:ss` as a wall clock's milliseconds. */
export const wallMs = (text: string): number =>
  Date.parse(`${text.slice(0, 10)}T${text.length > 10 ? text.slice(11, 19) : '00:00:00'}Z`);
/** Wall clock in milliseconds as `YYYY-MM-DD HH:mm:ss`. */
export const wallText = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
/** The day of a wall clock in milliseconds, as `YYYY-MM-DD`. */
export const dayText = (ms: number): string => wallText(ms).slice(0, 10);

/** From the first to before the last. */
export interface Range {
  readonly first: number;
  readonly last: number;
}

/** Indexes of what is in sight of `count` things of one size, widened to whole blocks, so that it changes once a block and not with every pixel. */
export function visible(scroll: number, size: number, each: number, count: number, block: number): Range {
  const first = Math.floor(scroll / each / block) * block - block;
  const last = Math.ceil((scroll + size) / each / block) * block + block;
  return { first: Math.max(0, Math.min(first, count)), last: Math.max(0, Math.min(last, count)) };
}

export const sameRange = (a: Range, b: Range): boolean => a.first === b.first && a.last === b.last;

/** Days and their width. */
export interface Scale {
  readonly from: number;
  readonly days: number;
  readonly dayWidth: number;
}

export const xOf = (time: number, { from, dayWidth }: Scale): number => ((time - from) / DAY_MS) * dayWidth;
export const timeAt = (x: number, { from, dayWidth }: Scale): number => from + (x / dayWidth) * DAY_MS;

/** What is narrower cannot be hit. */
const LEAST_WIDTH = 6;

/** Place and width of a bar within the scale; what has no end reaches to its last day. */
export function barBox(bar: { readonly start: number; readonly end: number | null }, scale: Scale) {
  const most = scale.days * scale.dayWidth;
  const left = Math.max(0, Math.min(xOf(bar.start, scale), most - LEAST_WIDTH));
  const right = bar.end === null ? most : Math.min(most, xOf(bar.end, scale));
  return { left, width: Math.max(LEAST_WIDTH, right - left) };
}

/** The nearest time of the grid, counted from midnight. */
const snapped = (time: number, step: number): number => Math.round(time / step) * step;

/** Where a bar is let go: moved as a whole, or one of its ends. Its length stays at least one step. */
export function dragged(
  bar: { readonly start: number; readonly end: number },
  by: number,
  part: 'whole' | 'start' | 'end',
  step: number,
): { readonly start: number; readonly end: number } {
  // Whole steps from where it was: 10:10 moved by a day is 10:10.
  const moved = snapped(by, step);
  if (part === 'whole') return { start: bar.start + moved, end: bar.end + moved };
  if (part === 'start') return { start: Math.min(bar.start + moved, bar.end - step), end: bar.end };
  return { start: bar.start, end: Math.max(bar.end + moved, bar.start + step) };
}

/** A lane for each bar, so that none covers another: as few as there must be. Bars come by their start. */
export function lanesOf(bars: readonly { readonly start: number; readonly end: number | null }[]): {
  readonly lanes: readonly number[];
  readonly count: number;
} {
  const ends: number[] = [];
  const lanes = bars.map(({ start, end }) => {
    const free = ends.findIndex((last) => last <= start);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = end ?? Infinity;
    return lane;
  });
  return { lanes, count: Math.max(1, ends.length) };
}

/** The bar of a row that is nearest to a time: one that covers it, else the one with the smaller gap. */
export function nearestBar(
  bars: readonly { readonly start: number; readonly end: number | null }[],
  time: number,
): number {
  const gap = ({ start, end }: { readonly start: number; readonly end: number | null }): number =>
    time < start ? start - time : Math.max(0, time - (end ?? Infinity));
  let nearest = -1;
  bars.forEach((bar, index) => {
    if (nearest < 0 || gap(bar) < gap(bars[nearest]!)) nearest = index;
  });
  return nearest;
}
