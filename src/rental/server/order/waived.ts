import { DEDUCTION, satang, sumOf, waivedItems } from '../../rules/index.ts';
import type { DepositTerms, Satang } from '../../rules/index.ts';
import type { OrderRow, RentalContext } from '../database.ts';
import { readLines } from './bill.ts';

/** What was waived of an order's deposits, and what of it is taken or under way, besides by the deduction `without` (S1). The order is locked. */
export async function waivedOf(
  { db }: RentalContext,
  order: Pick<OrderRow, 'id' | keyof DepositTerms>,
  without: number | null = null,
): Promise<{ readonly waived: Satang; readonly taken: Satang }> {
  const others = await db
    .selectFrom('deduction')
    .select(['id', 'amount'])
    .where('orderId', '=', order.id)
    .where('status', 'not in', [DEDUCTION.revoked, DEDUCTION.failed])
    .execute();
  const lines = await readLines(db, order.id);
  return {
    waived: sumOf(lines, ...waivedItems(order)),
    taken: satang(others.reduce((sum, each) => sum + (each.id === without ? 0 : each.amount), 0)),
  };
}
