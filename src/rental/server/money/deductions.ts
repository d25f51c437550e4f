import { calls } from '../../calls/index.ts';
import {
  DEDUCTION,
  PAYMENT,
  deductionProblem,
  nextDeductionState,
  otherOrderProblem,
  satang,
} from '../../rules/index.ts';
import type { DeductionEvent, DeductionStatus, Problem } from '../../rules/index.ts';
import { defineCommand } from '../database.ts';
import type { Hooks, OrderRow, RentalContext, RowOf } from '../database.ts';
import { nextNumber } from '../numbers/index.ts';
import { addLine, recordPayment, waivedOf, zoneOf } from '../order/index.ts';
import { refusalOf, requireNone } from '../problems.ts';
import { completeViolation, lockForClaim } from '../violationClaims/index.ts';
import { requireFailReason, requireOther, textOrNull } from './payouts.ts';

type DeductionRow = RowOf<'deduction'>;

const OTHER = 7;
/** The type of a deduction that pays a fine. */
const FINE = 2;

/** May this amount be taken from the order's waived deposits, beside what is taken or under way (S1)? The order is locked. */
const amountProblem = async (
  context: RentalContext,
  order: OrderRow,
  amount: number,
  without: number | null,
): Promise<Problem | null> =>
  deductionProblem({
    ...{ terms: order, status: order.status, amount: satang(amount) },
    ...(await waivedOf(context, order, without)),
  });

const lockOrder = async (context: RentalContext, id: number): Promise<OrderRow> =>
  await context.row('order', id, { lock: true });

function stateAfter(
  context: RentalContext,
  from: DeductionRow['status'] | null,
  event: DeductionEvent,
): DeductionStatus {
  const step = nextDeductionState(from as DeductionStatus | null, event);
  if (!step.ok) throw refusalOf([step.refusal], context);
  return step.to;
}

/** The violation that a deduction names is one of its order and still free to be asked for; the order is locked. */
async function requireViolation(
  context: RentalContext,
  order: OrderRow,
  { type, violationId }: Partial<Pick<DeductionRow, 'type' | 'violationId'>>,
  without: number | null,
): Promise<void> {
  if (type !== FINE || violationId === null || violationId === undefined) return;
  await lockForClaim(context, violationId, { event: 'deduct', orderId: order.id, without });
}

/** Submit and correct (S1, S2): the generic save, within what the order's waived deposits allow. */
export const deductionHooks: Hooks<'deduction'> = {
  async beforeSave({ values, before: old, id }, context) {
    stateAfter(context, old?.status ?? null, old ? 'edit' : 'submit');
    const order = await lockOrder(context, (values.orderId ?? old?.orderId)!);
    const refusals = [
      otherOrderProblem(order.id, old?.orderId ?? null),
      await amountProblem(context, order, (values.amount ?? old?.amount)!, id),
    ];
    requireNone(
      refusals.filter((each) => each !== null),
      context,
    );
    await requireViolation(context, order, { ...old, ...values }, id);
    if (old) {
      // Who says how much has submitted it: another person reviews it (D-PERM-10).
      if ((values.amount ?? old.amount) !== old.amount) values.submitterId = context.actor.id;
      return;
    }
    values.deductNo = await nextNumber(context.db, 'D', context.now, await zoneOf(context, order));
    values.submitTime = new Date(context.now);
    values.submitterId = context.actor.id;
  },
};

/** The deduction and its order, both locked; the deduction first, as the generic save does. */
async function lockDeduction(
  context: RentalContext,
  id: number,
): Promise<{ deduction: DeductionRow; order: OrderRow }> {
  const deduction = await context.row('deduction', id, { lock: true });
  return { deduction, order: await lockOrder(context, deduction.orderId) };
}

const move = (context: RentalContext, deduction: DeductionRow, changes: Record<string, unknown>): Promise<unknown> =>
  context.write.update('deduction', deduction.id, changes, { expect: { status: deduction.status } });

/** Tells the order's channel to take the money (D-CHN-03); delivered and repeated by the outbox. */
const askChannel = (context: RentalContext, order: OrderRow, deduction: DeductionRow): Promise<unknown> =>
  context.write.message({
    channel: 'channel',
    topic: 'deduction',
    to: String(order.channel),
    payload: {
      orderId: order.id,
      orderNo: order.orderNo,
      channelOrderNo: order.channelOrderNo ?? '',
      deductionId: deduction.id,
      deductNo: deduction.deductNo,
      type: deduction.type,
      amount: deduction.amount / 100,
      reason: deduction.reason,
    },
    values: { storeId: order.pickupStoreId, orderId: order.id },
  });

/** Another person has looked at it: it goes to the channel (S3). */
export const reviewDeduction = defineCommand(calls.reviewDeduction, {
  async run({ id }, context) {
    const { deduction, order } = await lockDeduction(context, id);
    const status = stateAfter(context, deduction.status, 'review');
    requireOther(context, 'deduction', deduction.submitterId);
    await move(context, deduction, { status, reviewTime: new Date(context.now), operatorId: context.actor.id });
    await askChannel(context, order, deduction);
    return null;
  },
});

/** What the channel answered (S4, S5): taken, it is a line of the bill and the income that pays it; failed, it says why. */
export const deductionResult = defineCommand(calls.deductionResult, {
  async run({ id, success, ...input }, context) {
    const { deduction, order } = await lockDeduction(context, id);
    const transactionNo = textOrNull(input.transactionNo);
    const again = success === 1 && deduction.status === DEDUCTION.deducted && transactionNo !== null;
    if (again && transactionNo === deduction.transactionNo) return null;
    const status = stateAfter(context, deduction.status, success === 1 ? 'success' : 'failure');
    const done = { status, finishTime: new Date(context.now), operatorId: context.actor.id };
    if (success === 0) {
      await move(context, deduction, { ...done, failReason: requireFailReason(context, input) });
      return null;
    }
    requireOther(context, 'deduction', deduction.submitterId);
    await move(context, deduction, { ...done, transactionNo, failReason: null });
    const amount = satang(deduction.amount);
    const remark = `${deduction.deductNo} ${deduction.reason}`;
    await addLine(context, order.id, { item: 'additional', amount, source: 'deduction', remark, deductionId: id });
    // Its own money pays the line: no deposit that is held may come first.
    await recordPayment(context, order, {
      type: PAYMENT.income,
      amount,
      feeItem: 'additional',
      method: OTHER,
      transactionNo,
      deductionId: id,
      remark: deduction.deductNo,
    });
    if (deduction.violationId !== null) await completeViolation(context, deduction.violationId);
    return null;
  },
});

/** Asks the channel once more for what failed (S6), as long as the waived deposits still allow it. */
export const retryDeduction = defineCommand(calls.retryDeduction, {
  async run({ id }, context) {
    const { deduction, order } = await lockDeduction(context, id);
    const status = stateAfter(context, deduction.status, 'retry');
    const refusal = await amountProblem(context, order, deduction.amount, id);
    requireNone(refusal ? [refusal] : [], context);
    await move(context, deduction, { status, failReason: null, finishTime: null });
    await askChannel(context, order, deduction);
    return null;
  },
});

/** Takes a deduction back before it is carried out (S7). */
export const revokeDeduction = defineCommand(calls.revokeDeduction, {
  async run({ id, reason }, context) {
    const { deduction } = await lockDeduction(context, id);
    const status = stateAfter(context, deduction.status, 'revoke');
    await move(context, deduction, {
      status,
      revokeReason: reason.trim(),
      finishTime: new Date(context.now),
      operatorId: context.actor.id,
    });
    return null;
  },
});
