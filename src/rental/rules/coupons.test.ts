import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  COUPON,
  COUPON_ALPHABET,
  COUPON_TRANSITIONS,
  NO_DISCOUNT,
  chargesKeepingCoupon,
  charges,
  couponCode,
  couponProblems,
  couponTerms,
  couponValues,
  enteredCode,
  fromBaht,
  nextCouponState,
  satang,
  sumOf,
} from './index.ts';
import type { CouponEvent, CouponStatus, CouponValues } from './index.ts';
import { buildSnapshot, buildTrip } from './testing/builders.ts';

/** D-CPN-03, written out again. */
const TABLE: Record<CouponEvent, Partial<Record<CouponStatus | 'none', CouponStatus>>> = {
  create: { none: 0 },
  generate: { none: 0 },
  edit: { 0: 0 },
  redeem: { 0: 1 },
  release: { 1: 0 },
  void: { 0: -1 },
};
const pairs = [null, ...Object.values(COUPON)].flatMap((from) =>
  (Object.keys(TABLE) as CouponEvent[]).map((event) => [from, event] as const),
);

describe('the coupon machine', () => {
  it.each(pairs)('from %s by %s goes where the table says, or is refused with a reason', (from, event) => {
    const expected = TABLE[event][from ?? 'none'];
    const step = nextCouponState(from, event);
    if (expected !== undefined) expect(step).toEqual({ ok: true, to: expected });
    else expect(step).toMatchObject({ ok: false, refusal: { code: expect.stringMatching(/^coupon\.refusal\./) } });
  });

  it('has the rows K1 to K5, never leaves cancelled and cancels nothing that is used', () => {
    expect([...new Set(COUPON_TRANSITIONS.map((each) => each.id))]).toEqual(['K1', 'K2', 'K3', 'K4', 'K5']);
    expect(COUPON_TRANSITIONS.filter((each) => each.from === -1)).toEqual([]);
    expect(COUPON_TRANSITIONS.filter((each) => each.from === 1 && each.to === -1)).toEqual([]);
  });
});

describe('a code', () => {
  it('has ten signs that nobody mistakes, whatever the random numbers are', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 10, maxLength: 10 }), (numbers) => {
        let next = 0;
        const code = couponCode((limit) => numbers[next++]! % limit);
        expect(code).toMatch(/^[2-9A-HJKMNP-Z]{10}$/);
      }),
    );
    expect(COUPON_ALPHABET).not.toMatch(/[01OIL]/);
    expect(new Set(COUPON_ALPHABET).size).toBe(COUPON_ALPHABET.length);
  });

  it('may be typed in small letters, with blanks and dashes', () => {
    expect(enteredCode(' ab2c-d3ef 9h ')).toBe('AB2CD3EF9H');
  });
});

const amountOff = (changes: Partial<CouponValues> = {}): CouponValues => ({
  type: 1,
  amount: fromBaht(3000),
  discountAmount: fromBaht(400),
  rentalPeriod: null,
  discountDays: null,
  ...changes,
});

describe('the values of a coupon', () => {
  it('are those of its type, all there and above 0', () => {
    expect(couponProblems(amountOff())).toEqual([]);
    expect(couponProblems(amountOff({ amount: null }))).toMatchObject([{ code: 'field.required', field: 'amount' }]);
    expect(couponProblems(amountOff({ discountAmount: satang(0) }))).toMatchObject([
      { code: 'coupon.refusal.notPositive', field: 'discountAmount' },
    ]);
    expect(couponProblems(amountOff({ type: 2 })).map((each) => each.field)).toEqual(['rentalPeriod', 'discountDays']);
  });

  it('of the other type are dropped', () => {
    const both = amountOff({ rentalPeriod: 3, discountDays: 1 });
    expect(couponValues(both)).toMatchObject({ rentalPeriod: null, discountDays: null });
    expect(couponValues({ ...both, type: 2 })).toMatchObject({ amount: null, discountAmount: null, rentalPeriod: 3 });
    expect(couponTerms({ ...both, type: 2 })).toEqual({ type: 2, rentalPeriod: 3, discountDays: 1 });
  });
});

describe('a changed order', () => {
  const coupon = couponTerms(amountOff());
  const priced = (returned: string) =>
    chargesKeepingCoupon(buildSnapshot(), buildTrip('2027-03-01 10:00', returned, { coupon }));

  it('keeps its coupon while the condition is met, at the value of the new price', () => {
    const { couponDropped, charges: kept } = priced('2027-03-04 10:00');
    expect([couponDropped, sumOf(kept.fees, 'coupon')]).toEqual([false, fromBaht(400)]);
  });

  it('loses it when the condition is not met any more, and is priced without', () => {
    const { couponDropped, charges: left } = priced('2027-03-03 10:00');
    const without = charges(buildSnapshot(), buildTrip('2027-03-01 10:00', '2027-03-03 10:00'));
    expect(couponDropped).toBe(true);
    expect(left).toEqual(without);
  });

  it('never costs less than nothing and never takes more than the rental after the discount, whatever the coupon', () => {
    const terms = fc.oneof(
      fc.record({ type: fc.constant(1 as const), amount: fc.nat(900_000), discountAmount: fc.nat(900_000) }),
      fc.record({ type: fc.constant(2 as const), rentalPeriod: fc.nat(9), discountDays: fc.nat(20) }),
    );
    fc.assert(
      fc.property(
        terms,
        fc.integer({ min: 1, max: 12_000 }),
        fc.integer({ min: 0, max: 100 }),
        (made, minutes, off) => {
          const trip = buildTrip('2027-03-01 10:00', '2027-03-01 10:00');
          const { charges: found } = chargesKeepingCoupon(buildSnapshot(), {
            ...trip,
            returned: trip.pickup + minutes * 60_000,
            discount: off === 0 ? NO_DISCOUNT : { kind: 'percent', value: off },
            coupon:
              made.type === 1
                ? { ...made, amount: satang(made.amount), discountAmount: satang(made.discountAmount) }
                : made,
          });
          expect(found.total).toBeGreaterThanOrEqual(0);
          expect(sumOf(found.fees, 'coupon')).toBeLessThanOrEqual(
            sumOf(found.fees, 'rental') - sumOf(found.fees, 'discount'),
          );
          expect(found.problems).toEqual([]);
        },
      ),
    );
  });
});
