import type { Instant } from './storeTime.ts';
import { problem, type Problem } from './problem.ts';

/**
 * How a violation came to its order: found by car and time, chosen by a person, or not at all. `undecided`: several orders had the car at that
 * time, or it was handed over by a pickup that was undone since; a person decides.
 */
export type ViolationMatch = 'matched' | 'chosen' | 'undecided' | 'none';

/** An order that had the car for a time; both ends belong to it. */
export interface Custody {
  readonly orderId: number;
  readonly from: Instant;
  /** null: still out. */
  readonly to: Instant | null;
  /** False where the handover was undone since: nobody knows whether the car had left. */
  readonly certain: boolean;
}

export interface Match {
  readonly match: Exclude<ViolationMatch, 'chosen'>;
  readonly orderId: number | null;
  /** Every order that may have had the car at that time. */
  readonly candidates: readonly number[];
}

/**
 * The order that had the car at that time (D-UPK-06): actual pickup ≤ time ≤ actual return, or still out. Where one renter brought the car back in
 * the minute in which the next one took it, nothing is guessed.
 */
export function matchOf(time: Instant, custodies: readonly Custody[]): Match {
  const touching = custodies.filter((each) => each.from <= time && (each.to === null || time <= each.to));
  const candidates = [...new Set(touching.map((each) => each.orderId))].toSorted((a, b) => a - b);
  if (candidates.length === 0) return { match: 'none', orderId: null, candidates };
  const isSure = candidates.length === 1 && touching.some((each) => each.certain);
  return isSure
    ? { match: 'matched', orderId: candidates[0]!, candidates }
    : { match: 'undecided', orderId: null, candidates };
}

/** What cannot be: an offence that is still to come, or of a car before it had a plate. `registerDate` and `day` are days on the clock of the car. */
export function violationTimeProblems(facts: {
  readonly time: Instant;
  readonly now: Instant;
  readonly day: string;
  readonly registerDate: string | null;
}): readonly Problem[] {
  if (facts.time > facts.now) return [problem('violation.refusal.future', {}, 'time')];
  if (facts.registerDate !== null && facts.day < facts.registerDate)
    return [problem('violation.refusal.beforeCar', { date: facts.registerDate }, 'time')];
  return [];
}

/** Something was asked of the renter already: what the violation is told by stays, and nothing is asked twice. `field`: of the form that says so. */
export const claimedProblem = (field?: string): Problem => problem('violation.refusal.claimed', {}, field);

/** Why nothing can be asked of the renter (W6): nobody is known, or it has been asked already. */
export function claimProblems(facts: {
  readonly orderId: number | null;
  readonly match: ViolationMatch;
  /** A deduction that is not revoked, or a line of a bill that is not voided, was made from it. */
  readonly claimed: boolean;
}): readonly Problem[] {
  if (facts.claimed) return [claimedProblem()];
  if (facts.match === 'undecided') return [problem('violation.refusal.undecided')];
  return facts.orderId === null ? [problem('violation.refusal.noOrder')] : [];
}

/** A deduction names violations of its own order only. */
export const otherOrderOfViolation = (): Problem => problem('violation.refusal.otherOrder', {}, 'violationId');

/** What a person chooses is one of the orders that may have had the car. */
export const notThereProblem = (): Problem => problem('violation.refusal.notThere', {}, 'orderId');

/** A deposit-free order that has begun pays out of its waived deposit (W6). */
export const deductInsteadProblem = (): Problem => problem('violation.refusal.deductInstead');

/** A violation from which a deduction or a fee was made stays (W7), also when that was taken back. */
export const usedViolationProblem = (): Problem => problem('violation.refusal.used');
