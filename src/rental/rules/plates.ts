import { codeForm } from 'forecourt/model';
import { problem, type Problem } from './problem.ts';
import type { Instant } from './storeTime.ts';

/** A plate on a car for a time, half-open. */
export interface PlateSpan {
  readonly carId: number;
  /** null: ever since. */
  readonly from: Instant | null;
  /** null: until today. */
  readonly until: Instant | null;
  /** Whether the car is in the fleet: neither sold nor lost. */
  readonly isLive: boolean;
}

/** How many letters of former plates a car keeps to be found by. */
const MOST_LETTERS = 400;

/** Whether two spellings are one plate. */
export const isSamePlate = (one: string, other: string): boolean => (codeForm(one) ?? '') === (codeForm(other) ?? '');

const startOf = ({ from }: PlateSpan): Instant => from ?? Number.NEGATIVE_INFINITY;

/**
 * The cars that had a plate at a moment (D-CAR-17), out of every time that it was on a car. One as a rule: where times overlap, the plate that was put
 * on last counts, and a car of the fleet before one that has left it.
 */
export function carsOfPlate(spans: readonly PlateSpan[], at: Instant): readonly number[] {
  const then = spans.filter((span) => startOf(span) <= at && (span.until === null || at < span.until));
  const last = Math.max(...then.map(startOf));
  const latest = then.filter((span) => startOf(span) === last);
  const live = latest.filter(({ isLive }) => isLive);
  return [...new Set((live.length > 0 ? live : latest).map(({ carId }) => carId))];
}

/** May a car get this plate from then on (D-CAR-17)? Rented or promised cars too. The times are instants, `since` a time of the store for people. */
export function plateChangeProblems(facts: {
  readonly plate: string;
  readonly current: string;
  readonly from: Instant;
  readonly now: Instant;
  readonly currentFrom: Instant | null;
  readonly since: string;
}): readonly Problem[] {
  const { plate, current, from, now, currentFrom, since } = facts;
  return [
    ...(isSamePlate(plate, current) ? [problem('vehicle.refusal.samePlate', {}, 'plate')] : []),
    ...(from > now ? [problem('vehicle.refusal.plateLater', {}, 'plateFrom')] : []),
    ...(currentFrom !== null && from < currentFrom
      ? [problem('vehicle.refusal.plateBefore', { since }, 'plateFrom')]
      : []),
  ];
}

/** Another car had the plate until then, by the clock of the store: the times may not overlap. */
export const plateTakenProblem = (until: string): Problem =>
  problem('vehicle.refusal.plateTaken', { until }, 'plateFrom');

/** The former plates of a car as it is found by them, newest first. What is too long loses the oldest. */
export function formerPlatesOf(plates: readonly string[]): string {
  const kept: string[] = [];
  for (const plate of plates) {
    if ([...kept, plate].join(', ').length > MOST_LETTERS) break;
    if (!kept.includes(plate)) kept.push(plate);
  }
  return kept.join(', ');
}

/** A notice names a plate, and perhaps a car: they must be one car (D-CAR-17). Nothing is said of a plate that no car had where the car is named. */
export function noticePlateProblems(carId: number | null, ofPlate: readonly number[]): readonly Problem[] {
  const field = 'noticePlate';
  if (carId !== null)
    return ofPlate.length === 0 || ofPlate.includes(carId)
      ? []
      : [problem('violation.refusal.plateOfOther', {}, field)];
  if (ofPlate.length === 0) return [problem('violation.refusal.plateOfNone', {}, field)];
  return ofPlate.length === 1 ? [] : [problem('violation.refusal.plateOfSeveral', {}, field)];
}
