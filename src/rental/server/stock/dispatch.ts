import { sql } from 'kysely';
import { refuse, type Row } from 'forecourt/server';
import { DISPATCH_PLAN, OPEN_ORDERS, ORDER, dispatchGuard, toWallClock, type NamedOrder } from '../../rules/index.ts';
import { askOfLeaving } from '../availability/index.ts';
import { statesSql, type RentalContext, type VehicleRow } from '../database.ts';
import { zoneOfStore } from '../facts/index.ts';
import { requireNone } from '../problems.ts';

/** The open orders of a car, the next ones first; without those that nobody came for. */
export async function openOrdersOf({ db, now }: RentalContext, carId: number): Promise<readonly NamedOrder[]> {
  const { rows } = await sql<NamedOrder>`
    select "orderNo", "pickupStoreId"::int, "returnStoreId"::int from "order" where "carId" = ${carId} and status in (${statesSql(...OPEN_ORDERS)})
      and (status <> ${sql.lit(ORDER.approved)} or "plannedReturnTime" > ${new Date(now)}) order by "plannedPickupTime" limit 20
  `.execute(db);
  return rows;
}

/** The city of a store that cars may go to; undefined: there is no such store, or it is closed. */
export async function openStore(
  { db }: RentalContext,
  storeId: number,
): Promise<{ readonly cityId: number | null } | undefined> {
  const { rows } = await sql<{ cityId: number | null }>`
    select "cityId" from store where id = ${storeId} and status = 1
  `.execute(db);
  return rows[0];
}

/** When the car is planned to be dispatched, on the clock of its store; null: it is not. */
async function plannedTime({ db }: RentalContext, car: VehicleRow): Promise<string | null> {
  const plan = await db
    .selectFrom('dispatchPlan')
    .select('departTime')
    .where('carId', '=', car.id)
    .where('status', '=', DISPATCH_PLAN.planned)
    .executeTakeFirst();
  return plan ? toWallClock(plan.departTime.getTime(), await zoneOfStore(db, car.storeId)) : null;
}

/**
 * What changes on a locked car that goes to another store now (V8), at once or by the plan that is carried out. Refused with the open orders or the plan that is
 * in the way, and where the store is the same or closed. Asks where orders without a plate rely on the car (D-CAR-18).
 */
export async function dispatchTo(
  context: RentalContext,
  car: VehicleRow,
  {
    storeId,
    isPlanned,
    confirmed,
  }: { readonly storeId: number; readonly isPlanned: boolean; readonly confirmed: 0 | 1 | undefined },
): Promise<Row> {
  requireNone(
    dispatchGuard({
      storeId: car.storeId,
      targetStoreId: storeId,
      openOrders: await openOrdersOf(context, car.id),
      planned: isPlanned ? null : await plannedTime(context, car),
    }),
    context,
  );
  const store = await openStore(context, storeId);
  if (!store) throw refuse('msg.store.notOpen');
  await askOfLeaving(context, car, confirmed);
  return { storeId, cityId: store.cityId, dispatchTime: new Date(context.now) };
}
