import { sql, type RawBuilder } from 'kysely';
import type { RegisteredMeasure } from 'forecourt/server';
import { ORDER } from '../../rules/index.ts';
import { carSinceOf } from '../availability/index.ts';

/** Orders `o` whose car was out with the renter at some time from `from` until before `to`; one that is out is so still. */
export const rentalsWithin = (from: RawBuilder<Date>, to: RawBuilder<Date>) => sql`
    from "order" o
    where o."actualPickupTime" < ${to}
      and (o.status = ${sql.lit(ORDER.pickedUp)} or o.status = ${sql.lit(ORDER.returned)} and o."actualReturnTime" > ${from})`;

/** Cars `c` that an order gave back before its end, and had at some time from `from` until before `to` (O26). */
export const earlierCarsWithin = (from: RawBuilder<Date>, to: RawBuilder<Date>) =>
  sql`from "carChange" c where c.since < ${to} and c.time > ${from}`;

/** How long each car was out with a renter; one that is still out is so until now. */
export const rentedDays: RegisteredMeasure = {
  entity: 'vehicle',
  kind: 'spans',
  facts: ({ from, to, now }) => sql`
    select o."carId" as id, ${carSinceOf} as starts, coalesce(o."actualReturnTime", ${now}) as ends
    ${rentalsWithin(from, to)} and ${carSinceOf} < ${to}
    union all
    select c."carId", c.since, c.time ${earlierCarsWithin(from, to)}`,
};
