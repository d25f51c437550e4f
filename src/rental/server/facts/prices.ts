import { addDays, fromBaht, pickPriceHolidays, priceParameters, satang } from '../../rules/index.ts';
import type { DateText, Holiday, Parameters, PriceSnapshot } from '../../rules/index.ts';
import type { RentalDatabase, RowOf } from '../database.ts';
import type { StoreFacts } from './stores.ts';

/**
 * The holidays that a day's price, rules and cancellation can depend on: those not over on that day, earliest first. With a day of
 * slack, since stores differ in their clocks.
 */
export async function readHolidays(db: RentalDatabase, from: DateText): Promise<readonly Holiday[]> {
  const rows = await db
    .selectFrom('holiday')
    .selectAll()
    .where('endDate', '>=', addDays(from, -1))
    .orderBy('startDate')
    .execute();
  return rows.map((row) => ({ ...row, bookingOpen: row.bookingOpen === 1 }));
}

/** The enabled price of a model at a store, if there is one (D-PRICE-01). */
export const readPrice = (
  db: RentalDatabase,
  storeId: number,
  subModelId: number,
): Promise<RowOf<'price'> | undefined> =>
  db
    .selectFrom('price')
    .selectAll()
    .where('storeId', '=', storeId)
    .where('subModelId', '=', subModelId)
    .where('status', '=', 1)
    .executeTakeFirst();

export interface SnapshotFacts {
  readonly pickupDate: DateText;
  readonly holidays: readonly Holiday[];
  readonly parameters: Parameters;
  readonly pickupStore: StoreFacts;
  readonly returnStore: StoreFacts;
}

/** Everything the price of an order depends on, as of now (D-PRICE-09). */
export function snapshotOf(price: RowOf<'price'>, facts: SnapshotFacts): PriceSnapshot {
  const holidayPrices = (price.holidayPrices ?? []).map((each) => ({
    holidayId: each.holidayId,
    daily: fromBaht(each.dailyPrice),
  }));
  return {
    daily: satang(price.dailyPrice),
    monthly: price.monthlyPrice === null ? null : satang(price.monthlyPrice),
    deposit: satang(price.deposit),
    holidays: pickPriceHolidays(facts.holidays, holidayPrices, facts.pickupDate),
    parameters: priceParameters(facts.parameters),
    pickupStore: facts.pickupStore.fees,
    returnStore: facts.returnStore.fees,
  };
}
