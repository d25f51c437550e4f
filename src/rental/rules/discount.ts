import { ZERO, atLeastZero, formatTHB, fraction, percentOf, smaller, subtract } from './money.ts';
import type { Satang } from './money.ts';
import { problem } from './problem.ts';
import type { Problem } from './problem.ts';

/** Off the rental: a percentage (0 … 100, two decimals) or an amount in satang (D-PRICE-10). */
export type Discount =
  | { readonly kind: 'percent'; readonly value: number }
  | { readonly kind: 'amount'; readonly value: Satang };

export const NO_DISCOUNT: Discount = { kind: 'percent', value: 0 };

/** Type 1: from `amount` of rental on, `discountAmount` off. Type 2: from `rentalPeriod` days on, `discountDays` free (D-CPN-01). */
export type Coupon =
  | { readonly type: 1; readonly amount: Satang; readonly discountAmount: Satang }
  | { readonly type: 2; readonly rentalPeriod: number; readonly discountDays: number };

/** What is taken off the rental, or nothing and why. */
interface TakenOff {
  readonly amount: Satang;
  readonly problem?: Problem;
}

/** What the discount takes off the rental; beyond the rental, or more than 100 %, is a problem and takes nothing. */
export function discountValue(rental: Satang, discount: Discount): TakenOff {
  if (discount.kind === 'percent') {
    const inRange = discount.value >= 0 && discount.value <= 100;
    return inRange
      ? { amount: percentOf(rental, discount.value) }
      : { amount: ZERO, problem: problem('quote.error.discountPercent', {}, 'discount') };
  }
  if (discount.value < 0 || discount.value > rental) {
    return {
      amount: ZERO,
      problem: problem('quote.error.discountTooLarge', { rental: formatTHB(rental) }, 'discount'),
    };
  }
  return { amount: discount.value };
}

/** What a coupon takes off rental − discount (D-CPN-02); an unmet condition is a problem and takes nothing. */
export function couponValue(
  coupon: Coupon,
  facts: { readonly rental: Satang; readonly discount: Satang; readonly days: number },
): TakenOff {
  const remaining = atLeastZero(subtract(facts.rental, facts.discount));
  if (coupon.type === 1) {
    return remaining >= coupon.amount
      ? { amount: smaller(coupon.discountAmount, remaining) }
      : {
          amount: ZERO,
          problem: problem(
            'coupon.refusal.amount',
            { amount: formatTHB(coupon.amount), rental: formatTHB(remaining) },
            'coupon',
          ),
        };
  }
  return facts.days >= coupon.rentalPeriod
    ? { amount: smaller(fraction(facts.rental, coupon.discountDays, facts.days), remaining) }
    : {
        amount: ZERO,
        problem: problem('coupon.refusal.days', { days: coupon.rentalPeriod, rented: facts.days }, 'coupon'),
      };
}
