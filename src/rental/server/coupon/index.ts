import { sql } from 'kysely';
import type { ServerModule } from '../../../framework/server/contract.ts';
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

/** Coupons by themselves; what orders do with them is the order desk's. */
export const couponServer: ServerModule = {
  commands: [saveCoupon, cancelCoupon, couponImage],
  computed: {
    couponImage: { sql: ({ alias }) => sql`('/coupon/image/' || ${sql.ref(`${alias}.id`)})` },
  },
};
