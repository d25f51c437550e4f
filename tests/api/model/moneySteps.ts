import fc from 'fast-check';
import { expect } from 'vitest';
import {
  applicableOf,
  dayOf,
  deductibleOf,
  dueOf,
  giveOut,
  heldOf,
  level,
  paidOf,
  pendingOf,
  refundableOf,
  take,
  waivedOf,
  type Item,
  type Order,
  type Place,
} from './desk.ts';
import { onOrder, step, type Ask, type Step } from './step.ts';
import { baht, call } from './world.ts';

/** Of a limit: part of it, all, one satang too much; and one satang. */
/** Paid charges go back, by whichever way. */
const ANYHOW = { confirmed: 1, methodReason: 'closed' };
/** Money goes back by whichever way. */
const SOMEHOW = { methodReason: 'closed' };
const PART = fc.constantFrom('60 %', 'all', 'one satang more', 'one satang');
const amountOf = (limit: number, part: string): number => {
  if (part === 'one satang') return 1;
  const amount = part === '60 %' ? Math.round(limit * 0.6) : limit + (part === 'all' ? 0 : 1);
  return Math.max(1, amount);
};
const ITEMS: readonly Item[] = ['total', 'orderDeposit', 'violationDeposit'];
const WHO = fc.constantFrom('ops' as const, 'finance' as const);
const OUTCOME = fc.record({ which: fc.nat(5), success: fc.boolean(), who: WHO });

const pay = onOrder(
  'pay',
  fc.record({ part: PART, item: fc.constantFrom(...ITEMS), confirmed: fc.boolean() }),
  async (order, { part, item, confirmed }, ask) => {
    const amount = amountOf(dueOf(order), part);
    const { done } = await ask('/order/payment/save', {
      orderId: order.id,
      amount: baht(amount),
      method: 5,
      feeItem: item,
      ...(confirmed && { confirmed: 1 }),
    });
    const isOwed = dueOf(order) > 0 && amount <= dueOf(order);
    expect(done).toBe(order.status === -1 ? isOwed : amount <= dueOf(order) || confirmed);
    if (done) take(order, item, amount);
    return done;
  },
);

const payAll = onOrder('pay what is due', fc.constant(null), async (order, _none, ask) => {
  const amount = Math.max(1, dueOf(order));
  const { done } = await ask('/order/payment/save', { orderId: order.id, amount: baht(amount), method: 1 });
  expect(done).toBe(dueOf(order) > 0);
  if (done) take(order, 'total', amount);
  return done;
});

/** Money that went to the wrong order goes out of it by the one door: asked back, and carried out by another person. */
const correct = onOrder('correct a payment', PART, async (order, part, ask) => {
  const held = Math.max(0, paidOf(order) - pendingOf(order));
  const amount = amountOf(held, part);
  const body = { orderId: order.id, type: 2, amount: baht(amount), method: 5, remark: 'typed wrong', ...ANYHOW };
  const { done, data } = await ask('/order/payment/save', body);
  expect(done).toBe(order.status !== -1 && amount <= held);
  if (!done) return false;
  const { refundId } = data as unknown as { refundId: number };
  order.refunds.push({ id: refundId, item: 'total', amount, status: 0, askedBy: 'ops', confirmed: true });
  return true;
});

const applyDeposit = onOrder(
  'apply deposit',
  fc.record({ part: PART, item: fc.constantFrom('orderDeposit' as const, 'violationDeposit' as const) }),
  async (order, { part, item }, ask) => {
    const limit = applicableOf(order, item);
    const amount = amountOf(limit, part);
    const { done } = await ask('/order/deposit/apply', { orderId: order.id, feeItem: item, amount: baht(amount) });
    expect(done, `${amount} of ${limit} satang`).toBe(order.status === 3 && amount <= limit);
    if (done) {
      order.held[item] -= amount;
      level(order);
    }
    return done;
  },
  (order) => order.status === 3 && dueOf(order) > 0 && heldOf(order) > 0,
);

/** What a deposit is for: damage is found after the return, and the deposit pays it. */
const damageFromDeposit = onOrder(
  'damage paid by the deposit',
  fc.constantFrom('orderDeposit' as const, 'violationDeposit' as const),
  async (order, item, ask) => {
    if (order.status !== 3 || order.held[item] <= pendingOf(order, item)) return false;
    const fee = { orderId: order.id, type: 1, amount: 100, remark: 'a dent' };
    expect((await ask('/order/additionalfee', fee)).done).toBe(true);
    order.manual += 100_00;
    const amount = applicableOf(order, item);
    if (amount <= 0) return true;
    const { done } = await ask('/order/deposit/apply', { orderId: order.id, feeItem: item, amount: baht(amount) });
    expect(done, `all of ${amount} satang`).toBe(true);
    order.held[item] -= amount;
    return true;
  },
  (order) => order.status === 3 && heldOf(order) > 0,
);

const requestRefund = onOrder(
  'request refund',
  fc.record({ part: PART, item: fc.constantFrom(...ITEMS) }),
  async (order, { part, item }, ask) => {
    const limit = refundableOf(order, item);
    const amount = amountOf(limit, part);
    const body = { orderId: order.id, feeItem: item, amount: baht(amount), method: 5, reason: 'too much', ...SOMEHOW };
    const { done, data } = await ask('/order/refund/save', body);
    expect(done, `${amount} of ${limit} satang`).toBe(amount <= limit);
    if (done) order.refunds.push({ id: data!.id, item, amount, status: 0, askedBy: 'ops', confirmed: false });
    return done;
  },
);

/** A step on one of the records there are. */
const among = <T>(records: readonly T[], which: number): T | undefined => records[which % Math.max(1, records.length)];
const result = (path: string, id: number, success: boolean) =>
  [path, { id, success: success ? 1 : 0, ...(success ? {} : { failReason: 'account closed' }) }] as const;

const refundResult = onOrder('result of refund', OUTCOME, async (order, { which, success, who }, ask) => {
  const refund = among(order.refunds, which);
  if (!refund) return false;
  const { done } = await ask(...result('/order/refund/result', refund.id, success), who);
  const isHeld = refund.item === 'total' || refund.amount <= order.held[refund.item];
  expect(done).toBe(refund.status === 0 && (!success || (refund.askedBy !== who && isHeld)));
  if (!done) return false;
  refund.status = success ? 1 : -1;
  if (success) giveOut(order, refund.item, refund.amount);
  return true;
});

const retryRefund = onOrder(
  'retry refund',
  fc.record({ which: fc.nat(5), part: fc.option(PART, { freq: 2 }), who: WHO }),
  async (order, { which, part, who }, ask) => {
    const refund = among(order.refunds, which);
    if (!refund) return false;
    const limit = refund.confirmed ? Math.max(0, paidOf(order) - pendingOf(order)) : refundableOf(order, refund.item);
    const amount = part === null ? refund.amount : amountOf(limit, part);
    const { done } = await ask('/order/refund/retry', { id: refund.id, amount: baht(amount), ...SOMEHOW }, who);
    expect(done).toBe(refund.status === -1 && amount <= limit);
    if (done) Object.assign(refund, { amount, status: 0, askedBy: amount === refund.amount ? refund.askedBy : who });
    return done;
  },
);

/** Too much paid, asked back, and the account of the renter turns out to be closed. */
const refundFails = onOrder('a refund that fails', fc.constant(null), async (order, _none, ask) => {
  if (order.status === -1) return false;
  const amount = dueOf(order) + 100_00;
  const payment = { orderId: order.id, amount: baht(amount), method: 5, confirmed: 1 };
  expect((await ask('/order/payment/save', payment)).done).toBe(true);
  take(order, 'total', amount);
  const body = { orderId: order.id, feeItem: 'total', amount: 100, method: 5, reason: 'too much', ...SOMEHOW };
  const { done, data } = await ask('/order/refund/save', body);
  expect(done).toBe(refundableOf(order, 'total') >= 100_00);
  if (!done) return true;
  expect((await ask(...result('/order/refund/result', data!.id, false), 'finance')).done).toBe(true);
  order.refunds.push({ id: data!.id, item: 'total', amount: 100_00, status: -1, askedBy: 'ops', confirmed: false });
  return true;
});

const mayDeduct = (order: Order): boolean => waivedOf(order) > 0 && (order.status === 2 || order.status === 3);

const submitDeduction = onOrder('submit deduction', PART, async (order, part, ask) => {
  const amount = amountOf(deductibleOf(order), part);
  const body = { orderId: order.id, type: 1, amount: baht(amount), reason: 'a dent' };
  const { done, data } = await ask('/order/deduct/save', body);
  expect(done).toBe(mayDeduct(order) && amount <= deductibleOf(order));
  if (done) order.deductions.push({ id: data!.id, amount, status: 1, submittedBy: 'ops' });
  return done;
});

/** What mostly happens to a deduction: looked at by another person, and answered by the channel. */
const takeDeduction = onOrder('take a deduction', fc.boolean(), async (order, success, ask) => {
  const amount = Math.min(100_00, deductibleOf(order));
  if (!mayDeduct(order) || amount <= 0) return false;
  const { done, data } = await ask('/order/deduct/save', {
    orderId: order.id,
    type: 2,
    amount: baht(amount),
    reason: 'a fine',
  });
  expect(done).toBe(true);
  const { id } = data!;
  expect((await ask('/order/deduct/review', { id }, 'finance')).done).toBe(true);
  expect((await ask(...result('/order/deduct/result', id, success), 'finance')).done).toBe(true);
  order.deductions.push({ id, amount, status: success ? 3 : -1, submittedBy: 'ops' });
  if (success) take(order, 'total', amount);
  return true;
});

const editDeduction = onOrder(
  'correct deduction',
  fc.record({ which: fc.nat(5), part: PART, who: WHO }),
  async (order, { which, part, who }, ask) => {
    const deduction = among(order.deductions, which);
    if (!deduction) return false;
    const limit = deductibleOf(order, deduction);
    const amount = amountOf(limit, part);
    const { done } = await ask('/order/deduct/save', { id: deduction.id, amount: baht(amount) }, who);
    expect(done).toBe(deduction.status === 1 && mayDeduct(order) && amount <= limit);
    // Who says how much has asked for it: four eyes look at the amount that is taken.
    if (done && amount !== deduction.amount) Object.assign(deduction, { amount, submittedBy: who });
    return done;
  },
);

const reviewDeduction = onOrder(
  'review deduction',
  fc.record({ which: fc.nat(5), who: WHO }),
  async (order, { which, who }, ask) => {
    const deduction = among(order.deductions, which);
    if (!deduction) return false;
    const { done } = await ask('/order/deduct/review', { id: deduction.id }, who);
    expect(done).toBe(deduction.status === 1 && deduction.submittedBy !== who);
    if (done) deduction.status = 2;
    return done;
  },
);

const deductionResult = onOrder('result of deduction', OUTCOME, async (order, { which, success, who }, ask: Ask) => {
  const deduction = among(order.deductions, which);
  if (!deduction) return false;
  const { done } = await ask(...result('/order/deduct/result', deduction.id, success), who);
  expect(done).toBe(deduction.status === 2 && (!success || deduction.submittedBy !== who));
  if (!done) return false;
  deduction.status = success ? 3 : -1;
  if (success) take(order, 'total', deduction.amount);
  return true;
});

const retryDeduction = onOrder('retry deduction', fc.nat(5), async (order, which, ask) => {
  const deduction = among(order.deductions, which);
  if (!deduction) return false;
  const { done } = await ask('/order/deduct/retry', { id: deduction.id }, 'finance');
  expect(done).toBe(deduction.status === -1 && mayDeduct(order) && deduction.amount <= deductibleOf(order, deduction));
  if (done) deduction.status = 2;
  return done;
});

const revokeDeduction = onOrder('revoke deduction', fc.nat(5), async (order, which, ask) => {
  const deduction = among(order.deductions, which);
  if (!deduction) return false;
  const { done } = await ask('/order/deduct/revoke', { id: deduction.id, reason: 'found' });
  expect(done).toBe([1, 2, -1].includes(deduction.status));
  if (done) deduction.status = 4;
  return done;
});

/** A counted day is locked: it is counted once. */
const closeDay: fc.Arbitrary<Step> = fc.constantFrom<Place>('here', 'here', 'there').map((place) =>
  step(`close the day ${place}`, async (desk, real) => {
    const today = dayOf(desk.now);
    const body = { storeId: real.stores[place], kind: 2, float: 0, counted: 1000, carried: 0, reason: 'counted' };
    const { statusCode } = await call(real, desk, 'ops', '/order/drawercount/count', body);
    expect(statusCode === 200, 'a day is counted once').toBe(today > desk.closed[place]);
    desk.closed[place] = Math.max(today, desk.closed[place]);
  }),
);

export const moneySteps: readonly fc.Arbitrary<Step>[] = [
  ...[pay, payAll, payAll, correct, requestRefund, refundResult, refundResult, refundFails],
  ...[applyDeposit, damageFromDeposit, damageFromDeposit],
  ...[retryRefund, retryRefund, closeDay],
  ...[submitDeduction, submitDeduction, takeDeduction, takeDeduction, editDeduction, reviewDeduction, reviewDeduction],
  ...[deductionResult, deductionResult, retryDeduction, retryDeduction, revokeDeduction, revokeDeduction],
];
