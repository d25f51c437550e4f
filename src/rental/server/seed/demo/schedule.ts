import { DAY, HOUR, MINUTE, VEHICLE } from '../../../rules/index.ts';
import type { Car } from './fleet.ts';
import type { Random } from 'forecourt/model';

/** Days of the past that have orders, and of the future. */
const PAST_DAYS = 103;
const FUTURE_DAYS = 40;
const HALF_HOUR = 30 * MINUTE;
/** A car rests at least this long between two rentals: more than the turnaround, whatever the operator sets it to. */
const LEAST_REST = 4 * HOUR;

export interface Slot {
  readonly car: Car;
  /** Planned interval, on the half hour. */
  readonly pickup: number;
  readonly returned: number;
  readonly bookedAt: number;
}

/** 08:00 to 20:00 Bangkok, which is UTC+7 all year: counters are mostly open then. */
const atCounterHour = (random: Random, instant: number): number => {
  const day = Math.floor((instant + 7 * HOUR) / DAY) * DAY - 7 * HOUR;
  const hour = random.weighted([
    [9, 3],
    [10, 5],
    [11, 4],
    [12, 3],
    [13, 3],
    [14, 3],
    [15, 2],
    [16, 2],
    [17, 2],
    [18, 1],
    [19, 1],
    [21, 1],
  ] as const);
  return day + hour * HOUR + random.int(0, 1) * HALF_HOUR;
};

/** What one car is booked for, without overlaps, from the past into the future; the future is thinner the farther it is. */
function slotsOfCar(random: Random, car: Car, now: number): Slot[] {
  const slots: Slot[] = [];
  let free = now - PAST_DAYS * DAY + random.next() * 6 * DAY;
  while (free < now + FUTURE_DAYS * DAY) {
    const pickup = atCounterHour(random, free + LEAST_REST + DAY);
    const days = random.weighted([
      [1, 8],
      [2, 14],
      [3, 22],
      [4, 18],
      [5, 14],
      [6, 9],
      [7, 8],
      [9, 3],
      [14, 2],
      [30, 1],
    ] as const);
    const returned =
      pickup +
      days * DAY +
      random.weighted([
        [0, 70],
        [2 * HOUR, 10],
        [3 * HOUR + HALF_HOUR, 8],
        [5 * HOUR, 6],
        [-2 * HOUR, 6],
      ] as const);
    const lead =
      random.weighted([
        [0.2, 10],
        [2, 20],
        [7, 30],
        [20, 25],
        [45, 15],
      ] as const) *
      DAY *
      (0.5 + random.next());
    const bookedAt = Math.min(pickup - HOUR, Math.max(pickup - lead, now - 160 * DAY));
    // What would have been booked only in the future is not known yet.
    if (bookedAt < now - 5 * MINUTE)
      slots.push({ car, pickup, returned, bookedAt: Math.floor(bookedAt / 1000) * 1000 });
    free = returned + random.next() * 1.5 * DAY;
  }
  return slots;
}

/** The bookings of all listed cars, oldest booking first: their order is the order of the numbers. */
export function schedule(random: Random, cars: readonly Car[], now: number): Slot[] {
  return cars
    .filter((car) => car.status === VEHICLE.available)
    .flatMap((car) => slotsOfCar(random, car, now))
    .sort((a, b) => a.bookedAt - b.bookedAt);
}
