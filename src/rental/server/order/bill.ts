import type { Expression } from 'kysely';
import { satang } from '../../rules/index.ts';
import type { FeeItem, FeeLine } from '../../rules/index.ts';
import type { RentalContext, RentalDatabase, RowOf } from '../database.ts';
import { operatorOf } from '../operator.ts';

/** A line of an order's bill as it is stored; voided ones stay and do not count. */
export interface BillLine extends FeeLine {
  readonly id: number;
  readonly voided: boolean;
}

type LineRow = Pick<RowOf<'orderFee'>, 'id' | 'item' | 'amount' | 'source' | 'voided'>;

/** A stored line as the rules count it. */
export const lineOf = (row: LineRow): BillLine => ({
  id: row.id,
  item: row.item as FeeItem,
  amount: satang(row.amount),
  source: row.source,
  voided: row.voided === 1,
});

/** The rows of an order's bill, oldest first. */
export const lineRows = (db: RentalDatabase, orderId: number | Expression<number>) =>
  db
    .selectFrom('orderFee')
    .select(['id', 'item', 'amount', 'source', 'voided'])
    .where('orderId', '=', orderId)
    .orderBy('id');

/** All lines of an order, oldest first. */
export const readLines = async (db: RentalDatabase, orderId: number): Promise<readonly BillLine[]> =>
  (await lineRows(db, orderId).execute()).map(lineOf);

/** What is written beside a line. */
export interface LineNote {
  readonly remark?: string | null;
  readonly renewalId?: number | null;
  readonly deductionId?: number | null;
  readonly violationId?: number | null;
}

/** Lines as rows of the bill. */
export const rowsOf = (context: RentalContext, orderId: number, lines: readonly (FeeLine & LineNote)[]) =>
  lines.map(({ item, amount, source, ...note }) => ({
    orderId,
    item,
    amount,
    source,
    remark: note.remark ?? null,
    renewalId: note.renewalId ?? null,
    deductionId: note.deductionId ?? null,
    violationId: note.violationId ?? null,
    voided: 0,
    operatorId: operatorOf(context),
    time: new Date(context.now),
  }));

/** Puts lines on the bill; callers reprice the order after the last. Answers their ids. */
export const addLines = async (
  context: RentalContext,
  orderId: number,
  lines: readonly (FeeLine & LineNote)[],
): Promise<readonly number[]> =>
  (await context.write.insertAll('orderFee', rowsOf(context, orderId, lines))).map(({ id }) => id);

/** Puts one line on the bill and answers its id. */
export const addLine = async (context: RentalContext, orderId: number, line: FeeLine & LineNote): Promise<number> =>
  (await addLines(context, orderId, [line]))[0]!;

/** Takes lines off the bill; they stay to be seen. */
export const voidLines = (context: RentalContext, lines: readonly { readonly id: number }[]): Promise<void> =>
  context.write.updateAll(
    'orderFee',
    lines.map(({ id }) => id),
    { voided: 1 },
    { expect: { voided: 0 } },
  );

const isBooked = (line: FeeLine): boolean => line.source === 'booking';

/** Brings the booked lines among `lines`, the whole bill, to what the order costs now: what is the same stays, the rest is voided and written anew. */
export async function replaceBookedLines(
  context: RentalContext,
  orderId: number,
  fees: readonly FeeLine[],
  lines: readonly BillLine[],
): Promise<void> {
  const wanted = fees.filter(isBooked);
  const present = lines.filter((line) => isBooked(line) && !line.voided);
  const same = (a: FeeLine, b: FeeLine): boolean => a.item === b.item && a.amount === b.amount;
  await voidLines(
    context,
    present.filter((line) => !wanted.some((each) => same(each, line))),
  );
  await addLines(
    context,
    orderId,
    wanted.filter((each) => !present.some((kept) => same(kept, each))),
  );
}
