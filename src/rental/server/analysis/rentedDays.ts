import { sql, type RawBuilder } from 'kysely';
import type { RegisteredMeasure } from '../../../framework/server/contract.ts';
import { ORDER } from '../../rules/index.ts';

/** Orders `o` whose car was out with the renter at some time from `from` until before `to`; one that is out is so still. */
export const rentalsWithin = (from: RawBuilder<Date>, to: RawBuilder<Date>) => sql`
    from "order" o
    where o."actualPickupTime" < ${to}
      and (o.status = ${sql.lit(ORDER.pickedUp)} or o.status = ${sql.lit(ORDER.returned)} and o."actualReturnTime" > ${from})`;

/** How long each car was out with a renter; one that is still out is so until now. */
export const rentedDays: RegisteredMeasure = {
  entity: 'vehicle',
  kind: 'spans',
  facts: ({ from, to, now }) => sql`
    select o."carId" as id, o."actualPickupTime" as starts, coalesce(o."actualReturnTime", ${now}) as ends
    ${rentalsWithin(from, to)}`,
};
