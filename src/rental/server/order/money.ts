import type { Expression } from 'kysely';
import { DEPOSIT_ITEMS, REFUND, isDepositItem, perDeposit, satang } from '../../rules/index.ts';
import type { KeptMoney, PerDeposit, RefundFacts } from '../../rules/index.ts';
import type { OrderRow, RentalDatabase, RowOf } from '../database.ts';

export type DepositRow = Pick<RowOf<'deposit'>, 'id' | 'item' | 'collected' | 'applied' | 'returned' | 'held'>;

/** How the deposits of an order stand; no row for one that was never collected. */
export const depositRows = (db: RentalDatabase, orderId: number | Expression<number>) =>
  db
    .selectFrom('deposit')
    .select(['id', 'item', 'collected', 'applied', 'returned', 'held'])
    .where('orderId', '=', orderId)
    .orderBy('id');

/** What is held of each deposit. */
export const heldOf = (rows: readonly Pick<DepositRow, 'item' | 'held'>[]): PerDeposit =>
  perDeposit((item) => satang(rows.find((row) => row.item === item)?.held ?? 0));

/** The sums that the row of an order keeps, as the rules count them. */
export const keptMoney = (order: Pick<OrderRow, keyof KeptMoney>): KeptMoney => ({
  total: satang(order.total),
  payable: satang(order.payable),
  paid: satang(order.paid),
  depositHeld: satang(order.depositHeld),
});

/** Sums of the refunds that are asked for and not yet carried out. */
export async function pendingRefunds(db: RentalDatabase, orderId: number): Promise<RefundFacts['pending']> {
  const rows = await db
    .selectFrom('refund')
    .select(['amount', 'feeItem'])
    .where('orderId', '=', orderId)
    .where('status', '=', REFUND.submitted)
    .execute();
  const sum = (of: (feeItem: string) => boolean) =>
    satang(rows.reduce((total, { feeItem, amount }) => (of(feeItem) ? total + amount : total), 0));
  return {
    ...perDeposit((item) => sum((feeItem) => feeItem === item)),
    other: sum((feeItem) => !isDepositItem(feeItem)),
  };
}

/** All that is asked back of an order. */
export const pendingSum = (pending: RefundFacts['pending']): number =>
  DEPOSIT_ITEMS.reduce((sum, item) => sum + pending[item], pending.other as number);
