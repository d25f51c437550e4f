import type { Random } from 'forecourt/model';
import type { Row } from 'forecourt/server';
import {
  COUPON,
  DAY,
  couponCode,
  couponTerms,
  fromBaht,
  type CouponValues,
  type Coupon,
} from '../../../rules/index.ts';

const KINDS: readonly CouponValues[] = [
  { type: 1, amount: fromBaht(3000), discountAmount: fromBaht(400), rentalPeriod: null, discountDays: null },
  { type: 1, amount: fromBaht(1000), discountAmount: fromBaht(100), rentalPeriod: null, discountDays: null },
  { type: 2, amount: null, discountAmount: null, rentalPeriod: 5, discountDays: 1 },
];
const UNUSED = 36;
const CANCELLED = 5;
/** Every so many orders of the back office was paid with one, where the rental is long enough. */
const ONE_IN = 40;

interface DemoCoupons {
  /** The coupon that an order has redeemed, if it has one. */
  redeemed(orderId: number): { readonly code: string; readonly terms: Coupon; readonly row: Row } | undefined;
  /** Those that nobody has used. */
  readonly others: readonly Row[];
}

/** Coupons of three kinds, from random numbers of their own: orders are the same with and without them. */
export function demoCoupons(random: Random, now: number): DemoCoupons {
  const codes = new Set<string>();
  const fresh = (): string => {
    const code = couponCode((limit) => random.int(0, limit - 1));
    if (codes.has(code)) return fresh();
    codes.add(code);
    return code;
  };
  const others = Array.from({ length: UNUSED + CANCELLED }, (_, index): Row => {
    const made = new Date(now - random.int(1, 60) * DAY).toISOString();
    const cancelled = index >= UNUSED;
    return {
      ...KINDS[index % KINDS.length],
      code: fresh(),
      status: cancelled ? COUPON.cancelled : COUPON.unused,
      cancelTime: cancelled ? new Date(now - DAY).toISOString() : null,
      createTime: made,
      updateTime: made,
    };
  });
  return {
    others,
    redeemed(orderId) {
      if (orderId % ONE_IN !== 11) return undefined;
      const values = KINDS[orderId % KINDS.length]!;
      const code = fresh();
      return { code, terms: couponTerms(values), row: { ...values, code, status: COUPON.used, orderId } };
    },
  };
}
