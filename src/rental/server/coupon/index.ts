import { sql } from 'kysely';
import type { RowScope } from 'forecourt/server';
import { defineModule } from '../database.ts';
import { couponImage } from './image.ts';
import { cancelCoupon, saveCoupon } from './save.ts';

export {
  columnsOf,
  couponOfCode,
  couponOfOrder,
  createCoupon,
  lockCoupon,
  releaseCoupon,
  takeCoupon,
  termsOf,
  type CouponRow,
} from './store.ts';

/**
 * A coupon is seen with the order that redeemed it or that it was made for (D-PERM-07); one without an order belongs to no store, and everybody with
 * the key sees it.
 */
const byItsOrders: RowScope = ({ alias, actor }) => {
  if (actor.scope === 'all') return undefined;
  const [order, source] = [sql.ref(`${alias}.orderId`), sql.ref(`${alias}.sourceOrderId`)];
  const stores = sql`${[...actor.scope]}::bigint[]`;
  return sql`((${order} is null and ${source} is null) or exists (
    select 1 from "order" o where o.id = any(array[${order}, ${source}]) and (o."pickupStoreId" = any(${stores}) or o."returnStoreId" = any(${stores}))))`;
};

/** Coupons by themselves; what orders do with them is the order desk's. */
export const couponServer = defineModule({
  commands: [saveCoupon, cancelCoupon, couponImage],
  rowScopes: { coupon: byItsOrders },
  computed: {
    couponImage: { sql: ({ alias }) => sql`('/coupon/image/' || ${sql.ref(`${alias}.id`)})` },
  },
});
