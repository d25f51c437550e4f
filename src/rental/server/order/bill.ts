import { ZERO, depositsReturned, payableOf, satang, totals } from '../../rules/index.ts';
import type { FeeItem, FeeLine, Totals } from '../../rules/index.ts';
import type { OrderRow, RentalContext, RentalDatabase } from '../database.ts';
import { moneyRecords } from './money.ts';

/** A line of an order's bill as it is stored; voided ones stay and do not count. */
export interface BillLine extends FeeLine {
  readonly id: number;
  readonly voided: boolean;
}

/** All lines of an order, oldest first. */
export async function readLines(db: RentalDatabase, orderId: number): Promise<readonly BillLine[]> {
  const rows = await db
    .selectFrom('orderFee')
    .select(['id', 'item', 'amount', 'source', 'voided'])
    .where('orderId', '=', orderId)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    ...row,
    item: row.item as FeeItem,
    amount: satang(row.amount),
    voided: row.voided === 1,
  }));
}

/** What is written beside a line. */
export interface LineNote {
  readonly remark?: string | null;
  readonly renewalId?: number | null;
  readonly deductionId?: number | null;
}

/** Puts one line on the bill; callers reprice the order after their last line. */
export async function addLine(
  context: RentalContext,
  orderId: number,
  line: FeeLine,
  note: LineNote = {},
): Promise<number> {
  const row = await context.write.insert('orderFee', {
    orderId,
    item: line.item,
    amount: line.amount,
    source: line.source,
    remark: note.remark ?? null,
    renewalId: note.renewalId ?? null,
    deductionId: note.deductionId ?? null,
    voided: 0,
    operatorId: context.actor.id,
    time: new Date(context.now),
  });
  return row.id;
}

/** Takes lines off the bill; they stay to be seen. */
export async function voidLines(context: RentalContext, lines: readonly { readonly id: number }[]): Promise<void> {
  for (const { id } of lines) await context.write.update('orderFee', id, { voided: 1 }, { expect: { voided: 0 } });
}

const isBooked = (line: FeeLine): boolean => line.source === 'booking';

/** Brings the booked lines to what the order costs now: what is the same stays, the rest is voided and written anew. */
export async function replaceBookedLines(
  context: RentalContext,
  orderId: number,
  fees: readonly FeeLine[],
): Promise<void> {
  const wanted = fees.filter(isBooked);
  const present = (await readLines(context.db, orderId)).filter((line) => isBooked(line) && !line.voided);
  const same = (a: FeeLine, b: FeeLine): boolean => a.item === b.item && a.amount === b.amount;
  await voidLines(
    context,
    present.filter((line) => !wanted.some((each) => same(each, line))),
  );
  for (const line of wanted.filter((each) => !present.some((kept) => same(kept, each))))
    await addLine(context, orderId, line);
}

/**
 * Makes total and payable of the order what its lines add up to (D-PRICE-10), together with other changes of the order, in one write.
 * Only a deposit that goes back after the return changes what is payable elsewhere (`recordPayment`).
 */
export async function repriceOrder(
  context: RentalContext,
  order: Pick<OrderRow, 'id' | 'depositType' | 'status'>,
  changes: Record<string, unknown> = {},
  guard: { readonly updateTime?: string } = {},
): Promise<Totals> {
  const sums = totals(
    await readLines(context.db, order.id),
    (changes['depositType'] as OrderRow['depositType'] | undefined) ?? order.depositType,
  );
  const status = (changes['status'] as OrderRow['status'] | undefined) ?? order.status;
  const payable = payableOf(
    sums,
    status,
    status === 3 ? depositsReturned(await moneyRecords(context.db, order.id)) : ZERO,
  );
  await context.write.update(
    'order',
    order.id,
    { ...changes, total: sums.total, payable },
    { expect: { status: order.status }, ...guard },
  );
  return { ...sums, payable };
}
