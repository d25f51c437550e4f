import { calls, type Forecast, type StockSpan } from '../../calls/index.ts';
import { forecastCars, groupedBy } from '../../rules/index.ts';
import { poolKey } from '../availability/index.ts';
import { defineCommand } from '../database.ts';
import type { RentalContext } from '../database.ts';
import { wireTime } from '../times.ts';
import { readFleet } from './readFleet.ts';
import { pageOf } from './stockPage.ts';
import { MOST_DAYS, windowOf } from './window.ts';

/** Where the cars of each model will be on these days, and the orders that leave where none is left. One statement. */
async function readForecast(context: RentalContext, input: StockSpan): Promise<Forecast> {
  const days = windowOf(context, input, MOST_DAYS);
  const fleet = await readFleet(context, input, days.at(-1)!.end, { wide: true });
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
  const orders = new Map(fleet.orders.map((order) => [order.id, order]));
  const plates = new Map(fleet.cars.map((car) => [car.id, car.plate]));
  const mayRead = context.can('order-list');
  const causes = (ids: readonly number[], storeId: number) =>
    ids.map((id) => {
      const { carId, orderNo, plannedPickup } = orders.get(id)!;
      return {
        id: mayRead ? id : 0,
        orderNo: mayRead ? orderNo : '',
        plate: carId === null ? '' : (plates.get(carId) ?? ''),
        time: wireTime(new Date(plannedPickup), fleet.stores.get(storeId)!.timeZone),
      };
    });
  const named = found.map((row) => ({
    ...row,
    storeName: fleet.stores.get(row.storeId)!.name,
    subModelName: fleet.modelNames.get(row.subModelId) ?? '',
  }));
  const { rows: page, ...whole } = pageOf(
    named,
    ({ enough, days: counted }) => !enough && counted().some(({ cars }) => cars < 0),
    input,
  );
  const rows = page.map(({ enough: _, ...row }) => ({ ...row, days: row.days() }));
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
