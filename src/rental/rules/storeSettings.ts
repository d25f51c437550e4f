import { minuteSpans } from './night.ts';
import { problem } from './problem.ts';
import type { Problem } from './problem.ts';
import { overlaps, parseTime } from './storeTime.ts';
import type { Instant, TimeRange } from './storeTime.ts';

/** A number and a unit, compared in minutes (D-ADM-26). */
export interface Duration {
  readonly value: number;
  readonly unit: 'minute' | 'hour' | 'day';
}
const UNIT_MINUTES = { minute: 1, hour: 60, day: 1440 } as const;

export const durationMinutes = (duration: Duration): number => duration.value * UNIT_MINUTES[duration.unit];

interface StoreHours {
  readonly is24h: boolean;
  readonly businessHours: TimeRange | null;
  readonly nightHours: TimeRange | null;
}

/** Business and night hours of a store form (D-ADM-10): asked unless open round the clock, end after start, night apart from them. */
export function businessHoursProblem({ is24h, businessHours, nightHours }: StoreHours): Problem | null {
  if (nightHours && minuteSpans(nightHours).length === 0) return problem('store.nightInvalid', {}, 'nightHours');
  if (is24h) return null;
  if (businessHours === null || businessHours.start === '' || businessHours.end === '')
    return problem('store.hoursRequired', {}, 'businessHours');
  const start = parseTime(businessHours.start);
  const end = parseTime(businessHours.end);
  if (start === null || end === null || end <= start) return problem('store.hoursInvalid', {}, 'businessHours');
  const nightOverlaps = nightHours !== null && minuteSpans(nightHours).some(([from, to]) => from < end && start < to);
  return nightOverlaps ? problem('store.nightOverlap', {}, 'nightHours') : null;
}

/** The minimum advance must be less than the maximum (D-ADM-26). */
export function advanceProblem(minAdvance: Duration, maxAdvance: Duration): Problem | null {
  return durationMinutes(minAdvance) < durationMinutes(maxAdvance)
    ? null
    : problem('store.advanceOrder', {}, 'minAdvance');
}

export interface PausePeriod {
  readonly start: Instant;
  readonly end: Instant;
}

/** Pause periods of a store: end after start, none over another, at most so many that are not past (D-ADM-09). Named is the first that is wrong. */
export function pausePeriodsProblem(periods: readonly PausePeriod[], now: Instant, maximum: number): Problem | null {
  const reversed = periods.findIndex((each) => each.end <= each.start);
  if (reversed !== -1) return problem('store.pauseOrder', {}, `pausePeriods.${reversed}.endTime`);
  const second = periods.findIndex((each, index) => periods.slice(0, index).some((other) => overlaps(each, other)));
  if (second !== -1) return problem('store.pauseOverlap', {}, `pausePeriods.${second}.startTime`);
  return periods.filter((each) => each.end > now).length > maximum
    ? problem('store.pauseMax', {}, 'pausePeriods')
    : null;
}

interface DailyHours {
  readonly startTime?: string | null;
  readonly endTime?: string | null;
}

/** Hours of a day that may be left out: both ends or none, and not over midnight. `at` is the path of the properties, with its dot. */
export function dailyHoursProblem({ startTime, endTime }: DailyHours, at = ''): Problem | null {
  const [start, end] = [parseTime(startTime ?? ''), parseTime(endTime ?? '')];
  if (start === null && end === null) return null;
  if (start === null) return problem('field.required', {}, `${at}startTime`);
  if (end === null) return problem('field.required', {}, `${at}endTime`);
  return end > start ? null : problem('store.hoursInvalid', {}, `${at}endTime`);
}

/** The fee of a return in another city (D-ADM-07) is for another city than the store's own. */
export const otherCityProblem = (ownCityId: number | null, cityId: number): Problem | null =>
  ownCityId === cityId ? problem('store.ownCity', {}, 'cityId') : null;
