import { isDepositItem, orderMoney } from './deposits.ts';
import type { KeptMoney, PerDeposit } from './deposits.ts';
import { ZERO, add, atLeastZero, formatTHB, satang, smaller, subtract } from './money.ts';
import type { Satang } from './money.ts';
import type { FeeItem } from './feeLines.ts';
import { waivedItems } from './depositTerms.ts';
import type { DepositTerms } from './depositTerms.ts';
import { ORDER } from './orderSteps.ts';
import type { OrderStatus } from './orderSteps.ts';
import { problem } from './problem.ts';
import type { Problem } from './problem.ts';
import { DAY, addDays, dateOf } from './storeTime.ts';
import type { DateText, Instant } from './storeTime.ts';

/** What a payment record is: money that came in, or went out. */
export const PAYMENT = { income: 1, refund: 2 } as const;

/** The methods that a rule speaks of. */
export const PAYMENT_METHOD = { cash: 5 } as const;

/** What limits money that goes back (D-REF-02). */
export interface RefundFacts {
  readonly status: OrderStatus;
  readonly money: KeptMoney;
  readonly held: PerDeposit;
  /** Refunds that are asked for and not yet carried out, by deposit; `other`: those of everything else. */
  readonly pending: PerDeposit & { readonly other: Satang };
  readonly feeItem: FeeItem | 'total';
}

/**
 * How much may still be asked back (D-REF-02): of a deposit what is held of it, of everything else what was paid beyond the charges. A cancelled
 * order gives its deposits back together with the rest.
 */
export function refundable({ status, money, held, pending, feeItem }: RefundFacts): Satang {
  const { orderDeposit, violationDeposit, other } = pending;
  const all = atLeastZero(satang(money.paid - orderDeposit - violationDeposit - other));
  if (isDepositItem(feeItem)) return smaller(all, atLeastZero(subtract(held[feeItem], pending[feeItem])));
  const { surplus } = orderMoney(money);
  if (status !== ORDER.cancelled) return atLeastZero(subtract(surplus, other));
  const deposits = add(
    atLeastZero(subtract(held.orderDeposit, orderDeposit)),
    atLeastZero(subtract(held.violationDeposit, violationDeposit)),
  );
  return smaller(all, atLeastZero(subtract(add(surplus, deposits), other)));
}

/** Money goes back by the way by which it came: `cameIn` of it is left there. Another way needs a reason (D-REF-02). */
export const refundWayProblem = (amount: Satang, cameIn: Satang, reason: string | null): Problem | null =>
  amount > cameIn && (reason ?? '').trim() === ''
    ? problem('refund.refusal.otherWay', { cameIn: formatTHB(atLeastZero(cameIn)) }, 'methodReason')
    : null;

/** How much may be asked back once somebody confirms that paid charges go back (D-REF-02). */
export function mostRefundable(facts: RefundFacts): Satang {
  if (isDepositItem(facts.feeItem)) return refundable(facts);
  const { orderDeposit, violationDeposit, other } = facts.pending;
  return atLeastZero(satang(facts.money.paid - orderDeposit - violationDeposit - other));
}

/** May this amount be asked back (F1)? */
export function refundProblem(amount: Satang, facts: RefundFacts, confirmed: boolean): Problem | null {
  if (amount <= 0) return problem('money.amountPositive', {}, 'amount');
  const [limit, most] = [refundable(facts), mostRefundable(facts)];
  if (limit <= 0 && isDepositItem(facts.feeItem)) return problem('deposit.refusal.nothingHeld', {}, 'feeItem');
  if (amount > most) return problem('refund.refusal.tooMuch', { refundable: formatTHB(most) }, 'amount');
  return amount > limit && !confirmed
    ? problem('refund.refusal.beyondSurplus', { surplus: formatTHB(limit) }, 'amount')
    : null;
}

/** May this much of a deposit pay charges (O21)? Never more than is held and not asked back, and never more than is due. */
export function applyProblem(
  amount: Satang,
  { free, due }: { readonly free: Satang; readonly due: Satang },
): Problem | null {
  if (amount <= 0) return problem('money.amountPositive', {}, 'amount');
  if (due <= 0) return problem('deposit.refusal.nothingDue');
  if (free <= 0) return problem('deposit.refusal.nothingHeld', {}, 'feeItem');
  const most = smaller(free, due);
  return amount > most ? problem('deposit.refusal.tooMuch', { most: formatTHB(most) }, 'amount') : null;
}

export interface PaymentFacts {
  readonly amount: Satang;
  readonly due: Satang;
  /** Somebody confirmed that more than is due comes in. */
  readonly confirmed: boolean;
  readonly time: Instant;
  readonly now: Instant;
}

const BACK_DATED_DAYS = 30;
const CLOCK_TOLERANCE = 60_000;

/** May this income be recorded (O16, D-MONEY-01)? */
export function paymentProblems(facts: PaymentFacts): readonly Problem[] {
  const problems: Problem[] = [];
  if (facts.amount <= 0) problems.push(problem('money.amountPositive', {}, 'amount'));
  if (facts.amount > facts.due && !facts.confirmed) {
    problems.push(problem('payment.refusal.aboveDue', { due: formatTHB(facts.due) }, 'amount'));
  }
  return [...problems, ...paymentTimeProblems(facts)];
}

/** A payment record is of now, or of the last days (D-MONEY-01). */
export function paymentTimeProblems({ time, now }: Pick<PaymentFacts, 'time' | 'now'>): readonly Problem[] {
  if (time > now + CLOCK_TOLERANCE) return [problem('time.future', {}, 'time')];
  return time < now - BACK_DATED_DAYS * DAY
    ? [problem('payment.refusal.backDated', { days: BACK_DATED_DAYS }, 'time')]
    : [];
}

/**
 * May these lines be recorded together: money that is paid in several ways counts as one payment of their sum (O16, D-MONEY-01). `fieldOf` names the
 * field of a line's amount; what is wrong with the sum is said at the last line.
 */
export function splitProblems(
  { amounts, ...facts }: Omit<PaymentFacts, 'amount'> & { readonly amounts: readonly Satang[] },
  fieldOf: (line: number) => string,
): readonly Problem[] {
  const last = fieldOf(amounts.length - 1);
  const ofSum = paymentProblems({ ...facts, amount: together(amounts) })
    .filter(({ code }) => code !== 'money.amountPositive')
    .map((one) => (one.field === 'amount' ? { ...one, field: last } : one));
  return [...emptyLines(amounts, fieldOf), ...ofSum];
}

/**
 * May these lines be taken with the pickup: what is due and nothing beyond it, and less only where somebody lets the order go unpaid (D-ORD-23). What is
 * wrong with the sum is said at the last line.
 */
export function pickupPaymentProblems(
  facts: { readonly amounts: readonly Satang[]; readonly due: Satang; readonly unpaidOverride: boolean },
  fieldOf: (line: number) => string,
): readonly Problem[] {
  const { amounts, due, unpaidOverride } = facts;
  const sum = together(amounts);
  const last = fieldOf(amounts.length - 1);
  const ofSum = (code: 'moreThanDue' | 'lessThanDue') =>
    problem(`payment.refusal.${code}`, { due: formatTHB(due) }, last);
  return [
    ...emptyLines(amounts, fieldOf),
    ...(sum > due ? [ofSum('moreThanDue')] : []),
    ...(sum < due && !unpaidOverride ? [ofSum('lessThanDue')] : []),
  ];
}

const together = (amounts: readonly Satang[]): Satang => satang(amounts.reduce((sum, amount) => sum + amount, 0));

const emptyLines = (amounts: readonly Satang[], fieldOf: (line: number) => string): readonly Problem[] =>
  amounts.flatMap((amount, line) => (amount <= 0 ? [problem('money.amountPositive', {}, fieldOf(line))] : []));

/** What goes back of the cash that was handed over, to the satang (D-GEN-07); null while less than the price is there. Never recorded. */
export const changeOf = (given: Satang, price: Satang): Satang | null => (given < price ? null : satang(given - price));

/** Is this enough for what is paid in cash? */
export const givenProblem = (given: Satang, price: Satang): Problem | null =>
  changeOf(given, price) === null
    ? problem('payment.refusal.givenTooLittle', { amount: formatTHB(price) }, 'given')
    : null;

/** May this additional fee be added (D-ORD-28)? A reduction may not make the total negative. */
export function additionalFeeProblems(
  type: 'increase' | 'reduce',
  amount: Satang,
  total: Satang,
  remark: string,
): readonly Problem[] {
  const problems: Problem[] = [];
  if (amount <= 0) problems.push(problem('money.amountPositive', {}, 'amount'));
  if (remark.trim() === '') problems.push(problem('field.required', {}, 'remark'));
  if (type === 'reduce' && amount > total)
    problems.push(problem('fee.refusal.reductionTooLarge', { total: formatTHB(total) }, 'amount'));
  return problems;
}

/** A deduction that is corrected stays with its order (S2): its number and its place in the waived deposits are that order's. */
export const otherOrderProblem = (orderId: number, before: number | null): Problem | null =>
  before === null || before === orderId ? null : problem('deduction.refusal.otherOrder', {}, 'orderId');

/** May this deduction be submitted (S1)? `taken` are the order's deductions neither revoked nor failed, without this one. */
export function deductionProblem(facts: {
  readonly terms: DepositTerms;
  readonly status: OrderStatus;
  readonly amount: Satang;
  readonly taken: Satang;
  readonly waived: Satang;
}): Problem | null {
  if (waivedItems(facts.terms).length === 0) return problem('deduction.refusal.depositType', {}, 'orderId');
  if (facts.status !== ORDER.pickedUp && facts.status !== ORDER.returned)
    return problem('deduction.refusal.status', {}, 'orderId');
  if (facts.amount <= 0) return problem('money.amountPositive', {}, 'amount');
  const left = atLeastZero(satang(facts.waived - facts.taken));
  return facts.amount > left ? problem('deduction.refusal.tooMuch', { left: formatTHB(left) }, 'amount') : null;
}

/** Days on which the two deposits unfreeze after the actual return (D-MONEY-05). */
export function depositReleaseDates(
  actualReturn: Instant,
  timeZone: string,
  days: { readonly orderDepositUnfreezeDays: number; readonly violationDepositUnfreezeDays: number },
): { readonly orderDeposit: DateText; readonly violationDeposit: DateText } {
  const returned = dateOf(actualReturn, timeZone);
  return {
    orderDeposit: addDays(returned, days.orderDepositUnfreezeDays),
    violationDeposit: addDays(returned, days.violationDepositUnfreezeDays),
  };
}

/** How a deposit stands with its day: `held` until then, `due` on it, `late` after it, `done` where nothing is held any more. */
export type DepositState = 'held' | 'due' | 'late' | 'done';

/**
 * Days on which the deposits of an order go back, counted from the return. Those of a cancelled order go back on the
 * day of the cancellation. None while the car is still to go out or to come back (D-MONEY-05).
 */
export function releaseDatesOf(
  order: { readonly actualReturn: Instant | null; readonly cancelled: Instant | null },
  timeZone: string,
  days: Parameters<typeof depositReleaseDates>[2],
): ReturnType<typeof depositReleaseDates> | null {
  if (order.actualReturn !== null) return depositReleaseDates(order.actualReturn, timeZone, days);
  if (order.cancelled === null) return null;
  const day = dateOf(order.cancelled, timeZone);
  return { orderDeposit: day, violationDeposit: day };
}

/** Says whether a deposit is to go back today, or should have gone before (D-MONEY-05). Its day is empty while it has none. */
export function depositState(held: Satang, releaseDate: DateText | '', today: DateText): DepositState {
  if (held === ZERO) return 'done';
  if (releaseDate === '' || releaseDate > today) return 'held';
  return releaseDate === today ? 'due' : 'late';
}

/** Settled: returned, nothing due, deposits given back (D-MONEY-06). */
export const isSettled = (facts: {
  readonly status: OrderStatus;
  readonly due: Satang;
  readonly depositsHeld: Satang;
}): boolean => facts.status === ORDER.returned && facts.due === ZERO && facts.depositsHeld === ZERO;
