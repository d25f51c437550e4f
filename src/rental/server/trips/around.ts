import { sql } from 'kysely';
import { MAINTENANCE, ORDER } from '../../rules/index.ts';
import { statesSql } from '../database.ts';
import type { RentalContext, RowOf } from '../database.ts';

/** What is known of the car of a trip around it: the readings on both sides, and what had it meanwhile. */
export interface Around {
  readonly before: number | null;
  readonly after: number | null;
  readonly rented: boolean;
  readonly inShop: boolean;
  readonly onTrip: boolean;
}

/** Reads what is known of the car around a trip, without the trip itself. One statement. */
export async function readAround(
  { db }: RentalContext,
  { carId, startTime, endTime }: Pick<RowOf<'carTrip'>, 'carId' | 'startTime' | 'endTime'>,
  id: number | null,
): Promise<Around> {
  const others = sql`"carTrip" where "carId" = ${carId} and id is distinct from ${id}::bigint`;
  const { rows } = await sql<Around>`
    with reading as (
      select time, mileage from "orderTask" where "carId" = ${carId} and voided = 0
      union all select "startTime", "startMileage" from ${others}
      union all select "endTime", "endMileage" from ${others}
      union all select "endTime", mileage from maintenance where "carId" = ${carId} and status = ${sql.lit(MAINTENANCE.completed)} and mileage is not null
    )
    select
      (select mileage from reading where time <= ${startTime} order by time desc, mileage desc limit 1) as before,
      (select mileage from reading where time >= ${endTime} order by time, mileage limit 1) as after,
      exists (select from "order" where "carId" = ${carId} and status in (${statesSql(ORDER.pickedUp, ORDER.returned)})
        and coalesce("carSince", "actualPickupTime") < ${endTime} and ("actualReturnTime" is null or "actualReturnTime" > ${startTime}))
      or exists (select from "carChange" where "carId" = ${carId} and since < ${endTime} and time > ${startTime}) as rented,
      exists (select from maintenance where "carId" = ${carId} and "storageFlag" = 1 and "startTime" < ${endTime}
        and (status = ${sql.lit(MAINTENANCE.inProgress)} or "endTime" > ${startTime})) as "inShop",
      exists (select from ${others} and "startTime" < ${endTime} and "endTime" > ${startTime}) as "onTrip"
  `.execute(db);
  return rows[0]!;
}
