import type { Coupon } from '../../../../schemas/types.generated.ts';
import { calls } from '../../calls/index.ts';
import { couponValue, enteredCode, problem, redeemGuard, satang, sumOf, toBaht } from '../../rules/index.ts';
import { defineCommand } from '../database.ts';
import { couponOfOrder, lockCoupon, releaseCoupon, takeCoupon, termsOf } from '../coupon/index.ts';
import { requireNone } from '../problems.ts';
import { addLine, readLines, voidLines } from './bill.ts';
import { repriceOrder } from './keepMoney.ts';
import { beginStep } from './step.ts';
import { unsigned } from './unsigned.ts';

/** Takes a coupon for the order, by its code (O17, K3): its value comes off the rental after the discount. */
export const redeemCoupon = defineCommand(calls.redeemCoupon, {
  async run({ orderId, code }, context) {
    const { order } = await beginStep(context, orderId, 'redeem');
    const lines = await readLines(context.db, orderId);
    const row = await lockCoupon(context.db, enteredCode(code));
    const terms = row && termsOf(row);
    const rented = {
      rental: satang(sumOf(lines, 'rental')),
      discount: satang(sumOf(lines, 'discount')),
      days: order.rentalDays,
    };
    const refusal = redeemGuard({
      coupon: row && terms ? { ...terms, status: row.status as 0 | 1 | -1 } : null,
      orderHasCoupon: order.couponCode !== null,
      ...rented,
    });
    requireNone(refusal ? [refusal] : [], context);

    await takeCoupon(context, row!, orderId);
    const { amount } = couponValue(terms!, rented);
    await addLine(context, orderId, { item: 'coupon', amount, source: 'booking', remark: row!.code });
    const { total } = await repriceOrder(context, order, { couponCode: row!.code, ...unsigned(order) });
    return { coupon: await context.record<Coupon>('coupon', row!.id), discount: toBaht(amount), total: toBaht(total) };
  },
});

/** Gives the order's coupon back before the pickup (K4). */
export const removeCoupon = defineCommand(calls.removeCoupon, {
  async run({ orderId }, context) {
    // A coupon comes off where it could be put on.
    const { order } = await beginStep(context, orderId, 'redeem');
    const coupon = await couponOfOrder(context.db, orderId);
    requireNone(coupon ? [] : [problem('coupon.refusal.none')], context);
    await releaseCoupon(context, order);
    const lines = await readLines(context.db, orderId);
    await voidLines(
      context,
      lines.filter((line) => line.item === 'coupon' && !line.voided),
    );
    const { total } = await repriceOrder(context, order, { couponCode: null, ...unsigned(order) });
    return { total: toBaht(total) };
  },
});
