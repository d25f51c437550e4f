import { HOUR, MINUTE } from './storeTime.ts';
import type { Instant } from './storeTime.ts';

/** Next orders that begin later than this are no concern of a counter yet: the car has a day to come back. */
export const LATE_HORIZON = 24 * HOUR;

/**
 * Whole minutes that are left for the late car to come back and be made ready for its next order, were it to come this minute; negative when it is
 * too late already.
 */
export const marginMinutes = (now: Instant, nextPickup: Instant, turnaroundMinutes: number): number =>
  Math.floor((nextPickup - now) / MINUTE) - turnaroundMinutes;

/** Whole minutes since the planned return. */
export const lateMinutes = (now: Instant, plannedReturn: Instant): number =>
  Math.max(0, Math.floor((now - plannedReturn) / MINUTE));

interface TakeOverCar {
  readonly id: number;
  readonly plate: string;
  readonly subModelId: number;
  /** Daily price of its model at the store; null: none, so nobody can say that it is better. */
  readonly daily: number | null;
}

/** Cars that may take over, the booked model first, then better ones from the nearest price on; worse ones are not offered (O5). */
export function takeOverOrder<Car extends TakeOverCar>(
  cars: readonly Car[],
  booked: { readonly subModelId: number; readonly daily: number | null },
): readonly Car[] {
  const isSame = (car: Car): boolean => car.subModelId === booked.subModelId;
  const isBetter = (car: Car): boolean => car.daily !== null && booked.daily !== null && car.daily >= booked.daily;
  return cars
    .filter((car) => isSame(car) || isBetter(car))
    .toSorted(
      (a, b) =>
        Number(isSame(b)) - Number(isSame(a)) || (a.daily ?? 0) - (b.daily ?? 0) || a.plate.localeCompare(b.plate),
    );
}
