import type { Refusal } from 'forecourt/server';
import { calls } from '../../calls/index.ts';
import { REFUND, isDepositItem, nextRefundState, problem, satang } from '../../rules/index.ts';
import type { DepositItem, FeeItem, RefundEvent, RefundStatus } from '../../rules/index.ts';
import { defineCommand } from '../database.ts';
import type { OrderRow, RentalContext, RowOf } from '../database.ts';
import {
  applyDeposits,
  askDepositsBack,
  askRefund,
  beginStep,
  moneyStoreOf,
  noteRefund,
  payRefund,
  refundFacts,
  refundProblems,
  type RefundAsked,
} from '../order/index.ts';
import { reasonOf, refusalOf, requireNone, satangOf } from '../problems.ts';
import { requireFailReason, requireOther, textOrNull } from './payouts.ts';

type RefundRow = RowOf<'refund'>;

interface DepositsBack {
  readonly deposits: readonly DepositItem[];
  /** Baht of them that pay charges and do not go back. */
  readonly keep?: number;
  readonly reason: string;
  readonly remark: string | null;
}

/** Asks deposits back, less what of them pays charges that are due (D-REF-02). Answers the first refund; null: all of it was kept. */
async function depositsBack(
  context: RentalContext,
  order: OrderRow,
  { deposits, keep, reason, remark }: DepositsBack,
): Promise<number | null> {
  if (keep !== undefined) {
    context.require('order-edit');
    const amount = satangOf(keep, 'keep');
    await applyDeposits(context, order.id, { items: deposits, amount, remark: reason, field: 'keep' });
  }
  const now = keep === undefined ? order : await context.row('order', order.id);
  const refunds = await askDepositsBack(context, now, deposits, { reason, remark, mayBeEmpty: keep !== undefined });
  for (const refund of refunds) await noteRefund(context, refund);
  return refunds[0]?.id ?? null;
}

/** Asks for money back (F1, O19). Nothing is paid out by it. */
export const requestRefund = defineCommand(calls.requestRefund, {
  async run(input, context) {
    const { order } = await beginStep(context, input.orderId, 'refundrequest');
    const said = { reason: input.reason.trim(), remark: textOrNull(input.remark) };
    if (input.deposits)
      return { id: await depositsBack(context, order, { ...said, deposits: input.deposits, keep: input.keep }) };
    requireNone(input.keep === undefined ? [] : [problem('field.required', {}, 'deposits')], context);
    const missing = (['feeItem', 'amount', 'method'] as const).filter((name) => input[name] === undefined);
    requireNone(
      missing.map((name) => problem('field.required', {}, name)),
      context,
    );
    const asked: RefundAsked = {
      feeItem: input.feeItem as FeeItem | 'total',
      amount: satangOf(input.amount!, 'amount'),
      method: input.method!,
      payeeAccount: textOrNull(input.payeeAccount),
      confirmed: input.confirmed === 1,
      methodReason: textOrNull(input.methodReason),
    };
    requireNone(await refundProblems(context, order, asked), context);
    const refund = await askRefund(context, order, { ...asked, ...said });
    await noteRefund(context, refund);
    return { id: refund.id };
  },
});

/** The refund and its order, both locked. */
async function lockRefund(context: RentalContext, id: number): Promise<{ refund: RefundRow; order: OrderRow }> {
  const refund = await context.row('refund', id, { lock: true });
  return { refund, order: await context.row('order', refund.orderId, { lock: true }) };
}

function stateAfter(context: RentalContext, refund: RefundRow, event: RefundEvent): RefundStatus {
  const step = nextRefundState(refund.status as RefundStatus, event);
  if (!step.ok) throw refusalOf([step.refusal], context);
  return step.to;
}

/**
 * What became of a refund (F2, F3): carried out, it is a payment record of the order; failed, it says why. Reported twice with the same
 * transaction number, it is carried out once.
 */
export const refundResult = defineCommand(calls.refundResult, {
  async run({ id, success, ...input }, context) {
    if (success === 1) {
      await carryOut(context, id, { transactionNo: textOrNull(input.transactionNo), chosen: input.paidByStoreId });
      return null;
    }
    const { refund } = await lockRefund(context, id);
    const status = stateAfter(context, refund, 'failure');
    await finish(context, refund, { status, failReason: requireFailReason(context, input) });
    return null;
  },
});

interface CarriedOut {
  readonly transactionNo: string | null;
  /** The number of the payment record where it is another than that of the refund. */
  readonly recordedAs?: string | null;
  /** The store that pays, where somebody chose it. */
  readonly chosen?: number | null;
}

async function carryOut(
  context: RentalContext,
  id: number,
  { transactionNo, recordedAs = transactionNo, chosen }: CarriedOut,
): Promise<void> {
  const { refund, order } = await lockRefund(context, id);
  const again = refund.status === REFUND.success && transactionNo !== null;
  if (again && transactionNo === refund.transactionNo) return;
  stateAfter(context, refund, 'success');
  requireOther(context, 'refund', refund.requesterId);
  const feeItem = refund.feeItem as FeeItem | 'total';
  // What is held may have paid charges since, or have gone back another way.
  const { held } = await refundFacts(context.db, order, feeItem);
  if (isDepositItem(feeItem) && refund.amount > held[feeItem])
    requireNone([problem('deposit.refusal.nothingHeld')], context);
  const storeId = moneyStoreOf(context, order, { chosen, methods: [refund.method], field: 'paidByStoreId' });
  await payRefund(context, order, refund, { transactionNo, recordedAs, storeId });
}

/**
 * Locks all of them before anything is done: first the refunds, then their orders, each by id, as one refund alone does it. Two of one
 * order would otherwise lock the order between them, and wait for whoever reports the second one.
 */
async function lockRefunds(context: RentalContext, ids: readonly number[]): Promise<ReadonlyMap<number, RefundRow>> {
  const refunds = new Map<number, RefundRow>();
  const orders = new Set<number>();
  for (const id of ids) {
    const found = await context.attempt(() => context.row('refund', id, { lock: true }));
    // Who does not see it is told so with the others that are left.
    if ('refusal' in found) continue;
    refunds.set(id, found.value);
    orders.add(found.value.orderId);
  }
  for (const id of [...orders].toSorted((a, b) => a - b)) await context.row('order', id, { lock: true });
  return refunds;
}

/**
 * Several refunds carried out by one transfer (F2): each by the rules of one alone. Those that may not be are named with the reason and left
 * as they were, the others are done; when none may be, the first reason is the refusal.
 * A transaction number is recorded once a method: the first payment record has it, the others have it with the number of their refund.
 */
export const carryOutRefunds = defineCommand(calls.carryOutRefunds, {
  async run({ ids, ...input }, context) {
    const transactionNo = textOrNull(input.transactionNo);
    const asked = ids.toSorted((a, b) => a - b);
    const refunds = await lockRefunds(context, asked);
    // Reported before, perhaps one by one: their number is recorded.
    const reported = [...refunds.values()].filter(({ status }) => status === REFUND.success);
    const recorded = new Set(
      reported.filter((refund) => refund.transactionNo === transactionNo).map(({ method }) => method as unknown),
    );
    const failures: { id: number; name: string; message: string }[] = [];
    let first: Refusal | undefined;
    for (const id of asked) {
      const { refundNo, method } = refunds.get(id) ?? {};
      const recordedAs = transactionNo && recorded.has(method) ? `${transactionNo}/${refundNo}` : transactionNo;
      const outcome = await context.attempt(() =>
        carryOut(context, id, { transactionNo, recordedAs, chosen: input.paidByStoreId }),
      );
      if ('refusal' in outcome) {
        first ??= outcome.refusal;
        failures.push({ id, name: refundNo ?? `#${id}`, message: reasonOf(outcome.refusal, context) });
      } else recorded.add(method);
    }
    if (first && failures.length === asked.length) throw first;
    return { count: asked.length - failures.length, failures };
  },
});

async function finish(context: RentalContext, refund: RefundRow, changes: Record<string, unknown>): Promise<void> {
  await context.write.update(
    'refund',
    refund.id,
    { ...changes, finishTime: new Date(context.now), operatorId: context.actor.id },
    { expect: { status: refund.status } },
  );
}

/**
 * Asks again for a refund that failed (F4), with another amount or account where these were wrong: then it is who asks again that has asked,
 * and another person carries it out. The reason stays in the log.
 */
export const retryRefund = defineCommand(calls.retryRefund, {
  async run({ id, ...input }, context) {
    const { refund, order } = await lockRefund(context, id);
    const status = stateAfter(context, refund, 'retry');
    const amount = input.amount === undefined ? satang(refund.amount) : satangOf(input.amount, 'amount');
    const confirmed = input.confirmed === 1 || refund.confirmed === 1;
    const method = input.method ?? refund.method;
    const payeeAccount = input.payeeAccount === undefined ? refund.payeeAccount : textOrNull(input.payeeAccount);
    const methodReason = input.methodReason === undefined ? refund.methodReason : textOrNull(input.methodReason);
    const feeItem = refund.feeItem as FeeItem | 'total';
    const asked = { feeItem, amount, method, payeeAccount, confirmed, methodReason };
    requireNone(await refundProblems(context, order, asked), context);
    const asksAnew =
      amount !== refund.amount ||
      confirmed !== (refund.confirmed === 1) ||
      method !== refund.method ||
      payeeAccount !== textOrNull(refund.payeeAccount);
    await context.write.update(
      'refund',
      id,
      {
        status,
        amount,
        method,
        payeeAccount,
        confirmed: confirmed ? 1 : 0,
        methodReason,
        ...(asksAnew && { requesterId: context.actor.id }),
        failReason: null,
        finishTime: null,
        operatorId: null,
      },
      { expect: { status: refund.status } },
    );
    return null;
  },
});
