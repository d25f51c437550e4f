import { sql } from 'kysely';
import type { InferResult } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { addDays, fromBaht, pickPriceHolidays, priceParameters, satang } from '../../rules/index.ts';
import type { DateText, Holiday, HolidayPrice, Parameters, PriceSnapshot } from '../../rules/index.ts';
import type { RentalDatabase, RowOf } from '../database.ts';
import type { StoreFacts } from './stores.ts';

/**
 * The holidays that a day's price, rules and cancellation can depend on: those not over on that day, earliest first. With a day of
 * slack, since stores differ in their clocks.
 */
const holidayRows = (db: RentalDatabase, from: DateText) =>
  db
    .selectFrom('holiday')
    .select(['id', 'name', 'startDate', 'endDate', 'minDays', 'bookingOpen'])
    .where('endDate', '>=', addDays(from, -1))
    .orderBy('startDate');

const holidayOf = (row: InferResult<ReturnType<typeof holidayRows>>[number]): Holiday => ({
  ...row,
  bookingOpen: row.bookingOpen === 1,
});

export const readHolidays = async (db: RentalDatabase, from: DateText): Promise<readonly Holiday[]> =>
  (await holidayRows(db, from).execute()).map(holidayOf);

/** The enabled price of a model at a store, if there is one (D-PRICE-01), with the holidays that it names, earliest first. */
const priceRow = (db: RentalDatabase, { storeId, subModelId }: { storeId: number; subModelId: number }) =>
  db
    .selectFrom('price')
    .select(['dailyPrice', 'monthlyPrice', 'deposit', 'holidayPrices'])
    .select((one) =>
      jsonArrayFrom(
        one
          .selectFrom('holiday')
          .select(['holiday.id', 'startDate', 'endDate'])
          .where(
            'holiday.id',
            'in',
            sql<number>`(select (named ->> 'holidayId')::bigint from jsonb_array_elements(price."holidayPrices") named)`,
          )
          .orderBy('startDate'),
      ).as('named'),
    )
    .where('storeId', '=', storeId)
    .where('subModelId', '=', subModelId)
    .where('status', '=', 1);
type Price = InferResult<ReturnType<typeof priceRow>>[number];

/** The holidays from a day on and, where it is asked for, the price of a model at a store: one statement. */
export async function readCalendar(
  db: RentalDatabase,
  from: DateText,
  model: { readonly storeId: number; readonly subModelId: number } | null,
): Promise<{ readonly holidays: readonly Holiday[]; readonly price: Price | null }> {
  if (model === null) return { holidays: await readHolidays(db, from), price: null };
  const { holidays, price } = await db
    .selectNoFrom([
      jsonArrayFrom(holidayRows(db, from)).as('holidays'),
      jsonObjectFrom(priceRow(db, model)).as('price'),
    ])
    .executeTakeFirstOrThrow();
  return { holidays: holidays.map(holidayOf), price };
}

interface SnapshotFacts {
  readonly parameters: Parameters;
  readonly pickupStore: StoreFacts;
  readonly returnStore: StoreFacts;
}

/** Everything the price of an order depends on, as of now (D-PRICE-09). */
export const snapshotOf = (price: Price, { parameters, pickupStore, returnStore }: SnapshotFacts): PriceSnapshot => ({
  daily: satang(price.dailyPrice),
  monthly: price.monthlyPrice === null ? null : satang(price.monthlyPrice),
  deposit: satang(price.deposit),
  holidays: pickPriceHolidays(price.named, pricesIn(price)),
  parameters: priceParameters(parameters),
  pickupStore: pickupStore.fees,
  returnStore: returnStore.fees,
});

const pricesIn = ({ holidayPrices }: Pick<RowOf<'price'>, 'holidayPrices'>) =>
  (holidayPrices ?? []).map((each) => ({ holidayId: each.holidayId, daily: fromBaht(each.dailyPrice) }));

/** The holidays that the row has a price for, earliest first: those that were entered by then. */
export async function holidayPricesOf(
  db: RentalDatabase,
  row: Pick<RowOf<'price'>, 'holidayPrices'>,
  knownBy: Date,
): Promise<readonly HolidayPrice[]> {
  const prices = pricesIn(row);
  if (prices.length === 0) return [];
  const holidays = await db
    .selectFrom('holiday')
    .select(['id', 'startDate', 'endDate'])
    .where(
      'id',
      'in',
      prices.map((each) => each.holidayId),
    )
    .where('createTime', '<=', knownBy)
    .orderBy('startDate')
    .execute();
  return pickPriceHolidays(holidays, prices);
}
