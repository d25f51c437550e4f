import type { TypeOf } from '../../../framework/calls/index.ts';
import { refuseFields } from '../../../framework/server/errors.ts';
import { calls, type OrderParts } from '../../calls/index.ts';
import type { InferResult } from 'kysely';
import { PAYMENT, orderMoney, problem, satang, splitProblems, toBaht } from '../../rules/index.ts';
import { defineCommand } from '../database.ts';
import type { RentalDatabase, Told } from '../database.ts';
import { requireNone, satangOf } from '../problems.ts';
import { instantOf, wireTime } from '../times.ts';
import { keptMoney, pendingRefunds, pendingSum } from './money.ts';
import { zoneOf } from './quote.ts';
import { recordLines, textOrNull } from './recordPayment.ts';
import { beginStep } from './step.ts';

type Input = TypeOf<typeof calls.savePayment.input>;
type Line = NonNullable<Input['lines']>[number];

/** The lines that a form says, its only one by the names that it has itself; and where the amount of each stands. */
function linesOf({ lines, amount, method, transactionNo, payerAccount }: Input): {
  readonly lines: readonly Line[];
  readonly fieldOf: (line: number) => string;
} {
  if (lines) return { lines, fieldOf: (line) => `lines.${line}.amount` };
  if (amount === undefined || method === undefined)
    throw refuseFields({
      ...(amount === undefined && { amount: 'msg.required' }),
      ...(method === undefined && { method: 'msg.required' }),
    });
  return { lines: [{ amount, method, transactionNo, payerAccount }], fieldOf: () => 'amount' };
}

/**
 * Records money that came in or was given back (O16, D-MONEY-01), by one method or in several lines, all or none. Records are never changed: what was
 * wrong is set right by one of the other type. Answers the id of the first.
 */
export const savePayment = defineCommand(calls.savePayment, {
  async run(input, context) {
    // An order beyond the caller's stores is not there, whatever else is wrong with the call.
    const { order } = await beginStep(context, input.orderId, 'payment');
    const { lines, fieldOf } = linesOf(input);
    const amounts = lines.map(({ amount }, line) => satangOf(amount, fieldOf(line)));
    const type = input.type ?? PAYMENT.income;
    const time = input.time ? instantOf(input.time, await zoneOf(context, order), 'time') : context.now;
    const held = satang(order.paid - pendingSum(await pendingRefunds(context.db, order.id)));
    const remark = textOrNull(input.remark);
    const facts = {
      type: type === PAYMENT.income ? 'income' : 'refund',
      amounts,
      due: orderMoney(keptMoney(order)).toCollect,
      held,
      confirmed: input.confirmed === 1 || input.confirmed === true,
      time,
      now: context.now,
    } as const;
    requireNone(
      [
        ...splitProblems(facts, fieldOf),
        ...(type === PAYMENT.refund && remark === null ? [problem('field.required', {}, 'remark')] : []),
      ],
      context,
    );
    const feeItem = input.feeItem ?? 'total';
    const records = lines.map((line, index) => ({ ...line, feeItem, amount: amounts[index]! }));
    const [id] = await recordLines(context, order, records, { type, time: new Date(time), remark });
    return { id: id! };
  },
});

/** The payment records of an order with who wrote them, oldest first. */
export const paymentRows = (db: RentalDatabase, orderId: number) =>
  db
    .selectFrom('payment')
    .leftJoin('user', 'user.id', 'payment.operatorId')
    .select(['payment.id', 'orderId', 'type', 'amount', 'feeItem', 'method', 'transactionNo', 'payerAccount', 'time'])
    .select(['payment.remark', 'refundId', 'deductionId', 'operatorId', 'user.name as operator'])
    .where('orderId', '=', orderId)
    .orderBy('time')
    .orderBy('payment.id');
export type PaymentRow = Told<InferResult<ReturnType<typeof paymentRows>>[number]>;

/** Payment records as calls answer them. */
export const paymentRecords = (rows: readonly PaymentRow[], timeZone: string): OrderParts['payments'] =>
  rows.map((row) => ({
    ...row,
    amount: toBaht(satang(row.amount)),
    transactionNo: row.transactionNo ?? '',
    payerAccount: row.payerAccount ?? '',
    remark: row.remark ?? '',
    operator: row.operator ?? '',
    time: wireTime(row.time, timeZone),
  }));

export const payments = defineCommand(calls.payments, {
  async run({ id }, context) {
    const order = await context.row('order', id);
    return paymentRecords(await paymentRows(context.db, id).execute(), await zoneOf(context, order));
  },
});
