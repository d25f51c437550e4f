import { sql } from 'kysely';
import { calls, type Forecast, type StockSpan } from '../../calls/index.ts';
import { forecastCars, groupedBy } from '../../rules/index.ts';
import { poolKey } from '../availability/index.ts';
import { defineCommand } from '../database.ts';
import type { RentalContext } from '../database.ts';
import { wireTime } from '../times.ts';
import { readFleet } from './readFleet.ts';
import { pageOf } from './stockPage.ts';
import { MOST_DAYS, windowOf } from './window.ts';

interface NamedOrder {
  readonly id: number;
  readonly orderNo: string;
  readonly plate: string;
  readonly plannedPickupTime: Date;
}

/** How orders are called, by id. */
async function ordersNamed({ db }: RentalContext, ids: readonly number[]): Promise<ReadonlyMap<number, NamedOrder>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<NamedOrder>`
    select o.id, coalesce(o."orderNo", '') as "orderNo", coalesce(v.plate, '') as plate, o."plannedPickupTime"
    from "order" o left join vehicle v on v.id = o."carId" where o.id = any(${ids})`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Where the cars of each model will be on these days, and the orders that leave where none is left: those of the page, which are named by a statement of their own. */
async function readForecast(context: RentalContext, input: StockSpan): Promise<Forecast> {
  const days = windowOf(context, input, MOST_DAYS);
  const fleet = await readFleet(context, input, days.at(-1)!.end);
  const seen = (row: { readonly storeId: number }): boolean =>
    fleet.stores.has(row.storeId) && (input.storeId === undefined || row.storeId === input.storeId);
  const found = forecastCars({
    days,
    now: context.now,
    turnaroundMinutes: fleet.turnaroundMinutes,
    cars: fleet.cars.filter((car) => car.listed),
    orders: fleet.orders,
    blocks: fleet.blocks,
  }).filter(seen);
  const unlisted = groupedBy(
    fleet.cars.filter((car) => !car.listed),
    poolKey,
  );
  const named = found.map((row) => ({
    ...row,
    storeName: fleet.stores.get(row.storeId)!.name,
    subModelName: fleet.modelNames.get(row.subModelId) ?? '',
  }));
  const { rows: page, ...whole } = pageOf(named, (row) => row.isShort(), input);
  const rows = page.map(({ isShort: _, ...row }) => ({ ...row, days: row.days() }));
  const orders = await ordersNamed(
    context,
    rows.flatMap(({ days: counted }) => counted.flatMap(({ cars, short }) => (cars < 0 ? short : []))),
  );
  const mayRead = context.can('order-list');
  const causes = (ids: readonly number[], storeId: number) =>
    ids.flatMap((id) => {
      const order = orders.get(id);
      if (!order) return [];
      return {
        id: mayRead ? id : 0,
        orderNo: mayRead ? order.orderNo : '',
        plate: order.plate,
        time: wireTime(order.plannedPickupTime, fleet.stores.get(storeId)!.timeZone),
      };
    });
  return {
    dates: days.map(({ date }) => date),
    ...whole,
    rows: rows.map(({ days: counted, ...row }) => ({
      ...row,
      unlisted: unlisted.get(poolKey(row))?.length ?? 0,
      cells: counted.map(({ cars, arrivals, departures }) => ({ cars, arrivals, departures })),
    })),
    shortages: rows.flatMap(({ storeId, subModelId, days: counted }) =>
      counted.flatMap(({ cars, short }, index) =>
        cars < 0
          ? [{ storeId, subModelId, date: days[index]!.date, missing: -cars, orders: causes(short, storeId) }]
          : [],
      ),
    ),
  };
}

export const forecast = defineCommand(calls.forecast, { run: (input, context) => readForecast(context, input) });
