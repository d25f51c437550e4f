import { ZERO, add, atLeastZero, larger, satang, smaller, subtract } from './money.ts';
import type { Satang } from './money.ts';
import { isDeposit, sumOf, totals } from './feeLines.ts';
import type { DepositType, FeeItem, KeptLine, Totals } from './feeLines.ts';
import { ORDER } from './orderSteps.ts';
import type { OrderStatus } from './orderSteps.ts';

export type DepositItem = Extract<FeeItem, 'orderDeposit' | 'violationDeposit'>;

/** What a payment record says of money: 1 came in, 2 went out, and under which fee item. */
export interface MoneyRecord {
  readonly type: 1 | 2;
  readonly amount: Satang;
  readonly feeItem: FeeItem | 'total';
}

/** What was paid of one deposit, and what of it went back. */
export interface DepositAccount {
  readonly income: Satang;
  readonly refunded: Satang;
  readonly held: Satang;
}

const flow = (records: readonly MoneyRecord[], type: 1 | 2, belongs: (record: MoneyRecord) => boolean): Satang =>
  add(...records.filter((each) => each.type === type && belongs(each)).map((each) => each.amount));

/**
 * What was paid of each deposit (D-REF-02). Money that came in under the deposit's own fee item is its own; of a general payment the charges
 * take their part first, what is beyond them fills the deposits that the renter has to pay (deposit type 1), the order deposit first.
 */
export function depositAccounts(facts: {
  readonly records: readonly MoneyRecord[];
  readonly lines: readonly KeptLine[];
  readonly depositType: DepositType;
}): Readonly<Record<DepositItem, DepositAccount>> {
  const { records, lines, depositType } = facts;
  const general = (record: MoneyRecord): boolean => record.feeItem === 'total' || !isDeposit(record.feeItem);
  const charges = totals(lines, depositType).total;
  let spare: Satang = subtract(subtract(flow(records, 1, general), flow(records, 2, general)), charges);
  if (depositType !== 1 || spare < ZERO) spare = ZERO;
  const account = (item: DepositItem): DepositAccount => {
    const own = flow(records, 1, (each) => each.feeItem === item);
    const share = smaller(spare, atLeastZero(subtract(sumOf(lines, item), own)));
    spare = subtract(spare, share);
    const income = add(own, share);
    const refunded = flow(records, 2, (each) => each.feeItem === item);
    return { income, refunded, held: atLeastZero(subtract(income, refunded)) };
  };
  return { orderDeposit: account('orderDeposit'), violationDeposit: account('violationDeposit') };
}

/** Deposit money that went back to the renter. */
export const depositsReturned = (records: readonly MoneyRecord[]): Satang =>
  flow(records, 2, (each) => each.feeItem !== 'total' && isDeposit(each.feeItem));

/**
 * What an order in this state asks for. After the return a deposit that went back is not asked for again, so that an order is paid and can be
 * settled (D-MONEY-06); before it the deposit must be there, and is due again when it was given back.
 */
export function payableOf(sums: Totals, status: OrderStatus, returned: Satang): Satang {
  if (status !== ORDER.returned) return sums.payable;
  return larger(sums.total, satang(sums.payable - smaller(returned, sums.deposits)));
}
