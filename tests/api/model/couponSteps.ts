import fc from 'fast-check';
import { expect } from 'vitest';
import { couponOff, giveBack, type Coupon, type CouponTerms, type Desk, type Order } from './desk.ts';
import { onOrder, step, type Step } from './step.ts';
import { baht, call } from './world.ts';

const TERMS = fc.constantFrom<CouponTerms>(
  { type: 1, from: 1200_00, off: 200_00 },
  { type: 1, from: 4800_00, off: 20_000_00 },
  { type: 2, from: 2, off: 1 },
  { type: 2, from: 4, off: 9 },
);
const form = ({ type, from, off }: CouponTerms): object =>
  type === 1
    ? { type, amount: baht(from), discountAmount: baht(off) }
    : { type, rentalPeriod: from, discountDays: off };

/** More of them would only be coupons that nobody uses. */
const ENOUGH = 6;
const among = (desk: Desk, which: number): Coupon => desk.coupons[which % desk.coupons.length]!;

const redeem = onOrder('redeem coupon', fc.nat(ENOUGH - 1), async (order, which, ask, desk) => {
  const coupon = among(desk, which);
  const { done } = await ask('/order/coupon/redeem', { orderId: order.id, code: coupon.code });
  const off = couponOff(coupon, order);
  expect(done, `${coupon.code} is ${coupon.status}`).toBe(
    order.status === 1 && order.coupon === null && coupon.status === 0 && off !== undefined,
  );
  if (!done) return false;
  Object.assign(coupon, { status: 1, orderId: order.id });
  order.coupon = coupon;
  order.couponOff = off!;
  return true;
});

const remove = onOrder('remove coupon', fc.constant(null), async (order, _none, ask) => {
  const { done } = await ask('/order/coupon/remove', { orderId: order.id });
  expect(done).toBe(order.status === 1 && order.coupon !== null);
  if (done) giveBack(order);
  return done;
});

const generate = onOrder('generate coupon', TERMS, async (order: Order, terms, ask, desk) => {
  if (desk.coupons.length >= ENOUGH) return false;
  const { done, data } = await ask('/order/coupon/generate', { orderId: order.id, ...form(terms) });
  expect(done).toBe(order.status !== -1);
  if (!done) return false;
  const { id, code } = data as unknown as { id: number; code: string };
  desk.coupons.push({ id, code, terms, status: 0, orderId: null });
  return true;
});

/** Other terms for a coupon: those of one that an order has stay as they are. */
const edit: fc.Arbitrary<Step> = fc.tuple(fc.nat(ENOUGH - 1), TERMS).map(([which, terms]) =>
  step(`coupon ${which}: ${JSON.stringify(terms)}`, async (desk, real) => {
    const coupon = among(desk, which);
    const { statusCode } = await call(real, desk, 'ops', '/coupon/save', { id: coupon.id, ...form(terms) });
    expect(statusCode === 200).toBe(coupon.status === 0);
    if (statusCode === 200) coupon.terms = terms;
  }),
);

/** All but one: else the rest of a run has none. */
const cancel: fc.Arbitrary<Step> = fc.nat(ENOUGH - 1).map((which) =>
  step(`coupon ${which}: cancel`, async (desk, real) => {
    const coupon = among(desk, which);
    if (coupon === desk.coupons[0]) return;
    const { statusCode } = await call(real, desk, 'ops', '/coupon/cancel', { id: coupon.id });
    expect(statusCode === 200).toBe(coupon.status === 0);
    if (statusCode === 200) coupon.status = -1;
  }),
);

export const couponSteps: readonly fc.Arbitrary<Step>[] = [redeem, redeem, redeem, remove, generate, edit, cancel];
