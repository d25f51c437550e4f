import type { InferResult } from 'kysely';
import { refuse } from 'forecourt/server';
import { calls, type OrderParts } from '../../calls/index.ts';
import { FEE_ITEMS, additionalFeeProblems, formatTHB, problem, satang, takesOff, toBaht } from '../../rules/index.ts';
import type { FeeItem, Satang } from '../../rules/index.ts';
import { defineCommand } from '../database.ts';
import type { RentalDatabase, Told } from '../database.ts';
import { requireNone, satangOf } from '../problems.ts';
import { wireTime } from '../times.ts';
import { addLine, readLines, voidLines } from './bill.ts';
import { repriceOrder } from './keepMoney.ts';
import type { BillLine } from './bill.ts';
import { zoneOf } from './quote.ts';
import { beginStep } from './step.ts';

/** Adds to the bill or takes off it, by hand (O16, D-ORD-28). */
export const additionalFee = defineCommand(calls.additionalFee, {
  async run({ orderId, type, amount: baht, remark = '' }, context) {
    const { order } = await beginStep(context, orderId, 'additionalfee');
    const amount = satangOf(baht, 'amount');
    requireNone(
      additionalFeeProblems(type === 1 ? 'increase' : 'reduce', amount, satang(order.total), remark),
      context,
    );
    const item = type === 1 ? 'additional' : 'reduction';
    const id = await addLine(context, orderId, { item, amount, source: 'manual', remark: remark.trim() });
    await repriceOrder(context, order);
    return { id };
  },
});

/** Charges less what is taken off, also below 0. */
const balance = (lines: readonly BillLine[]): number =>
  lines
    .filter((line) => !line.voided && !line.item.endsWith('Deposit'))
    .reduce((sum, line) => sum + (takesOff(line.item) ? -line.amount : line.amount), 0);

/** Takes a manual line off the bill again; it stays to be seen. What other lines rest on must stay. */
export const voidFee = defineCommand(calls.voidFee, {
  async run({ id }, context) {
    const { orderId } = await context.row('orderFee', id);
    const { order } = await beginStep(context, orderId, 'additionalfee');
    const lines = await readLines(context.db, order.id);
    const line = lines.find((each) => each.id === id)!;
    if (line.source !== 'manual')
      throw refuse('msg.operation.failed', { reason: context.t('rental.fee.refusal.notManual') });
    if (line.voided) throw refuse('msg.operation.failed', { reason: context.t('rental.fee.refusal.voided') });
    const left = balance(lines.filter((each) => each.id !== id));
    requireNone(
      left < 0 ? [problem('fee.refusal.reductionTooLarge', { total: formatTHB(reductionBase(lines, id)) })] : [],
      context,
    );
    await voidLines(context, [line]);
    await repriceOrder(context, order);
    return null;
  },
});

/** What the reductions of a bill could be at most without this line. */
const reductionBase = (lines: readonly BillLine[], without: number): Satang =>
  satang(Math.max(0, balance(lines.filter((each) => each.id !== without && each.item !== 'reduction'))));

/** The bill of an order with who wrote its lines, oldest first. */
export const feeRows = (db: RentalDatabase, orderId: number) =>
  db
    .selectFrom('orderFee')
    .leftJoin('user', 'user.id', 'orderFee.operatorId')
    .select(['orderFee.id', 'orderId', 'item', 'amount', 'source', 'renewalId', 'deductionId', 'orderFee.remark'])
    .select(['voided', 'operatorId', 'time', 'user.name as operator'])
    .where('orderId', '=', orderId)
    .orderBy('orderFee.id');
export type FeeRow = Told<InferResult<ReturnType<typeof feeRows>>[number]>;

/** Lines of an order as calls answer them, in the documented order of the items (D-PRICE-10). */
export const feeRecords = (rows: readonly FeeRow[], timeZone: string): OrderParts['fees'] =>
  rows
    .toSorted((a, b) => FEE_ITEMS.indexOf(a.item as FeeItem) - FEE_ITEMS.indexOf(b.item as FeeItem))
    .map((row) => ({
      ...row,
      item: row.item as FeeItem,
      amount: toBaht(satang(row.amount)),
      remark: row.remark ?? '',
      operator: row.operator ?? '',
      time: wireTime(row.time, timeZone),
    }));

export const fees = defineCommand(calls.fees, {
  async run({ id }, context) {
    const order = await context.row('order', id);
    return feeRecords(await feeRows(context.db, id).execute(), await zoneOf(context, order));
  },
});
