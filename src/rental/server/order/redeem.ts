import { defineCommand } from '../../../framework/server/contract.ts';
import { couponValue, enteredCode, problem, redeemGuard, satang, sumOf, toBaht } from '../../rules/index.ts';
import type { Tables } from '../database.ts';
import { couponOfOrder, lockCoupon, releaseCoupon, takeCoupon, termsOf } from '../coupon/index.ts';
import { requireNone } from '../problems.ts';
import { addLine, readLines, repriceOrder, voidLines } from './bill.ts';
import { beginStep } from './step.ts';
import { unsigned } from './unsigned.ts';

interface RedeemInput {
  readonly orderId: number;
  readonly code: string;
}

const ID = { type: 'integer', minimum: 1 };

/** Takes a coupon for the order, by its code (O17, K3): its value comes off the rental after the discount. */
export const redeemCoupon = defineCommand<RedeemInput, Tables>({
  method: 'POST',
  path: '/order/coupon/redeem',
  permission: 'order-edit',
  input: {
    type: 'object',
    additionalProperties: false,
    required: ['orderId', 'code'],
    properties: { orderId: ID, code: { type: 'string', minLength: 1, maxLength: 30 } },
  },
  log: { module: 'order', action: 'redeem', object: 'orderId' },
  success: 'msg.success.coupon',
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
    return { coupon: await context.record('coupon', row!.id), discount: toBaht(amount), total: toBaht(total) };
  },
});

/** Gives the order's coupon back before the pickup (K4). */
export const removeCoupon = defineCommand<{ readonly orderId: number }, Tables>({
  method: 'POST',
  path: '/order/coupon/remove',
  permission: 'order-edit',
  input: { type: 'object', additionalProperties: false, required: ['orderId'], properties: { orderId: ID } },
  log: { module: 'order', action: 'removecoupon', object: 'orderId' },
  success: 'msg.success.coupon',
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
