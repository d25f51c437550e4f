import { ORDER, type OutOrder } from '../../rules/index.ts';
import type { RentalDatabase, RowOf, Told } from '../database.ts';

export type OutRow = Pick<
  RowOf<'order'>,
  'id' | 'orderNo' | 'renterName' | 'plannedReturnTime' | 'pickupStoreId' | 'returnStoreId'
>;

/** The order whose renter has the car now; none: nobody has. */
export const outWith = (db: RentalDatabase, carId: number | null) =>
  db
    .selectFrom('order')
    .select(['id', 'orderNo', 'renterName', 'plannedReturnTime', 'pickupStoreId', 'returnStoreId'])
    .where('carId', '=', carId)
    .where('status', '=', ORDER.pickedUp)
    .limit(1);

/** The same as the rules ask for it. */
export const outOrder = ({ orderNo, plannedReturnTime, ...out }: OutRow | Told<OutRow>): OutOrder => ({
  ...out,
  orderNo: orderNo ?? '',
  plannedReturn: new Date(plannedReturnTime).getTime(),
});
