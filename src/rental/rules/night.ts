import { parseTime, timeOfDay } from './storeTime.ts';
import type { Instant, TimeRange } from './storeTime.ts';

const FULL_DAY = 1440;

/** A daily span as minutes since midnight, cut at midnight when it crosses it (end ≤ start); empty on times that are none. */
export function minuteSpans(range: TimeRange): readonly (readonly [number, number])[] {
  const start = parseTime(range.start);
  const end = parseTime(range.end);
  if (start === null || end === null || start === FULL_DAY) return [];
  if (end > start) return [[start, end]];
  return end === 0
    ? [[start, FULL_DAY]]
    : [
        [start, FULL_DAY],
        [0, end],
      ];
}

/** Does the clock of the zone stand inside the night hours [start, end), over midnight when end ≤ start (D-PRICE-08)? */
export function inNightHours(instant: Instant, zone: string, nightHours: TimeRange | null): boolean {
  if (nightHours === null) return false;
  const minute = timeOfDay(instant, zone);
  return minuteSpans(nightHours).some(([start, end]) => start <= minute && minute < end);
}

/** Inside daily hours that do not cross midnight. The closing minute belongs to them: who comes at closing time is served. */
export function inDailyHours(instant: Instant, zone: string, hours: TimeRange): boolean {
  const start = parseTime(hours.start);
  const end = parseTime(hours.end);
  const minute = timeOfDay(instant, zone);
  return start !== null && end !== null && start <= minute && minute <= end;
}
