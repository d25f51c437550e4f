import { refuseFields } from 'forecourt/server';
import { calls } from '../../calls/index.ts';
import { defineCommand } from '../database.ts';
import { columnsOf, couponStep, createCoupon } from './store.ts';
import { COUPON } from '../../rules/index.ts';

/** New coupons, one or a batch (K1), or other values of an unused one (K2, D-CPN-06). */
export const saveCoupon = defineCommand(calls.saveCoupon, {
  async run({ id, count = 1, type, ...values }, context) {
    context.require(id === undefined ? 'coupon-add' : 'coupon-edit');
    if (type === undefined) throw refuseFields({ type: 'msg.required' });
    const columns = columnsOf({ ...values, type }, context);
    if (id !== undefined) {
      const coupon = await context.row('coupon', id, { lock: true });
      couponStep(context, coupon.status, 'edit');
      await context.write.update('coupon', id, { ...columns }, { expect: { status: COUPON.unused } });
      return { ids: [id] };
    }
    const ids: number[] = [];
    for (let made = 0; made < count; made += 1) ids.push(await createCoupon(context, columns));
    return { ids };
  },
});

/** Makes an unused coupon worthless for good (K5). */
export const cancelCoupon = defineCommand(calls.cancelCoupon, {
  async run({ id }, context) {
    const coupon = await context.row('coupon', id, { lock: true });
    const status = couponStep(context, coupon.status, 'void');
    const cancelTime = new Date(context.now);
    await context.write.update('coupon', id, { status, cancelTime }, { expect: { status: COUPON.unused } });
    return null;
  },
});
