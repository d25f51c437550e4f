import { sql } from 'kysely';
import {
  addDays,
  dailyPriceOn,
  dateOf,
  daysOf,
  DEFAULT_TIME_ZONE,
  fromBaht,
  pickPriceHolidays,
  satang,
  stockOf,
  type DateText,
  type Stock,
} from '../../rules/index.ts';
import type { RentalDatabase } from '../database.ts';
import { readHolidays } from '../facts/index.ts';
import { inventoryOf } from '../stock/index.ts';

/** The days that a channel is told of, today first. */
export function toldDays(now: number, days: number): { readonly dateStart: DateText; readonly dateEnd: DateText } {
  const dateStart = dateOf(now, DEFAULT_TIME_ZONE);
  return { dateStart, dateEnd: addDays(dateStart, days - 1) };
}

/** What may be sold on these days: of every enabled price of an open store the free cars, at the tightest moment of the day, and the price of the day. */
export async function currentStock(db: RentalDatabase, now: number, days: number): Promise<Stock> {
  const span = toldDays(now, days);
  const everything = { db, now, inScope: () => sql<boolean>`true` };
  const told = daysOf(span.dateStart, span.dateEnd, DEFAULT_TIME_ZONE);
  const inventory = await inventoryOf(everything, told);
  const free = new Map(
    inventory.map(({ storeId, subModelId, cells }) => [
      `${storeId} ${subModelId}`,
      cells().map(({ available }) => Math.max(0, available)),
    ]),
  );
  const prices = await db
    .selectFrom('price')
    .innerJoin('store', 'store.id', 'price.storeId')
    .select(['price.storeId', 'price.subModelId', 'price.dailyPrice', 'price.holidayPrices'])
    .where('price.status', '=', 1)
    .where('store.status', '=', 1)
    .execute();
  const holidays = await readHolidays(db, span.dateStart);
  return stockOf(
    prices.flatMap(({ storeId, subModelId, dailyPrice, holidayPrices }) => {
      const cars = free.get(`${storeId} ${subModelId}`);
      const special = pickPriceHolidays(
        holidays,
        (holidayPrices ?? []).map((each) => ({ holidayId: each.holidayId, daily: fromBaht(each.dailyPrice) })),
      );
      return told.map(({ date: day }, index) => ({
        storeId,
        subModelId,
        day,
        free: cars?.[index] ?? 0,
        price: dailyPriceOn(day, satang(dailyPrice), special),
      }));
    }),
  );
}
