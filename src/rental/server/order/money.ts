import { satang } from '../../rules/index.ts';
import type { Satang } from '../../rules/index.ts';
import type { RentalDatabase } from '../database.ts';

/** Sum of the refunds that are asked for and not yet carried out. */
export async function pendingRefunds(db: RentalDatabase, orderId: number): Promise<Satang> {
  const rows = await db
    .selectFrom('refund')
    .select('amount')
    .where('orderId', '=', orderId)
    .where('status', '=', 0)
    .execute();
  return satang(rows.reduce((sum, row) => sum + row.amount, 0));
}
