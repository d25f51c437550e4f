import { sql } from 'kysely';
import type { Client } from './app.ts';
import { accepted, orderIn, RENTAL, type RentalApp } from './rental.ts';

/** One record of Phuket of every entity that belongs to stores; answers their ids by entity. */
export async function makeForeignRecords(app: RentalApp, ops: Client): Promise<Readonly<Record<string, number>>> {
  const foreign: Record<string, number> = {};
  foreign['order'] = await orderIn(app, ops, 1, 1);
  const fee = await ops.post<{ id: number }>('/order/additionalfee', {
    orderId: foreign['order'],
    type: 1,
    amount: 100,
    remark: 'child seat',
  });
  foreign['orderFee'] = accepted(fee).data.id;
  const { rows: renewals } = await sql<{ id: number }>`
    insert into renewal ("orderId", time, "previousTime", "chargedFrom", fee, status)
    select id, "plannedReturnTime", "plannedReturnTime", "plannedReturnTime", 0, 1 from "order" where id = ${foreign['order']} returning id
  `.execute(app.db);
  foreign['renewal'] = renewals[0]!.id;
  const cancelled = await orderIn(app, ops, 1, 2);
  accepted(await ops.post('/order/cancel', { id: cancelled, reason: 'ill' }));
  const { rows } = await sql<{ id: number }>`select id from refund where "orderId" = ${cancelled}`.execute(app.db);
  foreign['refund'] = rows[0]!.id;
  const { rows: deposits } = await sql<{ id: number }>`
    insert into deposit ("orderId", item, collected, applied, returned, held) values (${foreign['order']}, 'orderDeposit', 100, 0, 0, 100) returning id
  `.execute(app.db);
  foreign['deposit'] = deposits[0]!.id;
  const { rows: preauths } = await sql<{ id: number }>`
    insert into preauth ("orderId", purpose, number, method, amount, captured, released, "expireTime")
    values (${foreign['order']}, 'deposit', 'FAR-1', 3, 100, 0, 0, '2099-01-01') returning id
  `.execute(app.db);
  foreign['preauth'] = preauths[0]!.id;
  const { rows: deductions } = await sql<{ id: number }>`
    insert into deduction ("orderId", type, amount, reason, status) values (${foreign['order']}, 1, 100, 'a dent', 1) returning id
  `.execute(app.db);
  foreign['deduction'] = deductions[0]!.id;
  const { rows: taken } = await sql<{ id: number }>`
    insert into payment ("orderId", "storeId", type, amount, method, time, "feeItem")
    select id, "pickupStoreId", 1, 100, 5, "plannedPickupTime", 'total' from "order" where id = ${foreign['order']} returning id
  `.execute(app.db);
  foreign['payment'] = taken[0]!.id;
  const { rows: counts } = await sql<{ id: number }>`
    insert into "drawerCount" ("storeId", day, kind, float, cash, expected, counted, difference, carried, banked, "openCash", time)
    values (${RENTAL.phuket}, '2026-01-01', 1, 0, 0, 0, 0, 0, 0, 0, 0, '2026-01-01') returning id
  `.execute(app.db);
  foreign['drawerCount'] = counts[0]!.id;
  const { rows: violations } = await sql<{ id: number }>`
    insert into violation ("carId", "storeId", time, behavior, location, points, fine, match, status)
    select "carId", "pickupStoreId", "plannedPickupTime", 'Speeding', 'Patong', 0, 50000, 'none', 0 from "order" where id = ${foreign['order']}
    returning id
  `.execute(app.db);
  foreign['violation'] = violations[0]!.id;
  const { rows: messages } = await sql<{ id: number }>`
    update outbox set state = 'failed' where "orderId" = ${foreign['order']} returning id
  `.execute(app.db);
  foreign['outbox'] = messages[0]!.id;
  accepted(await ops.post('/basics/store/savefestivalseting', { storeId: RENTAL.phuket, pausePeriods: [] }));
  const carId = RENTAL.cars[4];
  const ofCar = await sql<Readonly<Record<string, number>>>`
    with m as (insert into maintenance ("carId", "storageFlag", "startTime", cost, status) values (${carId}, 0, '2027-01-01', 100, 0) returning id),
      p as (insert into insurance ("carId", type, "endDate") values (${carId}, 2, '2027-12-31') returning id),
      i as (insert into "annualInspection" ("carId", "nextInspectionDate") values (${carId}, '2027-12-31') returning id),
      t as (
        insert into "carTrip" ("carId", purpose, "startTime", "endTime", "startMileage", "endMileage")
        values (${carId}, 'wash', '2026-12-01', '2026-12-02', 1, 2) returning id
      ),
      g as (insert into "gpsDevice" ("deviceNo", "carId") values ('FAR-1', ${carId}) returning id),
      s as (
        insert into "storageOrder" (kind, "storeId", "subModelId", "carId", "offlineTime", status)
        select 1, "storeId", "subModelId", id, '2027-02-01', 1 from vehicle where id = ${carId} returning id
      ),
      d as (
        insert into "dispatchPlan" ("carId", "fromStoreId", "toStoreId", "departTime", status)
        select id, "storeId", "storeId", '2027-02-02', 1 from vehicle where id = ${carId} returning id
      )
    select m.id as maintenance, t.id as "carTrip", p.id as insurance, i.id as "annualInspection", g.id as "gpsDevice", s.id as "storageOrder", d.id as "dispatchPlan" from m, t, p, i, g, s, d
  `.execute(app.db);
  Object.assign(foreign, ofCar.rows[0]!, {
    maintenanceReminder: carId,
    preparation: foreign['order'],
    insuranceReminder: carId,
    inspectionReminder: carId,
  });
  const ofChannels = await sql<Readonly<Record<string, number>>>`
    with t as (insert into "tagSetting" ("storeId", "subModelId", "tagIds") values (${RENTAL.phuket}, 1, '[1]') returning id),
      m as (
        insert into "channelMessage" (channel, "messageId", kind, "channelOrderNo", state, "storeId", tries)
        values (2, 'FAR-1', 'create', 'FAR-1', 'refused', ${RENTAL.phuket}, 1) returning id
      ),
      d as (
        insert into "channelDifference" (channel, kind, "storeId", "subModelId", day) values (2, 'missing', ${RENTAL.phuket}, 1, '2027-03-01') returning id
      )
    select t.id as "tagSetting", m.id as "channelMessage", d.id as "channelDifference" from t, m, d
  `.execute(app.db);
  Object.assign(foreign, ofChannels.rows[0]!, { flashRent: 1 });
  // Settings are asked for under the id of their store.
  Object.assign(foreign, { storeSetting: RENTAL.phuket });
  Object.assign(foreign, { vehicle: RENTAL.cars[4], price: 1, store: RENTAL.phuket, deliveryFee: 1 });
  return foreign;
}
