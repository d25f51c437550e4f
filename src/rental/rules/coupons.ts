import type { Coupon } from './discount.ts';
import { ZERO } from './money.ts';
import type { Satang } from './money.ts';
import { problem } from './problem.ts';
import type { Problem } from './problem.ts';

/** Capitals and digits that nobody reads wrong over the telephone: no 0 O 1 I L (D-CPN-04). */
export const COUPON_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
export const COUPON_CODE_LENGTH = 10;
export const MAX_COUPON_BATCH = 100;

/** A code out of random numbers: `below(n)` answers a whole number from 0 to n − 1, each as likely as the others. */
export const couponCode = (below: (limit: number) => number): string =>
  Array.from({ length: COUPON_CODE_LENGTH }, () => COUPON_ALPHABET[below(COUPON_ALPHABET.length)]).join('');

/** A code as it was typed or scanned, in the form that is stored: capitals, without blanks and dashes. */
export const enteredCode = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase();

/** What a coupon's form holds; null is a field left empty. */
export interface CouponValues {
  readonly type: 1 | 2;
  readonly amount: Satang | null;
  readonly discountAmount: Satang | null;
  readonly rentalPeriod: number | null;
  readonly discountDays: number | null;
}

const FIELDS = { 1: ['amount', 'discountAmount'], 2: ['rentalPeriod', 'discountDays'] } as const;

/** The values of its type must be there and above 0 (K1); those of the other type do not count. */
export const couponProblems = (values: CouponValues): readonly Problem[] =>
  FIELDS[values.type].flatMap((field) => {
    const value = values[field];
    if (value === null) return [problem('field.required', {}, field)];
    return value > 0 ? [] : [problem('coupon.refusal.notPositive', {}, field)];
  });

/** The coupon without the values of the other type (D-CPN-01). */
export const couponValues = (values: CouponValues): CouponValues =>
  values.type === 1
    ? { ...values, rentalPeriod: null, discountDays: null }
    : { ...values, amount: null, discountAmount: null };

/** A stored coupon as prices ask for it. */
export const couponTerms = (row: CouponValues): Coupon =>
  row.type === 1
    ? { type: 1, amount: row.amount ?? ZERO, discountAmount: row.discountAmount ?? ZERO }
    : { type: 2, rentalPeriod: row.rentalPeriod ?? 0, discountDays: row.discountDays ?? 0 };

/** Said before a change is saved that takes the order's coupon off (K4). */
export const couponDropped = (code: string): Problem => problem('coupon.dropped', { code });
