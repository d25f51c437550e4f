import { defineCommand } from '../../../framework/server/contract.ts';
import { refuseFields } from '../../../framework/server/errors.ts';
import { MAX_COUPON_BATCH } from '../../rules/index.ts';
import type { Tables } from '../database.ts';
import { COUPON_FORM, columnsOf, couponStep, createCoupon } from './store.ts';
import type { CouponForm, CouponRow } from './store.ts';

interface SaveCouponInput extends Omit<CouponForm, 'type'> {
  readonly type?: CouponForm['type'];
  /** The coupon to change; empty for new ones. */
  readonly id?: number;
  /** How many new ones of the same kind; 1 unless it is said. */
  readonly count?: number;
}

const ID = { type: 'integer', minimum: 1 };

/** New coupons, one or a batch (K1), or other values of an unused one (K2, D-CPN-06). */
export const saveCoupon = defineCommand<SaveCouponInput, Tables>({
  method: 'POST',
  path: '/coupon/save',
  permission: ['coupon-add', 'coupon-edit'],
  input: {
    type: 'object',
    additionalProperties: false,
    properties: { id: ID, ...COUPON_FORM, count: { type: 'integer', minimum: 1, maximum: MAX_COUPON_BATCH } },
  },
  log: { module: 'coupon', action: 'save', object: 'id' },
  success: 'msg.success.coupon',
  async run({ id, count = 1, type, ...values }, context) {
    context.require(id === undefined ? 'coupon-add' : 'coupon-edit');
    if (type === undefined) throw refuseFields({ type: 'msg.required' });
    const columns = columnsOf({ ...values, type }, context);
    if (id !== undefined) {
      const coupon = (await context.row('coupon', id, { lock: true })) as unknown as CouponRow;
      couponStep(context, coupon.status, 'edit');
      await context.write.update('coupon', id, { ...columns }, { expect: { status: 0 } });
      return { ids: [id] };
    }
    const ids: number[] = [];
    for (let made = 0; made < count; made += 1) ids.push(await createCoupon(context, columns));
    return { ids };
  },
});

/** Makes an unused coupon worthless for good (K5). */
export const cancelCoupon = defineCommand<{ readonly id: number }, Tables>({
  method: 'POST',
  path: '/coupon/cancel',
  permission: 'coupon-disable',
  input: { type: 'object', additionalProperties: false, required: ['id'], properties: { id: ID } },
  log: { module: 'coupon', action: 'cancel', object: 'id' },
  success: 'msg.success.coupon',
  async run({ id }, context) {
    const coupon = (await context.row('coupon', id, { lock: true })) as unknown as CouponRow;
    const status = couponStep(context, coupon.status, 'void');
    const cancelTime = new Date(context.now);
    await context.write.update('coupon', id, { status, cancelTime }, { expect: { status: 0 } });
    return null;
  },
});
