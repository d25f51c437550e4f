import { ZERO, add, atLeastZero, satang, smaller, subtract } from './money.ts';
import type { Satang } from './money.ts';
import { depositAccounts } from './deposits.ts';
import type { MoneyRecord } from './deposits.ts';
import { isDeposit, takesOff, totals } from './feeLines.ts';
import type { DepositType, FeeLine } from './feeLines.ts';
import { groupedBy } from './groups.ts';
import type { Instant } from './storeTime.ts';
import { PAYMENT } from './payments.ts';

/** What an order's money is at one moment: paid − refunded − deducted = held + earned, always (docs/decisions.md). */
export interface Balance {
  readonly paid: Satang;
  readonly refunded: Satang;
  /** Taken from a waived deposit: it pays for the damage or the fine, it is no rent. */
  readonly deducted: Satang;
  /** The renter's money with us: deposits, prepaid rent, surplus. Never negative. */
  readonly held: Satang;
  /**
   * Ours: what the bill asks for and the renter has paid, once the rental is over. Negative when more was given back than was left, and when reductions
   * beyond the charges lessen a deduction: the renter's deposit paid all of it, so the difference is held for them.
   */
  readonly earned: Satang;
}

export interface LedgerLine extends FeeLine {
  readonly time: Instant;
}

export interface LedgerPayment extends MoneyRecord {
  readonly id: number;
  readonly time: Instant;
  /** The record was written by a deduction that was carried out. */
  readonly deduction: boolean;
}

export interface LedgerFacts {
  readonly depositType: DepositType;
  /** Live lines; voided ones are left out. */
  readonly lines: readonly LedgerLine[];
  readonly payments: readonly LedgerPayment[];
  /** The car came back (state 3). */
  readonly returnedAt: Instant | null;
  readonly cancelledAt: Instant | null;
}

export type LedgerKind = 'charge' | 'income' | 'refund' | 'deduction' | 'return' | 'cancel';

/** One thing that happened to an order's money, and how it stood afterwards. */
export interface LedgerRow extends Balance {
  readonly time: Instant;
  readonly kind: LedgerKind;
  /** Source of charges, fee item of money; empty otherwise. */
  readonly item: string;
  readonly charged: Satang;
  readonly in: Satang;
  readonly out: Satang;
}

const RANK: readonly LedgerKind[] = ['charge', 'income', 'deduction', 'return', 'cancel', 'refund'];

const signed = (line: FeeLine): number => (isDeposit(line.item) ? 0 : takesOff(line.item) ? -line.amount : line.amount);

/** How an order's money stands, from its live lines and its payment records. `over`: the rental has ended, the bill is earned. */
export function balanceOf(facts: Pick<LedgerFacts, 'depositType' | 'lines' | 'payments'>, over: boolean): Balance {
  const sum = (of: (payment: LedgerPayment) => boolean): Satang =>
    add(...facts.payments.filter(of).map((each) => each.amount));
  const paid = sum((each) => each.type === PAYMENT.income);
  const refunded = sum((each) => each.type === PAYMENT.refund);
  const deducted = sum((each) => each.deduction);
  const money = satang(paid - refunded - deducted);
  const { orderDeposit, violationDeposit } = depositAccounts({ ...facts, records: facts.payments });
  const deposits = smaller(add(orderDeposit.held, violationDeposit.held), atLeastZero(money));
  const free = subtract(money, deposits);
  const totalOf = (lines: readonly LedgerLine[]): Satang => totals(lines, facts.depositType).total;
  const rent = totalOf(facts.lines.filter((line) => line.source !== 'deduction'));
  const ofTheBill = smaller(over ? rent : ZERO, subtract(totalOf(facts.lines), deducted));
  const earned = smaller(free, ofTheBill);
  return { paid, refunded, deducted, held: subtract(money, earned), earned };
}

/** A row before it is counted, with what of the facts it stands for. */
interface Event extends Omit<LedgerRow, keyof Balance> {
  readonly lines: readonly LedgerLine[];
  readonly payments: readonly LedgerPayment[];
}

const NOTHING = { charged: ZERO, in: ZERO, out: ZERO, item: '', lines: [], payments: [] };

/** What was put on the bill at one moment from one source is one row. */
const chargeEvents = (lines: readonly LedgerLine[]): readonly Event[] =>
  [...groupedBy(lines, (line) => `${line.time} ${line.source}`).values()].map((group) => ({
    ...NOTHING,
    time: group[0]!.time,
    kind: 'charge',
    item: group[0]!.source,
    charged: satang(group.reduce((sum, line) => sum + signed(line), 0)),
    lines: group,
  }));

function paymentEvent(payment: LedgerPayment): Event {
  const { type, amount, feeItem: item, time } = payment;
  const kind = payment.deduction ? 'deduction' : type === PAYMENT.income ? 'income' : 'refund';
  return {
    ...NOTHING,
    time,
    kind,
    item,
    payments: [payment],
    ...(type === PAYMENT.income ? { in: amount } : { out: amount }),
  };
}

/**
 * The ledger of an order, oldest first: what was charged, what came in and went out, and after each of it what is held and what is earned. The
 * last row is how the money stands now. Lines that were voided since are not shown: the bill is told as it stands.
 */
export function ledger(facts: LedgerFacts): readonly LedgerRow[] {
  const ends = [
    { time: facts.returnedAt, kind: 'return' },
    { time: facts.cancelledAt, kind: 'cancel' },
  ] as const;
  const events = [
    ...chargeEvents(facts.lines),
    ...facts.payments.map(paymentEvent),
    ...ends.flatMap(({ time, kind }): Event[] => (time === null ? [] : [{ ...NOTHING, time, kind }])),
  ].toSorted((a, b) => a.time - b.time || RANK.indexOf(a.kind) - RANK.indexOf(b.kind));
  return events.map(({ lines: _lines, payments: _payments, ...row }, index) => {
    const done = events.slice(0, index + 1);
    const over = done.some(({ kind }) => kind === 'return' || kind === 'cancel');
    const lines = done.flatMap((each) => each.lines);
    return { ...row, ...balanceOf({ ...facts, lines, payments: done.flatMap((each) => each.payments) }, over) };
  });
}
