import { addDays, fromBaht, pickPriceHolidays, priceParameters, satang } from '../../rules/index.ts';
import type { DateText, Holiday, HolidayPrice, Parameters, PriceSnapshot } from '../../rules/index.ts';
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
  readonly parameters: Parameters;
  readonly pickupStore: StoreFacts;
  readonly returnStore: StoreFacts;
}

/** Everything the price of an order depends on, as of now (D-PRICE-09). */
export const snapshotOf = async (
  db: RentalDatabase,
  price: RowOf<'price'>,
  { parameters, pickupStore, returnStore }: SnapshotFacts,
): Promise<PriceSnapshot> => ({
  daily: satang(price.dailyPrice),
  monthly: price.monthlyPrice === null ? null : satang(price.monthlyPrice),
  deposit: satang(price.deposit),
  holidays: await holidayPricesOf(db, price),
  parameters: priceParameters(parameters),
  pickupStore: pickupStore.fees,
  returnStore: returnStore.fees,
});

/** The holidays that the row has a price for, earliest first; with `knownBy` those alone that were entered by then. */
export async function holidayPricesOf(
  db: RentalDatabase,
  { holidayPrices }: Pick<RowOf<'price'>, 'holidayPrices'>,
  knownBy?: Date,
): Promise<readonly HolidayPrice[]> {
  const prices = (holidayPrices ?? []).map((each) => ({
    holidayId: each.holidayId,
    daily: fromBaht(each.dailyPrice),
  }));
  if (prices.length === 0) return [];
  const holidays = await db
    .selectFrom('holiday')
    .select(['id', 'startDate', 'endDate'])
    .where(
      'id',
      'in',
      prices.map((each) => each.holidayId),
    )
    .$if(knownBy !== undefined, (query) => query.where('createTime', '<=', knownBy!))
    .orderBy('startDate')
    .execute();
  return pickPriceHolidays(holidays, prices);
}
