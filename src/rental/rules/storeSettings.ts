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

export interface StoreHours {
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

/** Pause periods of a store: end after start, none over another, at most so many that are not past (D-ADM-09). */
export function pausePeriodsProblem(periods: readonly PausePeriod[], now: Instant, maximum: number): Problem | null {
  if (periods.some((each) => each.end <= each.start)) return problem('store.pauseOrder', {}, 'pausePeriods');
  const collides = periods.some((each, index) => periods.slice(index + 1).some((other) => overlaps(each, other)));
  if (collides) return problem('store.pauseOverlap', {}, 'pausePeriods');
  return periods.filter((each) => each.end > now).length > maximum
    ? problem('store.pauseMax', {}, 'pausePeriods')
    : null;
}
