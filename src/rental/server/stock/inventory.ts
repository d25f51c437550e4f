import { calls, type Inventory, type StockSpan } from '../../calls/index.ts';
import { modelDays } from '../../rules/index.ts';
import type { ModelHold, StoreDay } from '../../rules/index.ts';
import { poolKey } from '../availability/index.ts';
import type { Pool } from '../availability/index.ts';
import { defineCommand } from '../database.ts';
import { holdOf, readFleet } from './readFleet.ts';
import type { Fleet, FleetBlock, FleetContext, FleetOrder } from './readFleet.ts';
import { pageOf } from './stockPage.ts';
import { MOST_DAYS, windowOf } from './window.ts';

/** The listed cars of a model at a store, and what has them. */
interface PoolFacts {
  readonly pool: Pool;
  cars: number;
  readonly orders: FleetOrder[];
  readonly blocks: FleetBlock[];
}

/** What is taken of each pool: by orders and blocks of its listed cars, and by orders without a plate that are booked there. */
function poolsOf(fleet: Fleet): readonly PoolFacts[] {
  const pools = new Map<string, PoolFacts>();
  const poolAt = (storeId: number, subModelId: number): PoolFacts => {
    const key = poolKey({ storeId, subModelId });
    const known = pools.get(key) ?? { pool: { storeId, subModelId }, cars: 0, orders: [], blocks: [] };
    pools.set(key, known);
    return known;
  };
  const poolOfCar = new Map<number, PoolFacts>();
  for (const { id, storeId, subModelId, listed } of fleet.cars) {
    if (!listed || !fleet.stores.has(storeId)) continue;
    const pool = poolAt(storeId, subModelId);
    pool.cars += 1;
    poolOfCar.set(id, pool);
  }
  for (const order of fleet.orders) {
    if (order.carId !== null) poolOfCar.get(order.carId)?.orders.push(order);
    else if (fleet.stores.has(order.pickupStoreId)) poolAt(order.pickupStoreId, order.subModelId).orders.push(order);
  }
  for (const block of fleet.blocks) poolOfCar.get(block.carId)?.blocks.push(block);
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
  const fleet = await readFleet(context, input, days.at(-1)!.end, { wide: false });
  const { turnaroundMinutes } = fleet;
  const whole = [{ start: days[0]!.start, end: days.at(-1)!.end }];
  return poolsOf(fleet).map(({ pool, cars, orders, blocks }) => {
    const daysHeld = (of: readonly Pick<StoreDay, 'start' | 'end'>[]) =>
      modelDays({
        ...{ days: of, turnaroundMinutes, cars },
        holds: [
          ...orders.map((order) => holdOf(order, context.now)),
          ...blocks.map(({ carId, start, end }): ModelHold => ({ carId, kind: 'block', start, end })),
        ],
      });
    return {
      ...pool,
      storeName: fleet.stores.get(pool.storeId)?.name ?? '',
      subModelName: fleet.modelNames.get(pool.subModelId) ?? '',
      cells: () => daysHeld(days).map((day) => ({ total: cars, ...day })),
      // Each car counts once: only orders without one can be too many. They are where the tightest moment of all days is below zero.
      isShort: () => orders.some(({ carId }) => carId === null) && daysHeld(whole)[0]!.available < 0,
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
