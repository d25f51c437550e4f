import { MINUTE, dateOf } from './storeTime.ts';
import type { Instant } from './storeTime.ts';

/** Pickups are offered on the half hour. */
const STEP = 30 * MINUTE;
const MOST_STEPS = 48;

/**
 * Lists the pickups of the same day, on the half hour, that are earlier and later than the wanted one and not in the past; the nearest first
 * (D-AVAIL-04).
 */
export function sameDayPickups(
  wanted: Instant,
  { timeZone, now }: { readonly timeZone: string; readonly now: Instant },
): { readonly earlier: readonly Instant[]; readonly later: readonly Instant[] } {
  const day = dateOf(wanted, timeZone);
  const before = Math.ceil(wanted / STEP) - 1;
  const after = Math.floor(wanted / STEP) + 1;
  const steps = Array.from({ length: MOST_STEPS }, (_, at) => at);
  const isOffered = (time: Instant): boolean => time >= now && dateOf(time, timeZone) === day;
  return {
    earlier: steps.map((at) => (before - at) * STEP).filter(isOffered),
    later: steps.map((at) => (after + at) * STEP).filter(isOffered),
  };
}
