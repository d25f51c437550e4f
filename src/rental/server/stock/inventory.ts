import { calls, type Inventory, type StockSpan } from '../../calls/index.ts';
import { groupedBy, modelDays } from '../../rules/index.ts';
import type { ModelHold, StoreDay } from '../../rules/index.ts';
import { poolKey } from '../availability/index.ts';
import type { Pool } from '../availability/index.ts';
import { defineCommand } from '../database.ts';
import { holdOf, readFleet } from './readFleet.ts';
import type { Fleet, FleetContext, FleetOrder } from './readFleet.ts';
import { pageOf } from './stockPage.ts';
import { MOST_DAYS, windowOf } from './window.ts';

/** Where an order without a plate waits for a car. */
const waitingPool = ({ pickupStoreId, subModelId }: FleetOrder): Pool => ({ storeId: pickupStoreId, subModelId });

interface Held {
  readonly pool: Pool;
  readonly hold: ModelHold;
}

/** What is taken of each pool: by orders and blocks of its listed cars, and by orders without a plate that are booked there. */
function heldIn(fleet: Fleet, poolOfCar: ReadonlyMap<number, Pool>, now: number): readonly Held[] {
  const orders = fleet.orders.flatMap((order): Held[] => {
    const pool = order.carId === null ? waitingPool(order) : poolOfCar.get(order.carId);
    return pool && fleet.stores.has(pool.storeId) ? [{ pool, hold: holdOf(order, now) }] : [];
  });
  const blocks = fleet.blocks.flatMap(({ carId, start, end }): Held[] => {
    const pool = poolOfCar.get(carId);
    return pool ? [{ pool, hold: { carId, kind: 'block', start, end } }] : [];
  });
  return [...orders, ...blocks];
}

type InventoryRow = Inventory['rows'][number];

/** A store and model, whose days are counted when somebody looks at them: a large company has thousands of these rows, a page shows a hundred. */
interface StockOfPool extends Omit<InventoryRow, 'cells'> {
  readonly cells: () => InventoryRow['cells'];
  /** Some day is below zero. */
  readonly isShort: () => boolean;
}

/** Listed, booked, stored and free cars of each store and model, day by day: of each day its tightest moment (D-STOCK-04, D-AVAIL-02). In no order. */
export async function inventoryOf(
  context: FleetContext,
  days: readonly StoreDay[],
  input: Pick<StockSpan, 'storeId' | 'subModelId'> = {},
): Promise<readonly StockOfPool[]> {
  const fleet = await readFleet(context, input, days.at(-1)!.end, { wide: false });
  const listed = fleet.cars.filter((car) => car.listed && fleet.stores.has(car.storeId));
  const carsOf = groupedBy(listed, poolKey);
  const held = heldIn(fleet, new Map(listed.map((car) => [car.id, car])), context.now);
  const heldOf = groupedBy(held, ({ pool }) => poolKey(pool));
  const { turnaroundMinutes } = fleet;
  const whole = [{ start: days[0]!.start, end: days.at(-1)!.end }];
  return [...new Set([...carsOf.keys(), ...heldOf.keys()])].map((key) => {
    const { storeId, subModelId } = carsOf.get(key)?.[0] ?? heldOf.get(key)![0]!.pool;
    const cars = carsOf.get(key)?.length ?? 0;
    const holds = (heldOf.get(key) ?? []).map(({ hold }) => hold);
    return {
      storeId,
      storeName: fleet.stores.get(storeId)?.name ?? '',
      subModelId,
      subModelName: fleet.modelNames.get(subModelId) ?? '',
      cells: () => modelDays({ days, turnaroundMinutes, cars, holds }).map((day) => ({ total: cars, ...day })),
      // No more is taken than there are cars, whatever overlaps; or it overlaps at the tightest moment of all days.
      isShort: () =>
        holds.length > cars && modelDays({ days: whole, turnaroundMinutes, cars, holds })[0]!.available < 0,
    };
  });
}

export const inventory = defineCommand(calls.inventory, {
  async run(input, context) {
    const days = windowOf(context, input, MOST_DAYS);
    const { rows, ...whole } = pageOf(await inventoryOf(context, days, input), (row) => row.isShort(), input);
    return {
      dates: days.map(({ date }) => date),
      ...whole,
      rows: rows.map(({ isShort: _, cells, ...row }) => ({ ...row, cells: cells() })),
    };
  },
});
