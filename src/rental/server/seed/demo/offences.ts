import { sql } from 'kysely';
import type { Database } from 'forecourt/server';
import { DEDUCTION, ORDER, VEHICLE, VIOLATION } from '../../../rules/index.ts';
import type { RentalDatabase } from '../../database.ts';
import { builtInDevices, keepDevices } from '../../gps/index.ts';
import { matchStored } from '../../violation/index.ts';

/** What police write, with points and fine in satang. */
const OFFENCES = sql`(values
  (0, '超速 speeding, 118 km/h in a zone of 90', 1, 100000), (1, '闯红灯 red light', 2, 100000), (2, '违停 parking on a red kerb', 0, 50000),
  (3, '占用公交车道 bus lane', 1, 50000), (4, '未系安全带 no seat belt', 0, 200000), (5, '逆行 against a one-way street', 2, 150000)
) as offence (kind, behavior, points, fine)`;
const PLACES = sql`(values
  (0, 'Sukhumvit Road, Soi 21, Bangkok'), (1, 'Highway 402, km 31, Thalang'), (2, 'Patong Beach Road, Phuket'), (3, 'Nimmanhaemin Road, Chiang Mai'),
  (4, 'Motorway 7, km 58'), (5, 'Phetkasem Road, Hua Hin'), (6, 'Rama IV Road, Bangkok')
) as place (spot, location)`;

/**
 * Traffic offences of the last months: most of a renter, some of nobody, a few of a car that was handed over by mistake and taken back, so that
 * somebody has to decide. Deductions of fines name theirs.
 */
export async function offences(db: Database, now: number): Promise<void> {
  const at = new Date(now);
  // A wrong car, taken back after twenty minutes; the renter got the right one half an hour later.
  await sql`
    insert into "orderTask" ("orderId", type, time, "carId", mileage, oil, voided, reason, "operatorId", "createTime", "updateTime")
    select o.id, 'pickup', o."actualPickupTime" - interval '30 minutes', c.id, c.mileage, 8, 1, '拿错车 wrong car', t."operatorId",
      o."actualPickupTime" - interval '30 minutes', o."actualPickupTime" - interval '10 minutes'
    from (select * from "order" where status = ${sql.lit(ORDER.returned)} order by "actualPickupTime" desc limit 4 offset 40) o
    join "orderTask" t on t."orderId" = o.id and t.type = 'pickup' and t.voided = 0
    cross join lateral (
      select id, mileage from vehicle v where v."storeId" = o."pickupStoreId" and v.id <> o."carId" and v.status = ${sql.lit(VEHICLE.available)} order by id limit 1
    ) c
  `.execute(db);
  await sql`
    with told as (
      select "carId", "pickupStoreId" as "storeId", "actualPickupTime" + (coalesce("actualReturnTime", ${at}) - "actualPickupTime") * 0.4 as time, null::bigint as "deductionId", id as seed, 0 as fine
      from "order" where status in (${sql.lit(ORDER.pickedUp)}, ${sql.lit(ORDER.returned)}) and id % 37 = 5 and "actualPickupTime" > ${at}::timestamptz - interval '120 days'
      union all
      select o."carId", o."pickupStoreId", o."actualPickupTime" + interval '3 hours', d.id, d.id, d.amount
      from deduction d join "order" o on o.id = d."orderId" where d.type = 2
      union all
      select id, "storeId", ${at}::timestamptz - id * interval '13 hours', null, id, 0 from vehicle where id % 29 = 3
      union all
      select "carId", 1, time + interval '8 minutes', null, id, 0 from "orderTask" where voided = 1
    ), made as (
      insert into violation ("carId", "storeId", time, behavior, location, points, fine, match, status, documents, "createTime", "updateTime")
      select told."carId", told."storeId", date_trunc('second', told.time), offence.behavior, place.location, offence.points, coalesce(nullif(told.fine, 0), offence.fine), 'none',
        ${sql.lit(VIOLATION.pending)}, '{}', least(told.time + interval '6 days', ${at}), least(told.time + interval '6 days', ${at})
      from told join ${OFFENCES} on offence.kind = told.seed % 6 join ${PLACES} on place.spot = told.seed % 7
      where told.time < ${at} order by told.time
      returning id, "carId", time
    )
    update deduction d set "violationId" = m.id from made m, told t
    where t."deductionId" = d.id and m."carId" = t."carId" and m.time = date_trunc('second', t.time)
  `.execute(db);
  await matchStored(db as RentalDatabase);
  await sql`
    update violation v set status = case
        when exists (select 1 from deduction d where d."violationId" = v.id) then
          case when exists (select 1 from deduction d where d."violationId" = v.id and d.status = ${sql.lit(DEDUCTION.deducted)}) then ${sql.lit(VIOLATION.completed)} else ${sql.lit(VIOLATION.pending)} end
        when v.id % 5 = 0 then ${sql.lit(VIOLATION.noAction)} else ${sql.lit(VIOLATION.completed)} end,
      remark = case when v.id % 5 = 0 then '警方已撤销 withdrawn by the police' end
    where v.time < ${at}::timestamptz - interval '45 days' or exists (select 1 from deduction d where d."violationId" = v.id)
  `.execute(db);
}

/** The devices of the built-in list on cars, a few of them silent or wrong, so that there is something to look after. */
export async function trackers(db: Database, now: number): Promise<void> {
  await keepDevices(db as RentalDatabase, builtInDevices(now), now);
  await sql`
    update "gpsDevice" d set "carId" = c.id
    from (select id, row_number() over (order by id) as at from vehicle where status in (${sql.lit(VEHICLE.available)}, ${sql.lit(VEHICLE.rented)})) c
    where c.at = d.id * 3 and d.id <> 20 and d.id <> 22
  `.execute(db);
  await sql`update "gpsSetting" set enabled = 1, "syncTime" = ${new Date(now)}, "nextTime" = ${new Date(now)} where id = 1`.execute(
    db,
  );
}
