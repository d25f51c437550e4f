import type { Expression } from 'kysely';
import { REFUND, satang } from '../../rules/index.ts';
import type { FeeItem, MoneyRecord, Satang } from '../../rules/index.ts';
import type { RentalDatabase, RowOf } from '../database.ts';

type Payment = RowOf<'payment'>;

/** The rows of an order's payment records, as far as rules count them, oldest first. */
export const recordRows = (db: RentalDatabase, orderId: number | Expression<number>) =>
  db.selectFrom('payment').select(['type', 'amount', 'feeItem']).where('orderId', '=', orderId).orderBy('id');

/** A stored record as the rules count it. */
export const recordOf = ({ type, amount, feeItem }: Pick<Payment, 'type' | 'amount' | 'feeItem'>): MoneyRecord => ({
  type,
  amount: satang(amount),
  feeItem: (feeItem ?? 'total') as FeeItem | 'total',
});

/** Sum of the refunds that are asked for and not yet carried out; of one fee item, where it is named. */
export async function pendingRefunds(db: RentalDatabase, orderId: number, feeItem?: string): Promise<Satang> {
  const rows = await db
    .selectFrom('refund')
    .select(['amount', 'feeItem'])
    .where('orderId', '=', orderId)
    .where('status', '=', REFUND.submitted)
    .execute();
  const asked = rows.filter((row) => feeItem === undefined || row.feeItem === feeItem);
  return satang(asked.reduce((sum, row) => sum + row.amount, 0));
}
