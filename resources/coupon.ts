import { defineResource } from 'forecourt/model';
import type { Coupon } from '../schemas/types.generated.ts';

const UNUSED = { properties: { status: { const: 0 } } };

export default defineResource<Coupon>({
  schema: 'coupon',
  permission: { base: 'coupon', route: 'coupon-list' },
  route: { list: '/coupon/editcoupon' },
  api: { list: '/coupon/list' },
  menu: { group: 'coupon', sort: 10, icon: 'LocalOffer' },
  list: {
    columns: ['code', 'image', 'status', 'discountAmount', 'discountDays', 'memberId', 'createTime'],
    below: {
      code: 'type',
      discountAmount: 'amount',
      discountDays: 'rentalPeriod',
      memberId: 'orderId',
      createTime: 'useTime',
    },
    hiddenColumns: ['type', 'amount', 'rentalPeriod', 'orderId', 'useTime', 'sourceOrderId', 'cancelTime'],
    short: ['createTime', 'useTime'],
    filters: ['keyword', 'type', 'status', { name: 'memberId', hidden: true }],
    sort: ['createTime', 'desc'],
    rowClick: false,
    card: ['code', 'status', 'discountAmount', 'discountDays', 'image'],
  },
  components: {
    discountAmount: { field: 'BahtAndYuan' },
    image: { field: 'CouponImage' },
  },
  show: { related: false },
  actions: [
    { name: 'new', post: '/coupon/save', permission: 'add', on: 'list', component: 'CouponForm' },
    { name: 'edit', post: '/coupon/save', permission: 'edit', when: UNUSED, component: 'CouponForm' },
    { name: 'cancel', post: '/coupon/cancel', permission: 'disable', when: UNUSED, confirm: true, danger: true },
  ],
  go: 'c',
});
