import { sql } from 'kysely';
import {
  coveredUntil,
  knownMileage,
  noPriceProblem,
  pricesWith,
  restDifference,
  type GuardedCar,
  type Instant,
  type PriceSnapshot,
  type Problem,
  type Satang,
} from '../../rules/index.ts';
import { readHolds } from '../availability/index.ts';
import type { OrderRow, RentalContext, VehicleRow } from '../database.ts';
import { readPrices, readStores, snapshotOf } from '../facts/index.ts';
import { chargedUntil, outOrder, outWith, snapshotOfOrder } from '../order/index.ts';

/** The car as the guards of a handover ask for it, and when somebody else brought it back last. */
export async function readNewCar(
  context: RentalContext,
  car: VehicleRow,
  { today, after }: { readonly today: string; readonly after: Instant },
): Promise<{ readonly car: GuardedCar & { readonly subModelId: number }; readonly lastBack: Instant | null }> {
  const { now, db } = context;
  const { blocks, policies } = await readHolds(context, car.id);
  const isHeld = (kind: (typeof blocks)[number]['kind']): boolean =>
    blocks.some((block) => block.kind === kind && block.start <= now && (block.end ?? Infinity) > now);
  const { rows } = await sql<{ back: Date | null }>`
    select max(back) as back from (
      select "actualReturnTime" as back from "order" where "carId" = ${car.id} and "actualReturnTime" > ${new Date(after)}
      union all select time from "carChange" where "carId" = ${car.id} and time > ${new Date(after)}
    ) earlier`.execute(db);
  const out = await outWith(db, car.id).executeTakeFirst();
  return {
    car: {
      id: car.id,
      out: out ? outOrder(out) : null,
      subModelId: car.subModelId,
      status: car.status,
      auditStatus: car.auditStatus,
      mileage: knownMileage(car),
      compulsoryEnd: coveredUntil(policies, today),
      inspectionExpiry: car.inspectionExpiry,
      inStorage: isHeld('storage'),
      inMaintenance: isHeld('maintenance'),
      dispatchDue: isHeld('dispatch'),
    },
    lastBack: rows[0]?.back?.getTime() ?? null,
  };
}

/** The prices of the order with another model from now on, and what the rest costs more (below 0: less); a problem where there is no price. */
export async function newPrice(
  context: RentalContext,
  order: OrderRow,
  subModelId: number,
  time: Instant,
): Promise<{ readonly snapshot: PriceSnapshot; readonly difference: Satang } | { readonly problem: Problem }> {
  const kept = snapshotOfOrder(order);
  const { parameters, stores } = await readStores(context.db, [order.pickupStoreId]);
  const price = (await readPrices(context.db, order.pickupStoreId, [subModelId])).get(subModelId);
  if (!price) return { problem: noPriceProblem() };
  const store = stores.get(order.pickupStoreId)!;
  const snapshot = pricesWith(kept, snapshotOf(price, { parameters, pickupStore: store, returnStore: store }));
  const rest = {
    pickup: order.plannedPickupTime.getTime(),
    from: time,
    to: chargedUntil(order),
    service: order.service,
  };
  return { snapshot, difference: restDifference(kept, snapshot, rest) };
}
