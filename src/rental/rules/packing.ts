import type { Instant } from './storeTime.ts';

/** A time with both its ends, half-open; `Infinity` is for good. */
export interface Span {
  readonly start: Instant;
  readonly end: Instant;
}

/** A time for which one car is needed. */
export interface Need extends Span {
  /** null: of nobody who has booked yet. */
  readonly orderId: number | null;
}

interface Packed {
  readonly short: readonly Need[];
  /** What of the free times is left. */
  readonly open: readonly Span[];
}

const byStart = (a: Need, b: Need): number => a.start - b.start || a.end - b.end;

/** Gives each need, the earliest first, the free time that ends soonest of those that last. What none is left for is short. */
export function packed(free: readonly Span[], needs: readonly Need[]): Packed {
  const rest = free.map((span) => ({ ...span }));
  const open: Span[] = [];
  const short: Need[] = [];
  for (const need of needs.toSorted(byStart)) {
    let best: { start: Instant; end: Instant } | undefined;
    for (const span of rest)
      if (span.start <= need.start && need.end <= span.end && (!best || span.end < best.end)) best = span;
    if (!best) short.push(need);
    else {
      if (best.start < need.start) open.push({ start: best.start, end: need.start });
      best.start = need.end;
    }
  }
  return { short, open: [...open, ...rest.filter(({ start, end }) => start < end)] };
}

/** Ways that are tried before a set of needs is taken for one that cannot be met. */
const MOST_TRIES = 3_000;

/** Lists the needs that get no car. Where the quick way leaves some, others are tried until all have one. */
export function unplaced(free: readonly Span[], needs: readonly Need[]): readonly Need[] {
  const { short } = packed(free, needs);
  return short.length > 0 && mayAllBeMet(free, needs) && canAllBeMet(free, needs) ? [] : short;
}

/** Says no at once where no search helps: a need that no free time holds, or a moment with more needs than free times. */
function mayAllBeMet(free: readonly Span[], needs: readonly Need[]): boolean {
  if (needs.some((need) => !free.some(({ start, end }) => start <= need.start && need.end <= end))) return false;
  const edges = [
    ...free.flatMap(({ start, end }) => [[start, 1] as const, [end, -1] as const]),
    ...needs.flatMap(({ start, end }) => [[start, -1] as const, [end, 1] as const]),
  ].toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)));
  let left = 0;
  return edges.every(([time, by], at) => {
    left += by;
    return left >= 0 || edges[at + 1]?.[0] === time;
  });
}

/** Looks for a way to meet all needs. Gives up after many tries, so that a yes is certain and a no is nearly so. */
function canAllBeMet(free: readonly Span[], needs: readonly Need[]): boolean {
  const sorted = needs.toSorted(byStart);
  // Times with the same end differ in nothing else for what comes later.
  const spans = free.map((span) => ({ ...span })).toSorted((a, b) => a.end - b.end);
  let tries = 0;
  const meet = (at: number): boolean => {
    const need = sorted[at];
    if (!need) return true;
    let tried = -Infinity;
    for (const span of spans) {
      if (span.start > need.start || span.end < need.end || span.end === tried) continue;
      tries += 1;
      if (tries > MOST_TRIES) return false;
      tried = span.end;
      const { start } = span;
      span.start = need.end;
      if (meet(at + 1)) return true;
      span.start = start;
    }
    return false;
  };
  return meet(0);
}
