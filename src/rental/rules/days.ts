import { MINUTE } from './storeTime.ts';
import type { Instant } from './storeTime.ts';

/** Length of a rental as it is charged and shown: "N days N hours" (D-ORD-11). */
export interface RentalLength {
  readonly days: number;
  readonly hours: number;
}

interface LengthParameters {
  /** A rest of up to so many minutes is free. */
  readonly overrunGraceMinutes: number;
  /** So many started hours are a day. */
  readonly overrunFullDayHours: number;
}

/**
 * Counts days and started hours (D-PRICE-03). Less than a day is a day. Seconds count: a started minute is a minute.
 * Throws RangeError when the return is before the pickup; callers refuse that first.
 */
export function rentalLength(pickup: Instant, returned: Instant, parameters: LengthParameters): RentalLength {
  if (!(returned >= pickup)) throw new RangeError('return before pickup');
  const minutes = Math.ceil((returned - pickup) / MINUTE);
  if (minutes < 1440) return { days: 1, hours: 0 };
  const days = Math.floor(minutes / 1440);
  const rest = minutes - days * 1440;
  if (rest <= parameters.overrunGraceMinutes) return { days, hours: 0 };
  const hours = Math.ceil(rest / 60);
  return hours >= parameters.overrunFullDayHours ? { days: days + 1, hours: 0 } : { days, hours };
}
