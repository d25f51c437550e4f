import { problem } from './problem.ts';
import type { Problem } from './problem.ts';
import { addDays, daysBetween, overlaps, startOfDate } from './storeTime.ts';
import type { DateText, Instant, Interval } from './storeTime.ts';

/** A day of some zone, from its first moment to the next one's. */
export interface StoreDay {
  readonly date: DateText;
  readonly start: Instant;
  readonly end: Instant;
}

/** Every day from the first to the last, both included, on the clock of the zone; none when the last is before the first. */
export function daysOf(first: DateText, last: DateText, zone: string): readonly StoreDay[] {
  const count = Math.max(0, daysBetween(first, last) + 1);
  const dates = Array.from({ length: count }, (_, index) => addDays(first, index));
  return dates.map((date) => ({ date, start: startOfDate(date, zone), end: startOfDate(addDays(date, 1), zone) }));
}

/** Of a day with more than one thing on it, the one that has the car longest; the earlier one of two equal (D-STOCK-03). */
export function longestOn<Bar extends Interval>(
  day: Pick<StoreDay, 'start' | 'end'>,
  bars: readonly Bar[],
): Bar | null {
  let longest: Bar | null = null;
  let most = 0;
  for (const bar of bars.filter((each) => overlaps(each, day)).toSorted((a, b) => a.start - b.start)) {
    const length = Math.min(bar.end ?? Infinity, day.end) - Math.max(bar.start, day.start);
    if (length > most) [longest, most] = [bar, length];
  }
  return longest;
}

/** May these days be asked for at once? */
export function spanProblem(first: DateText, last: DateText, most: number): Problem | null {
  if (last < first) return problem('stock.backwards', {}, 'dateEnd');
  return daysBetween(first, last) >= most ? problem('stock.tooManyDays', { most }, 'dateEnd') : null;
}
