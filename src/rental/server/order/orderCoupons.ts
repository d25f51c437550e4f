import { defineCommand } from '../../../framework/server/contract.ts';
import type { RentalContext, Tables } from '../database.ts';
import { COUPON_FORM, columnsOf, couponOfOrder, createCoupon } from '../coupon/index.ts';
import type { CouponForm } from '../coupon/index.ts';
import { beginStep } from './step.ts';

const ID = { type: 'integer', minimum: 1 };

/** A coupon for the renter of this order, for another time (O18, K1). */
export const generateCoupon = defineCommand<CouponForm & { readonly orderId: number }, Tables>({
  method: 'POST',
  path: '/order/coupon/generate',
  permission: 'coupon-add',
  input: {
    type: 'object',
    additionalProperties: false,
    required: ['orderId', 'type'],
    properties: { orderId: ID, ...COUPON_FORM },
  },
  log: { module: 'order', action: 'generatecoupon', object: 'orderId' },
  success: 'msg.success.coupon',
  async run({ orderId, ...form }, context) {
    const { order } = await beginStep(context, orderId, 'generatecoupon');
    const origin = { memberId: order.memberId, sourceOrderId: orderId };
    const id = await createCoupon(context, columnsOf(form, context), origin);
    await context.write.note('order', orderId, { event: 'order.generatecoupon', detail: { couponId: id } });
    return context.record('coupon', id);
  },
});

/** The coupon that the order has redeemed, as calls answer it. */
export async function redeemedCoupon(context: RentalContext, orderId: number): Promise<Record<string, unknown> | null> {
  const row = await couponOfOrder(context.db, orderId);
  return row ? context.record('coupon', row.id) : null;
}

/** Coupons that were made from an order, newest first, and the one that it has redeemed. */
export const orderCoupons = defineCommand<{ readonly orderId: number }, Tables>({
  method: 'GET',
  path: '/order/coupon/{orderId}',
  permission: 'order-detail',
  input: { type: 'object', additionalProperties: false, required: ['orderId'], properties: { orderId: ID } },
  transaction: true,
  async run({ orderId }, context) {
    await context.row('order', orderId);
    const rows = await context.db
      .selectFrom('coupon')
      .select('id')
      .where('sourceOrderId', '=', orderId)
      .orderBy('id', 'desc')
      .execute();
    const generated = [];
    for (const { id } of rows) generated.push(await context.record('coupon', id));
    return { generated, redeemed: await redeemedCoupon(context, orderId) };
  },
});
