import type { Row } from 'forecourt/server';
import {
  DAY,
  DEDUCTION,
  HOUR,
  PAYMENT,
  REFUND,
  depositWay,
  satang,
  sumOf,
  type FeeLine,
  type Satang,
} from '../../../rules/index.ts';
import { iso, orderNo, type Draft } from './draft.ts';
import type { OrderRows, World } from './world.ts';

/** Books a payment record of the order that is being written. */
export type Pay = (amount: Satang, at: number, type: 1 | 2, more: Row) => void;

const DEPOSITS = [
  { feeItem: 'orderDeposit', days: 7 },
  { feeItem: 'violationDeposit', days: 30 },
] as const;

/** Deposits of an order that was returned go back when they are due; the last days are still asked for, some have failed. */
export function refundDeposits(world: World, rows: OrderRows, draft: Draft, returnedAt: number, pay: Pay): void {
  const { random, now, staff } = world;
  for (const { feeItem, days } of DEPOSITS) {
    const at = returnedAt + days * DAY + HOUR;
    const amount = sumOf(draft.quote.fees, feeItem);
    if (at > now || amount <= 0 || depositWay(draft.trip, feeItem) !== 1) continue;
    const fresh = now - at < 2 * DAY;
    const status = fresh
      ? random.weighted([
          [REFUND.submitted, 70],
          [REFUND.success, 20],
          [REFUND.failed, 10],
        ] as const)
      : REFUND.success;
    rows.refund.push({
      refundNo: orderNo('F', at, rows.refund.length % 100_000),
      orderId: draft.id,
      feeItem,
      amount,
      method: 1,
      reason: '押金退还 deposit returned',
      status,
      failReason: status === REFUND.failed ? '账户已注销 account closed' : null,
      applyTime: iso(at),
      finishTime: status === REFUND.submitted ? null : iso(at + HOUR),
      requesterId: draft.clerk,
      operatorId: status === REFUND.submitted ? null : staff.finance,
    });
    if (status !== REFUND.success) continue;
    pay(amount, Math.min(at + HOUR, now), PAYMENT.refund, {
      feeItem,
      method: 1,
      refundId: rows.refund.length,
      operatorId: staff.finance,
    });
  }
}

const CAUSES = [
  [1, '左前门划痕 scratch on the left front door', 3500_00],
  [1, '轮毂受损 damaged rim', 2200_00],
  [2, '超速罚单 speeding ticket', 1000_00],
  [2, '违停罚单 parking fine', 500_00],
  [3, '车内清洁 cleaning of the interior', 800_00],
] as const;

/** Now and then something is taken from a waived deposit, in every state that this can be in. Answers the line of the bill, where it was carried out. */
export function deduct(world: World, rows: OrderRows, draft: Draft, from: number, pay: Pay): readonly FeeLine[] {
  const { random, now, staff } = world;
  if (!random.chance(0.06)) return [];
  const [type, reason, cost] = random.pick(CAUSES);
  const amount = satang(cost);
  const submitted = Math.min(from + random.int(1, 48) * HOUR, now - 30 * 60_000);
  const status = random.weighted([
    [DEDUCTION.submitted, 15],
    [DEDUCTION.awaiting, 15],
    [DEDUCTION.deducted, 50],
    [DEDUCTION.revoked, 10],
    [DEDUCTION.failed, 10],
  ] as const);
  const done = Math.min(submitted + 2 * HOUR, now - 60_000);
  const over = status !== DEDUCTION.submitted && status !== DEDUCTION.awaiting;
  rows.deduction.push({
    deductNo: orderNo('D', submitted, rows.deduction.length % 100_000),
    orderId: draft.id,
    type,
    amount,
    reason,
    images: [],
    status,
    transactionNo: status === DEDUCTION.deducted ? `CH${random.digits(14)}` : null,
    failReason: status === DEDUCTION.failed ? '渠道拒绝扣款 refused by the channel' : null,
    revokeReason: status === DEDUCTION.revoked ? '客人已付现金 paid in cash' : null,
    submitTime: iso(submitted),
    reviewTime:
      status === DEDUCTION.submitted || status === DEDUCTION.revoked ? null : iso(Math.min(submitted + HOUR, done)),
    finishTime: over ? iso(done) : null,
    submitterId: draft.clerk,
    operatorId: status === DEDUCTION.submitted ? null : staff.finance,
  });
  if (status !== DEDUCTION.deducted) return [];
  const deductionId = rows.deduction.length;
  rows.orderFee.push({
    orderId: draft.id,
    item: 'additional',
    amount,
    source: 'deduction',
    remark: reason,
    deductionId,
    voided: 0,
    operatorId: staff.finance,
    time: iso(done),
  });
  pay(amount, done, PAYMENT.income, { feeItem: 'additional', method: 7, deductionId, operatorId: staff.finance });
  return [{ item: 'additional', amount, source: 'deduction' }];
}
