import { CLOCK_TOLERANCE, distanceQuestion } from './orderGuards.ts';
import { problem } from './problem.ts';
import type { Problem } from './problem.ts';
import { DAY } from './storeTime.ts';
import type { Instant } from './storeTime.ts';

/** A trip without an order as it is saved, and what else is known of its car (D-CAR-20). Mileages in whole kilometres. */
export interface TripFacts {
  readonly start: Instant;
  readonly end: Instant;
  readonly startMileage: number;
  readonly endMileage: number;
  readonly now: Instant;
  /** What the car has without this trip. */
  readonly carMileage: number;
  /** The last reading before the trip, and the first one after it; null: none is known. */
  readonly before: number | null;
  readonly after: number | null;
  /** What had the car within that time. */
  readonly rented: boolean;
  readonly inShop: boolean;
  readonly onTrip: boolean;
}

/** The least that a trip begins with: what the car has, or what was read before, where something was read since. */
const leastStart = ({ carMileage, before, after }: TripFacts): number =>
  after === null ? carMileage : Math.min(before ?? 0, carMileage);

/** May the trip be entered (D-CAR-20)? */
export function tripProblems(facts: TripFacts): readonly Problem[] {
  const { start, end, startMileage, endMileage, now, after } = facts;
  const least = leastStart(facts);
  return [
    ...(end > now + CLOCK_TOLERANCE || start > now + CLOCK_TOLERANCE ? [problem('time.future', {}, 'endTime')] : []),
    ...(facts.rented ? [problem('trip.refusal.rented', {}, 'carId')] : []),
    ...(facts.inShop ? [problem('trip.refusal.inShop', {}, 'carId')] : []),
    ...(facts.onTrip ? [problem('trip.refusal.overlap', {}, 'startTime')] : []),
    ...(endMileage < startMileage
      ? [problem('trip.refusal.endBelowStart', { mileage: startMileage }, 'endMileage')]
      : []),
    ...(startMileage < least ? [problem('trip.refusal.startBelow', { mileage: least }, 'startMileage')] : []),
    ...(after !== null && endMileage > after
      ? [problem('trip.refusal.endAbove', { mileage: after }, 'endMileage')]
      : []),
  ];
}

/** Asks about an odometer that is more than 1,000 km a day ahead, on the trip or before it (D-CAR-20). */
export function tripQuestions(facts: TripFacts): readonly Problem[] {
  const { start, end, startMileage, endMileage } = facts;
  const days = (end - start) / DAY;
  // A car that is new to the fleet has no mileage yet.
  const from = leastStart(facts) || startMileage;
  return distanceQuestion(endMileage - Math.min(from, startMileage), days);
}
