import type { Coupon } from '../../../schemas/types.generated.ts';
import { defineCall, file, ID, list, NOTHING, NUMBER, object, orNull, record, type TypeOf } from 'forecourt/calls';
import { MAX_COUPON_BATCH } from '../rules/index.ts';
import { BAHT_OR_NULL, code } from './parts.ts';

const COUPON = record<Coupon>('coupon');

const DAYS = { type: ['integer', 'null'], minimum: 0, maximum: 365 } as const;
/** What a coupon's form sends; money in baht, null and absent are empty. */
const VALUES = { amount: BAHT_OR_NULL, discountAmount: BAHT_OR_NULL, rentalPeriod: DAYS, discountDays: DAYS };
const GENERATE = object({ orderId: ID, type: code('couponType') }, VALUES);
export type CouponForm = Omit<TypeOf<typeof GENERATE>, 'orderId'>;

export const couponCalls = {
  saveCoupon: defineCall({
    method: 'POST',
    path: '/coupon/save',
    summary: 'Make coupons, one or a batch (no id), or change an unused one (id)',
    permission: ['coupon-add', 'coupon-edit'],
    input: object(
      {},
      {
        id: ID,
        type: code('couponType'),
        ...VALUES,
        count: { type: 'integer', minimum: 1, maximum: MAX_COUPON_BATCH },
      },
    ),
    answer: object({ ids: list(ID) }),
    log: { module: 'coupon', action: 'save', object: 'id' },
    success: 'msg.success.coupon',
  }),
  cancelCoupon: defineCall({
    method: 'POST',
    path: '/coupon/cancel',
    summary: 'Make an unused coupon worthless for good',
    permission: 'coupon-disable',
    input: object({ id: ID }),
    answer: NOTHING,
    log: { module: 'coupon', action: 'cancel', object: 'id' },
    success: 'msg.success.coupon',
  }),
  couponImage: defineCall({
    method: 'GET',
    path: '/coupon/image/{id}',
    summary: 'Picture of a coupon',
    permission: ['coupon-list', 'coupon-detail', 'order-detail'],
    input: object({ id: ID }),
    answer: file('image/svg+xml'),
  }),
  generateCoupon: defineCall({
    method: 'POST',
    path: '/order/coupon/generate',
    summary: 'Make a coupon for the renter of an order',
    permission: 'coupon-add',
    input: GENERATE,
    answer: COUPON,
    log: { module: 'order', action: 'generatecoupon', object: 'orderId' },
    success: 'msg.success.coupon',
  }),
  orderCoupons: defineCall({
    method: 'GET',
    path: '/order/coupon/{orderId}',
    summary: 'Coupons that were made from an order, and the one that it has redeemed',
    permission: 'order-detail',
    input: object({ orderId: ID }),
    answer: object({ generated: list(COUPON), redeemed: orNull(COUPON) }),
  }),
  redeemCoupon: defineCall({
    method: 'POST',
    path: '/order/coupon/redeem',
    summary: 'Redeem a coupon with an order',
    permission: 'order-edit',
    input: object({ orderId: ID, code: { type: 'string', minLength: 1, maxLength: 30 } }),
    answer: object({ coupon: COUPON, discount: NUMBER, total: NUMBER }),
    log: { module: 'order', action: 'redeem', object: 'orderId' },
    success: 'msg.success.coupon',
  }),
  removeCoupon: defineCall({
    method: 'POST',
    path: '/order/coupon/remove',
    summary: "Give an order's coupon back",
    permission: 'order-edit',
    input: object({ orderId: ID }),
    answer: object({ total: NUMBER }),
    log: { module: 'order', action: 'removecoupon', object: 'orderId' },
    success: 'msg.success.coupon',
  }),
};
