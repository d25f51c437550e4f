import { calls, type Inventory, type StockSpan } from '../../calls/index.ts';
import { groupedBy, poolDays, staysOf } from '../../rules/index.ts';
import type { PoolCar, StoreDay } from '../../rules/index.ts';
import { poolKey } from '../availability/index.ts';
import type { Pool } from '../availability/index.ts';
import { defineCommand } from '../database.ts';
import { readFleet } from './readFleet.ts';
import type { Fleet, FleetContext, FleetOrder } from './readFleet.ts';
import { pageOf } from './stockPage.ts';
import { MOST_DAYS, windowOf } from './window.ts';

/** A model at a store: the cars that are there at some time, and the orders that wait for one there or bring one. */
interface StockPool extends Pool {
  readonly cars: PoolCar[];
  readonly waiting: FleetOrder[];
}

/** What each store has of each model at some time: its cars, and those that orders bring. */
function poolsOf(fleet: Fleet, now: number): readonly StockPool[] {
  const pools = new Map<string, StockPool>();
  const poolAt = (storeId: number, subModelId: number): StockPool | undefined => {
    if (!fleet.stores.has(storeId)) return undefined;
    const key = poolKey({ storeId, subModelId });
    const known = pools.get(key) ?? { storeId, subModelId, cars: [], waiting: [] };
    pools.set(key, known);
    return known;
  };
  const ordersOf = groupedBy(fleet.orders, ({ carId }) => carId);
  const blocksOf = groupedBy(fleet.blocks, ({ carId }) => carId);
  for (const { id, storeId, subModelId, listed } of fleet.cars) {
    if (!listed) continue;
    const orders = ordersOf.get(id) ?? [];
    const car = { storeId, orders, blocks: blocksOf.get(id) ?? [] };
    const stays = staysOf(storeId, orders, { now, turnaroundMinutes: fleet.turnaroundMinutes });
    for (const place of new Set(stays.map((stay) => stay.storeId))) poolAt(place, subModelId)?.cars.push(car);
  }
  for (const order of ordersOf.get(null) ?? [])
    for (const place of new Set([order.pickupStoreId, order.returnStoreId]))
      poolAt(place, order.subModelId)?.waiting.push(order);
  return [...pools.values()];
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
  const fleet = await readFleet(context, input, days.at(-1)!.end);
  const { turnaroundMinutes } = fleet;
  const { now } = context;
  const whole = [{ start: days[0]!.start, end: days.at(-1)!.end }];
  const wanted = poolsOf(fleet, now).filter(({ storeId }) => input.storeId === undefined || input.storeId === storeId);
  return wanted.map(({ storeId, subModelId, cars, waiting }) => {
    const facts = { storeId, now, turnaroundMinutes, cars, waiting };
    return {
      ...{ storeId, subModelId },
      storeName: fleet.stores.get(storeId)?.name ?? '',
      subModelName: fleet.modelNames.get(subModelId) ?? '',
      cells: () => poolDays(facts, days),
      // Each car counts once: only orders without one can be too many. They are where the tightest moment of all days is below zero.
      isShort: () => waiting.length > 0 && poolDays(facts, whole)[0]!.available < 0,
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
