import { ZERO, add, atLeastZero, fromBaht, satang, smaller, subtract, toBaht } from './money.ts';
import type { Satang } from './money.ts';
import { sumOf } from './feeLines.ts';
import type { FeeItem, KeptLine } from './feeLines.ts';
import { DEPOSIT_ITEMS, depositWay } from './depositTerms.ts';
import type { DepositItem, DepositTerms } from './depositTerms.ts';
import { ORDER } from './orderSteps.ts';
import type { OrderStatus } from './orderSteps.ts';

export type PerDeposit = Readonly<Record<DepositItem, Satang>>;

export const isDepositItem = (item: string): item is DepositItem => (DEPOSIT_ITEMS as readonly string[]).includes(item);

/** What happens to a deposit: it comes in, pays charges, or goes back to the renter (D-MONEY-07). */
export type DepositMoveKind = 'collected' | 'applied' | 'returned';

/** One movement of a deposit; the amount is above 0. */
export interface DepositMove {
  readonly item: DepositItem;
  readonly kind: DepositMoveKind;
  readonly amount: Satang;
}

/** How a deposit stands: held = collected − applied − returned. */
export interface DepositAccount extends Readonly<Record<DepositMoveKind, Satang>> {
  readonly held: Satang;
}

export const perDeposit = (of: (item: DepositItem) => Satang): PerDeposit => ({
  orderDeposit: of('orderDeposit'),
  violationDeposit: of('violationDeposit'),
});

/** Adds up what is held, by deposit and in all. */
export function heldSums(
  rows: readonly { readonly item: DepositItem; readonly held: Satang }[],
): PerDeposit & { readonly held: Satang } {
  const of = (item: DepositItem): Satang => add(...rows.filter((row) => row.item === item).map(({ held }) => held));
  return { ...perDeposit(of), held: add(...rows.map(({ held }) => held)) };
}

/** Baht of both deposits that are held, from what is held of each. */
export const depositsHeld = (deposits: Readonly<Record<DepositItem, { readonly held: number }>>): number =>
  toBaht(add(...DEPOSIT_ITEMS.map((item) => fromBaht(deposits[item].held))));

/** Adds up the movements of both deposits. */
export function depositAccounts(moves: readonly DepositMove[]): Readonly<Record<DepositItem, DepositAccount>> {
  const account = (item: DepositItem): DepositAccount => {
    const of = (kind: DepositMoveKind): Satang =>
      add(...moves.filter((move) => move.item === item && move.kind === kind).map(({ amount }) => amount));
    const [collected, applied, returned] = [of('collected'), of('applied'), of('returned')];
    return { collected, applied, returned, held: satang(collected - applied - returned) };
  };
  return { orderDeposit: account('orderDeposit'), violationDeposit: account('violationDeposit') };
}

/** Returns what of each deposit the renter must have paid: nothing after the return, and nothing where it is on a card or waived (D-MONEY-04). */
export const askedDeposits = (facts: {
  readonly status: OrderStatus;
  readonly terms: DepositTerms;
  readonly lines: readonly KeptLine[];
}): PerDeposit =>
  perDeposit((item) =>
    depositWay(facts.terms, item) === 1 && (facts.status === ORDER.approved || facts.status === ORDER.pickedUp)
      ? sumOf(facts.lines, item)
      : ZERO,
  );

/** The sums of an order that its row keeps; what is due follows from them. */
export interface KeptMoney {
  /** Charges, without deposits. */
  readonly total: Satang;
  /** What must have been paid by now: charges, and deposits that are held or still asked for. */
  readonly payable: Satang;
  /** Income less what went back. */
  readonly paid: Satang;
  /** Deposits that are held. */
  readonly depositHeld: Satang;
}

export interface OrderMoney {
  /** 1 when neither charges nor deposits are still to be paid; part payments are unpaid (D-ORD-03). */
  readonly payStatus: 0 | 1;
  /** Charges that nothing has paid yet. */
  readonly due: Satang;
  /** Deposits that are still to be collected. */
  readonly depositDue: Satang;
  /** What the clerk takes in all: `due` and `depositDue`. */
  readonly toCollect: Satang;
  /** Paid beyond charges and deposits. */
  readonly surplus: Satang;
}

/**
 * Says how an order's money stands: deposits stand beside the charges, and pay none of them before they are applied (D-MONEY-07). The columns of
 * the lists say the same in SQL.
 */
export function orderMoney({ total, payable, paid, depositHeld }: KeptMoney): OrderMoney {
  const open = satang(total + depositHeld - paid);
  const due = atLeastZero(open);
  const depositDue = atLeastZero(satang(payable - total - depositHeld));
  return {
    payStatus: paid >= payable ? 1 : 0,
    due,
    depositDue,
    toCollect: add(due, depositDue),
    surplus: atLeastZero(satang(-open)),
  };
}

/** What movements of deposits are decided from. */
export interface DepositFacts {
  readonly total: Satang;
  readonly paid: Satang;
  readonly asked: PerDeposit;
  readonly held: PerDeposit;
}

const heldIn = ({ held }: Pick<DepositFacts, 'held'>): Satang => add(held.orderDeposit, held.violationDeposit);

/** What must have been paid by now. A cancelled order asks for its penalty alone. */
export const payableOf = (facts: DepositFacts, status: OrderStatus): Satang =>
  status === ORDER.cancelled
    ? facts.total
    : add(
        facts.total,
        heldIn(facts),
        ...DEPOSIT_ITEMS.map((item) => atLeastZero(subtract(facts.asked[item], facts.held[item]))),
      );

/** The deposits after some movements. */
export const heldAfter = (held: PerDeposit, moves: readonly DepositMove[]): PerDeposit =>
  perDeposit((item) =>
    satang(
      moves.reduce(
        (sum, move) => (move.item === item ? sum + (move.kind === 'collected' ? move.amount : -move.amount) : sum),
        held[item] as number,
      ),
    ),
  );

/** Takes an amount from the items in their order, of each as much as it has. */
function spread(
  kind: DepositMoveKind,
  amount: Satang,
  has: PerDeposit,
  items: readonly DepositItem[] = DEPOSIT_ITEMS,
): readonly DepositMove[] {
  let rest = atLeastZero(amount);
  return items.flatMap((item) => {
    const part = smaller(rest, atLeastZero(has[item]));
    rest = subtract(rest, part);
    return part > ZERO ? [{ item, kind, amount: part }] : [];
  });
}

/**
 * Brings charges and deposits into line while deposits are asked for: what was paid beyond the charges fills them, and what is held beyond what is
 * asked pays charges. Deposits that nobody asks for stay as they are.
 */
export function balancingMoves(facts: DepositFacts): readonly DepositMove[] {
  const { asked, held } = facts;
  const open = satang(facts.total + heldIn(facts) - facts.paid);
  const missing = perDeposit((item) => subtract(asked[item], held[item]));
  if (open <= ZERO) return spread('collected', satang(-open), missing);
  const beyond = perDeposit((item) => (asked[item] > ZERO ? subtract(held[item], asked[item]) : ZERO));
  return spread('applied', open, beyond);
}

/** What money that goes out takes from deposits: of its own item; else what is beyond the surplus, the violation deposit first. */
export function refundMoves(feeItem: FeeItem | 'total', amount: Satang, facts: DepositFacts): readonly DepositMove[] {
  if (isDepositItem(feeItem)) return [{ item: feeItem, kind: 'returned', amount }];
  const surplus = atLeastZero(satang(facts.paid - heldIn(facts) - facts.total));
  return spread('returned', subtract(amount, surplus), facts.held, ['violationDeposit', 'orderDeposit']);
}

/** Lets deposits pay the charges that are due, up to `most`, as far as `free` says that they may. */
export function applyingMoves(free: PerDeposit, facts: DepositFacts, most?: Satang): readonly DepositMove[] {
  const open = atLeastZero(satang(facts.total + heldIn(facts) - facts.paid));
  const due = most === undefined ? open : smaller(open, most);
  return spread(
    'applied',
    due,
    perDeposit((item) => smaller(free[item], facts.held[item])),
  );
}
