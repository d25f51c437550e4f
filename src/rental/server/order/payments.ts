import type { TypeOf } from 'forecourt/calls';
import { refuseFields } from 'forecourt/server';
import { calls, type OrderParts } from '../../calls/index.ts';
import type { InferResult } from 'kysely';
import { permits, WILDCARD } from 'forecourt/model';
import {
  ORDER,
  PAYMENT,
  ZERO,
  openPenaltyProblem,
  orderMoney,
  paymentTimeProblems,
  problem,
  satang,
  splitProblems,
  toBaht,
} from '../../rules/index.ts';
import type { FeeItem, Satang } from '../../rules/index.ts';
import { defineCommand } from '../database.ts';
import type { OrderRow, RentalContext, RentalDatabase, Told } from '../database.ts';
import { requireNone, satangOf } from '../problems.ts';
import { instantOf, wireTime } from '../times.ts';
import { askRefund, noteRefund, payRefund, refundProblems } from './askRefund.ts';
import { keptMoney } from './money.ts';
import { moneyStoreOf } from './moneyStore.ts';
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
 * Records money that came in (O16, D-MONEY-01), by one method or in several lines, all or none. Records are never changed. Money out has one door: it is
 * asked back as a refund, and another person carries it out (D-REF-02). Answers the id of the first record, or of the first refund.
 */
export const savePayment = defineCommand(calls.savePayment, {
  async run(input, context) {
    // An order beyond the caller's stores is not there, whatever else is wrong with the call.
    const { order } = await beginStep(context, input.orderId, 'payment');
    const { lines, fieldOf } = linesOf(input);
    const amounts = lines.map(({ amount }, line) => satangOf(amount, fieldOf(line)));
    const time = input.time ? instantOf(input.time, await zoneOf(context, order), 'time') : context.now;
    const due = orderMoney(keptMoney(order)).toCollect;
    const isCancelled = order.status === ORDER.cancelled;
    const closed = isCancelled ? openPenaltyProblem(input.type === PAYMENT.refund ? ZERO : due) : null;
    requireNone(closed ? [closed] : [], context);
    // A cancelled order takes what it owes and no satang more.
    const confirmed = !isCancelled && (input.confirmed === 1 || input.confirmed === true);
    const taken = lines.map((line, index) => ({ ...line, amount: amounts[index]!, field: fieldOf(index) }));
    if (input.type === PAYMENT.refund) return await moneyOut(context, order, { input, lines: taken, time, confirmed });
    requireNone(splitProblems({ amounts, due, confirmed, time, now: context.now }, fieldOf), context);
    const storeId = moneyStoreOf(context, order, {
      chosen: input.storeId,
      methods: lines.map(({ method }) => method),
    });
    const feeItem = input.feeItem ?? 'total';
    const records = taken.map(({ field: _field, ...line }) => ({ ...line, feeItem }));
    const remark = textOrNull(input.remark);
    const common = { type: PAYMENT.income, time: new Date(time), remark, storeId };
    const [id] = await recordLines(context, order, records, common);
    return { id: id! };
  },
});

interface MoneyOut {
  readonly input: Input;
  readonly lines: readonly (Line & { readonly amount: Satang; readonly field: string })[];
  readonly time: number;
  readonly confirmed: boolean;
}

/** Money that goes out by hand: a refund for each line, within its limits. Who may everything carries it out at once (D-PERM-10). */
async function moneyOut(
  context: RentalContext,
  order: OrderRow,
  { input, lines, time, confirmed }: MoneyOut,
): Promise<{ id: number | null; refundId: number }> {
  context.require('refund-add');
  const reason = textOrNull(input.remark);
  requireNone(
    [
      ...paymentTimeProblems({ time, now: context.now }),
      ...(reason === null ? [problem('field.required', {}, 'remark')] : []),
    ],
    context,
  );
  const feeItem = (input.feeItem ?? 'total') as FeeItem | 'total';
  const ids: number[] = [];
  const refundIds: number[] = [];
  for (const { amount, method, transactionNo, payerAccount, field } of lines) {
    const now = await context.row('order', order.id);
    const asked = {
      ...{ feeItem, amount, method, confirmed },
      payeeAccount: textOrNull(payerAccount),
      methodReason: textOrNull(input.methodReason),
    };
    const problems = await refundProblems(context, now, asked);
    requireNone(
      problems.map((one) => (one.field === 'amount' ? { ...one, field } : one)),
      context,
    );
    const refund = await askRefund(context, now, { ...asked, reason: reason!, remark: null });
    await noteRefund(context, refund);
    refundIds.push(refund.id);
    if (permits(context.actor.permissions, WILDCARD))
      ids.push(
        await payRefund(context, now, refund, {
          transactionNo: textOrNull(transactionNo),
          time: new Date(time),
          storeId: moneyStoreOf(context, now, { chosen: input.storeId, methods: [method] }),
        }),
      );
  }
  return { id: ids[0] ?? null, refundId: refundIds[0]! };
}

/** The payment records of an order with who wrote them, oldest first. */
export const paymentRows = (db: RentalDatabase, orderId: number) =>
  db
    .selectFrom('payment')
    .leftJoin('user', 'user.id', 'payment.operatorId')
    .leftJoin('store', 'store.id', 'payment.storeId')
    .select(['payment.storeId', 'store.storeName'])
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
    storeName: row.storeName ?? '',
    time: wireTime(row.time, timeZone),
  }));

export const payments = defineCommand(calls.payments, {
  async run({ id }, context) {
    const order = await context.row('order', id);
    return paymentRecords(await paymentRows(context.db, id).execute(), await zoneOf(context, order));
  },
});
