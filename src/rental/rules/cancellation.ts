import { ZERO, atLeastZero, formatTHB, percentOf, satang, subtract } from './money.ts';
import type { Satang } from './money.ts';
import { sumOf } from './feeLines.ts';
import type { KeptLine } from './feeLines.ts';
import { holidayOn } from './holidays.ts';
import type { Holiday } from './holidays.ts';
import type { CancelRules } from './parameters.ts';
import { problem } from './problem.ts';
import type { Problem } from './problem.ts';
import { HOUR, dateOf, toWallClock } from './storeTime.ts';
import type { Instant } from './storeTime.ts';

interface CancellationFacts {
  readonly now: Instant;
  readonly plannedPickup: Instant;
  readonly timeZone: string;
  /** Rules of the pickup store. */
  readonly rules: CancelRules;
  readonly holidays: readonly Pick<Holiday, 'startDate' | 'endDate'>[];
  readonly fees: readonly KeptLine[];
  /** Income − refunds done − refunds under way. */
  readonly paid: Satang;
}

/** What the cancel dialog shows before anybody confirms. */
export interface CancellationPreview {
  readonly rule: 'weekday' | 'holiday';
  readonly freeHours: number;
  /** Hours left until the planned pickup; negative after it. */
  readonly hoursToPickup: number;
  /** What applies now: 0 while cancelling is free. */
  readonly percent: number;
  readonly base: Satang;
  readonly penalty: Satang;
  /** Refund request that the cancellation makes. */
  readonly refund: Satang;
}

/**
 * Penalty of a cancellation now (D-ORD-10): free until N hours before the planned pickup, later a percentage of rental − discount −
 * coupon; the holiday rule when the pickup date lies in a holiday. No-shows the same; deposits are no part of it.
 */
export function cancellationPreview(facts: CancellationFacts): CancellationPreview {
  const isHoliday = holidayOn(dateOf(facts.plannedPickup, facts.timeZone), facts.holidays) !== undefined;
  const rule = isHoliday ? facts.rules.holiday : facts.rules.weekday;
  const left = facts.plannedPickup - facts.now;
  const percent = left >= rule.freeHours * HOUR ? 0 : rule.penaltyPercent;
  const base = atLeastZero(satang(sumOf(facts.fees, 'rental') - sumOf(facts.fees, 'discount', 'coupon')));
  const penalty = percentOf(base, percent);
  return {
    rule: isHoliday ? 'holiday' : 'weekday',
    freeHours: rule.freeHours,
    hoursToPickup: left / HOUR,
    percent,
    base,
    penalty,
    refund: cancellationRefund(facts.paid, penalty),
  };
}

/** From when on a cancellation costs, and what it costs then: for who sets the rules, before anybody has paid. */
export function cancellationTerms(
  facts: Omit<CancellationFacts, 'now' | 'paid'>,
): Pick<CancellationPreview, 'rule' | 'percent' | 'penalty'> & { readonly freeUntil: Instant } {
  // After the pickup no rule is free any more.
  const { rule, percent, penalty, freeHours } = cancellationPreview({
    ...facts,
    now: facts.plannedPickup + 1,
    paid: ZERO,
  });
  return { rule, percent, penalty, freeUntil: facts.plannedPickup - freeHours * HOUR };
}

/** What stands against money for a cancelled order (O23, O24): it owes its penalty, and nothing comes in but that. */
export const openPenaltyProblem = (due: Satang): Problem | null =>
  due > 0 ? null : problem('order.refusal.state.cancelled');

/** Nobody is a no-show before the planned pickup (O22). */
export const noShowProblem = (plannedPickup: Instant, now: Instant, timeZone: string): Problem | null =>
  now >= plannedPickup
    ? null
    : problem('order.refusal.noShowTooEarly', { time: toWallClock(plannedPickup, timeZone).slice(0, 16) });

/** Refund that follows a cancellation with this penalty: what was paid beyond it. */
export const cancellationRefund = (paid: Satang, penalty: Satang): Satang => atLeastZero(subtract(paid, penalty));

/** Another penalty than the computed one: between 0 and the base, by who may override (D-ORD-10). */
export function penaltyProblem(
  penalty: Satang,
  preview: Pick<CancellationPreview, 'base' | 'penalty'>,
  mayOverride: boolean,
): Problem | null {
  if (penalty === preview.penalty) return null;
  if (!mayOverride) return problem('order.refusal.penaltyFixed', { penalty: formatTHB(preview.penalty) }, 'penalty');
  const inRange = penalty >= ZERO && penalty <= preview.base;
  return inRange ? null : problem('order.refusal.penaltyRange', { base: formatTHB(preview.base) }, 'penalty');
}
