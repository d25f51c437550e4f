import { sql } from 'kysely';
import type { InferResult } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { PRICE, addDays, fromBaht, pickPriceHolidays, priceParameters, satang } from '../../rules/index.ts';
import type { DateText, Holiday, HolidayPrice, Parameters, PriceSnapshot } from '../../rules/index.ts';
import { writtenOnce } from '../database.ts';
import type { RentalDatabase, RowOf } from '../database.ts';
import type { StoreFacts } from './stores.ts';

/** Holidays that are not over on a day, earliest first. */
const holidayRows = (db: RentalDatabase, from: DateText) =>
  db
    .selectFrom('holiday')
    .select(['id', 'name', 'startDate', 'endDate', 'minDays', 'bookingOpen'])
    .where('endDate', '>=', from)
    .orderBy('startDate');

const holidayOf = (row: InferResult<ReturnType<typeof holidayRows>>[number]): Holiday => ({
  ...row,
  bookingOpen: row.bookingOpen === 1,
});

const holidaysFrom = writtenOnce((db, { from }: { readonly from: DateText }) => holidayRows(db, from).compile());

/** A day of slack, since stores differ in their clocks. */
const earliest = (day: DateText): DateText => addDays(day, -1);

/** The holidays that a day's price, rules and cancellation can depend on: those not over on that day, earliest first. */
export const readHolidays = async (db: RentalDatabase, from: DateText): Promise<readonly Holiday[]> =>
  (await holidaysFrom(db, { from: earliest(from) })).map(holidayOf);

/** The enabled prices of models at stores (D-PRICE-01), each with the holidays that it names, earliest first. */
const priceRows = (db: RentalDatabase, storeIds: readonly number[], subModelIds: readonly number[]) =>
  db
    .selectFrom('price')
    .select(['storeId', 'subModelId', 'dailyPrice', 'monthlyPrice', 'deposit', 'holidayPrices'])
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
    .where('storeId', 'in', storeIds)
    .where('subModelId', 'in', subModelIds)
    .where('status', '=', PRICE.enabled);
export type Price = InferResult<ReturnType<typeof priceRows>>[number];

/** The prices of models at a store, by model; a model that nothing can be priced for is missing. One statement. */
export async function readPrices(
  db: RentalDatabase,
  storeId: number,
  subModelIds: readonly number[],
): Promise<ReadonlyMap<number, Price>> {
  if (subModelIds.length === 0) return new Map();
  const rows = await priceRows(db, [storeId], subModelIds).execute();
  return new Map(rows.map((row) => [row.subModelId, row]));
}

/** The prices of a model at stores, by store. One statement. */
export async function readPricesAt(
  db: RentalDatabase,
  storeIds: readonly number[],
  subModelId: number,
): Promise<ReadonlyMap<number, Price>> {
  if (storeIds.length === 0) return new Map();
  const rows = await priceRows(db, storeIds, [subModelId]).execute();
  return new Map(rows.map((row) => [row.storeId, row]));
}

const calendar = writtenOnce(
  (
    db,
    { from, storeId, subModelId }: { readonly from: DateText; readonly storeId: number; readonly subModelId: number },
  ) =>
    db
      .selectNoFrom([
        jsonArrayFrom(holidayRows(db, from)).as('holidays'),
        jsonObjectFrom(priceRows(db, [storeId], [subModelId])).as('price'),
      ])
      .compile(),
);

/** The holidays from a day on and, where it is asked for, the price of a model at a store: one statement. */
export async function readCalendar(
  db: RentalDatabase,
  from: DateText,
  model: { readonly storeId: number; readonly subModelId: number } | null,
): Promise<{ readonly holidays: readonly Holiday[]; readonly price: Price | null }> {
  if (model === null) return { holidays: await readHolidays(db, from), price: null };
  const [found] = await calendar(db, { from: earliest(from), ...model });
  return { holidays: (found?.holidays ?? []).map(holidayOf), price: found?.price ?? null };
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
