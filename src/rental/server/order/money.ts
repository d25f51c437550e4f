import { satang } from '../../rules/index.ts';
import type { FeeItem, MoneyRecord, Satang } from '../../rules/index.ts';
import type { RentalDatabase, RowOf } from '../database.ts';

type Payment = RowOf<'payment'>;

/** Payment records of an order, as far as rules count them, oldest first. */
export const readPayments = (db: RentalDatabase, orderId: number) =>
  db
    .selectFrom('payment')
    .select(['id', 'type', 'amount', 'feeItem', 'time', 'deductionId'])
    .where('orderId', '=', orderId)
    .orderBy('id')
    .execute();

/** A stored record as the rules count it. */
export const recordOf = ({ type, amount, feeItem }: Pick<Payment, 'type' | 'amount' | 'feeItem'>): MoneyRecord => ({
  type,
  amount: satang(amount),
  feeItem: (feeItem ?? 'total') as FeeItem | 'total',
});

/** The payment records of an order as the rules count them. */
export const moneyRecords = async (db: RentalDatabase, orderId: number): Promise<readonly MoneyRecord[]> =>
  (await readPayments(db, orderId)).map(recordOf);

/** Sum of the refunds that are asked for and not yet carried out; of one fee item, where it is named. */
export async function pendingRefunds(db: RentalDatabase, orderId: number, feeItem?: string): Promise<Satang> {
  const rows = await db
    .selectFrom('refund')
    .select(['amount', 'feeItem'])
    .where('orderId', '=', orderId)
    .where('status', '=', 0)
    .execute();
  const asked = rows.filter((row) => feeItem === undefined || row.feeItem === feeItem);
  return satang(asked.reduce((sum, row) => sum + row.amount, 0));
}
