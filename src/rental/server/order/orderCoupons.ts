import type { Coupon } from '../../../../schemas/types.generated.ts';
import { calls } from '../../calls/index.ts';
import { defineCommand } from '../database.ts';
import type { RentalContext } from '../database.ts';
import { columnsOf, couponOfOrder, createCoupon } from '../coupon/index.ts';
import { beginStep } from './step.ts';

/** A coupon for the renter of this order, for another time (O18, K1). */
export const generateCoupon = defineCommand(calls.generateCoupon, {
  async run({ orderId, ...form }, context) {
    const { order } = await beginStep(context, orderId, 'generatecoupon');
    const origin = { memberId: order.memberId, sourceOrderId: orderId };
    const id = await createCoupon(context, columnsOf(form, context), origin);
    await context.write.note('order', orderId, { event: 'order.generatecoupon', detail: { couponId: id } });
    return context.record<Coupon>('coupon', id);
  },
});

/** The coupon that the order has redeemed, as calls answer it. */
export async function redeemedCoupon(context: RentalContext, orderId: number): Promise<Coupon | null> {
  const row = await couponOfOrder(context.db, orderId);
  return row ? context.record<Coupon>('coupon', row.id) : null;
}

/** Coupons that were made from an order, newest first, and the one that it has redeemed. */
export const orderCoupons = defineCommand(calls.orderCoupons, {
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
    for (const { id } of rows) generated.push(await context.record<Coupon>('coupon', id));
    return { generated, redeemed: await redeemedCoupon(context, orderId) };
  },
});
