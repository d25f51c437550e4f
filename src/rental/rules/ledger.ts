import { ZERO, add, atLeastZero, satang, smaller, subtract } from './money.ts';
import type { Satang } from './money.ts';
import { depositAccounts } from './deposits.ts';
import type { DepositMove, DepositMoveKind } from './deposits.ts';
import type { DepositItem, DepositTerms } from './depositTerms.ts';
import { isDeposit, takesOff, totals } from './feeLines.ts';
import type { FeeItem, FeeLine } from './feeLines.ts';
import { groupedBy } from './groups.ts';
import type { Instant } from './storeTime.ts';
import { PAYMENT } from './payments.ts';

/** What an order's money is at one moment: paid − refunded − deducted = held + earned, always (docs/decisions/money.md). */
export interface Balance {
  readonly paid: Satang;
  readonly refunded: Satang;
  /** Taken from a waived deposit: it pays for the damage or the fine, it is no rent. */
  readonly deducted: Satang;
  /** The renter's money with us: deposits, prepaid rent, surplus. Never negative. */
  readonly held: Satang;
  /** The part of it that is deposits. */
  readonly deposits: Satang;
  /**
   * Ours: what the bill asks for and the renter has paid, once the rental is over. Negative when more was given back than was left, and when reductions
   * beyond the charges lessen a deduction: the renter's deposit paid all of it, so the difference is held for them.
   */
  readonly earned: Satang;
}

export interface LedgerLine extends FeeLine {
  readonly time: Instant;
}

export interface LedgerPayment {
  readonly id: number;
  /** 1 came in, 2 went out. */
  readonly type: 1 | 2;
  readonly amount: Satang;
  readonly feeItem: FeeItem | 'total';
  readonly time: Instant;
  /** The record was written by a deduction that was carried out. */
  readonly deduction: boolean;
}

export interface LedgerMove extends DepositMove {
  readonly time: Instant;
  /** The payment record that it came or went with; null where money changed its place alone. */
  readonly paymentId: number | null;
}

export interface LedgerFacts extends DepositTerms {
  /** Live lines; voided ones are left out. */
  readonly lines: readonly LedgerLine[];
  readonly payments: readonly LedgerPayment[];
  readonly moves: readonly LedgerMove[];
  /** The car came back (state 3). */
  readonly returnedAt: Instant | null;
  readonly cancelledAt: Instant | null;
}

/** What a row tells. `apply`: a deposit pays charges; `fill`: what was paid beyond the charges becomes a deposit. */
export const LEDGER_KINDS = ['charge', 'income', 'deduction', 'fill', 'return', 'cancel', 'apply', 'refund'] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

/** One thing that happened to an order's money, and how it stood afterwards. */
export interface LedgerRow extends Balance {
  readonly time: Instant;
  readonly kind: LedgerKind;
  /** Source of charges, fee item of money; empty otherwise. */
  readonly item: string;
  readonly charged: Satang;
  readonly in: Satang;
  readonly out: Satang;
  /** What went from a deposit to the charges, or from the surplus to a deposit. */
  readonly moved: Satang;
}

const signed = (line: FeeLine): number => (isDeposit(line.item) ? 0 : takesOff(line.item) ? -line.amount : line.amount);

/** How an order's money stands, from its live lines and its payment records. `over`: the rental has ended, the bill is earned. */
export function balanceOf(
  facts: Pick<LedgerFacts, keyof DepositTerms | 'lines' | 'payments' | 'moves'>,
  over: boolean,
): Balance {
  const sum = (of: (payment: LedgerPayment) => boolean): Satang =>
    add(...facts.payments.filter(of).map((each) => each.amount));
  const paid = sum((each) => each.type === PAYMENT.income);
  const refunded = sum((each) => each.type === PAYMENT.refund);
  const deducted = sum((each) => each.deduction);
  const money = satang(paid - refunded - deducted);
  const { orderDeposit, violationDeposit } = depositAccounts(facts.moves);
  const deposits = smaller(atLeastZero(add(orderDeposit.held, violationDeposit.held)), atLeastZero(money));
  const free = subtract(money, deposits);
  const totalOf = (lines: readonly LedgerLine[]): Satang => totals(lines, facts).total;
  const rent = totalOf(facts.lines.filter((line) => line.source !== 'deduction'));
  const ofTheBill = smaller(over ? rent : ZERO, subtract(totalOf(facts.lines), deducted));
  const earned = smaller(free, ofTheBill);
  return { paid, refunded, deducted, held: subtract(money, earned), deposits, earned };
}

/** A row before it is counted, with what of the facts it stands for. */
interface Event extends Omit<LedgerRow, keyof Balance> {
  readonly lines: readonly LedgerLine[];
  readonly payments: readonly LedgerPayment[];
  readonly moves: readonly LedgerMove[];
}

const NOTHING = { charged: ZERO, in: ZERO, out: ZERO, moved: ZERO, item: '', lines: [], payments: [], moves: [] };

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

function paymentEvent(payment: LedgerPayment, moves: readonly LedgerMove[]): Event {
  const { type, amount, feeItem: item, time } = payment;
  const kind = payment.deduction ? 'deduction' : type === PAYMENT.income ? 'income' : 'refund';
  return {
    ...NOTHING,
    time,
    kind,
    item,
    payments: [payment],
    moves: moves.filter(({ paymentId }) => paymentId === payment.id),
    ...(type === PAYMENT.income ? { in: amount } : { out: amount }),
  };
}

const MOVE_KIND: Readonly<Record<DepositMoveKind, LedgerKind>> = {
  collected: 'fill',
  applied: 'apply',
  returned: 'refund',
};

/** Money that changed its place and neither came nor went. */
const moveEvent = (move: LedgerMove): Event => ({
  ...NOTHING,
  time: move.time,
  kind: MOVE_KIND[move.kind],
  item: move.item satisfies DepositItem,
  moved: move.amount,
  moves: [move],
});

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
    ...facts.payments.map((payment) => paymentEvent(payment, facts.moves)),
    ...facts.moves.filter(({ paymentId }) => !facts.payments.some(({ id }) => id === paymentId)).map(moveEvent),
    ...ends.flatMap(({ time, kind }): Event[] => (time === null ? [] : [{ ...NOTHING, time, kind }])),
  ].toSorted((a, b) => a.time - b.time || LEDGER_KINDS.indexOf(a.kind) - LEDGER_KINDS.indexOf(b.kind));
  return events.map(({ lines: _lines, payments: _payments, moves: _moves, ...row }, index) => {
    const done = events.slice(0, index + 1);
    const over = done.some(({ kind }) => kind === 'return' || kind === 'cancel');
    const lines = done.flatMap((each) => each.lines);
    const payments = done.flatMap((each) => each.payments);
    const moves = done.flatMap((each) => each.moves);
    return { ...row, ...balanceOf({ ...facts, lines, payments, moves }, over) };
  });
}
