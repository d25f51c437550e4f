import { sql } from 'kysely';
import {
  DEFAULT_TIME_ZONE,
  DRAWER_COUNT,
  PAYMENT,
  PAYMENT_METHOD,
  bookedDay,
  laterDay,
  satang,
} from '../../rules/index.ts';
import type { BookedDay, DateText, Instant, Satang } from '../../rules/index.ts';
import type { RentalContext, RentalDatabase } from '../database.ts';

const key = (storeId: number) => sql`hashtextextended(${`drawer:${storeId}`}, 0)`;

/** Waits until nobody counts the drawer; many may pay at once. A count that begins waits for the end of the transaction. */
export const holdDrawer = (db: RentalDatabase, storeId: number): Promise<unknown> =>
  sql`select pg_advisory_xact_lock_shared(${key(storeId)})`.execute(db);

/** The same for the drawers of several stores, in one order. */
export const lockDrawers = (db: RentalDatabase, storeIds: readonly number[]): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended('drawer:' || id, 0)) from (
    select id from unnest(${storeIds}::bigint[]) id order by id) stores`.execute(db);

/** Waits until nobody pays into the drawer or out of it, and keeps others waiting until the end of the transaction. */
export const lockDrawer = (db: RentalDatabase, storeId: number): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(${key(storeId)})`.execute(db);

/** Which days of a store are closed. */
export interface DrawerDays {
  readonly timeZone: string;
  /** The last day of which the drawer was counted. */
  readonly countedThrough: DateText | null;
  /** The last day that takes no payments any more: counted, or of a month that is closed (D-MONEY-13). */
  readonly closedThrough: DateText | null;
}

/** Zone of a store, and the last of its days that is closed. */
export async function drawerDays(db: RentalDatabase, storeId: number): Promise<DrawerDays> {
  const row = await db
    .selectFrom('store')
    .leftJoin('city', 'city.id', 'store.cityId')
    .select(({ selectFrom }) => [
      'city.timeZone',
      'store.booksThrough',
      selectFrom('drawerCount')
        .select(({ fn }) => fn.max('drawerCount.day').as('day'))
        .where('drawerCount.storeId', '=', storeId)
        .where('kind', '=', DRAWER_COUNT.close)
        .as('countedThrough'),
    ])
    .where('store.id', '=', storeId)
    .executeTakeFirstOrThrow();
  const { countedThrough, booksThrough } = row;
  return {
    timeZone: row.timeZone ?? DEFAULT_TIME_ZONE,
    countedThrough,
    closedThrough: laterDay(countedThrough, booksThrough),
  };
}

/** The business day that a payment counts in, held open until the end of the transaction (D-MONEY-10). */
export async function bookDay({ db, now }: RentalContext, storeId: number, time: Instant): Promise<BookedDay> {
  await holdDrawer(db, storeId);
  return bookedDay({ time, entered: now, ...(await drawerDays(db, storeId)) });
}

/** Cash of a store that came in less what went out; of which days is still to be said. */
export const cashSum = (db: RentalDatabase, storeId: number) =>
  db
    .selectFrom('payment')
    .select(({ fn, eb }) =>
      fn
        .sum<string | null>(
          eb
            .case()
            .when('type', '=', PAYMENT.income)
            .then(eb.ref('amount'))
            .else(eb('amount', '*', -1))
            .end(),
        )
        .as('sum'),
    )
    .where('payment.storeId', '=', storeId)
    .where('method', '=', PAYMENT_METHOD.cash);

/** The same of all days after one, or of all there are. */
export async function cashAfter(db: RentalDatabase, storeId: number, day: DateText | null): Promise<Satang> {
  const { sum } = await cashSum(db, storeId)
    .$if(day !== null, (query) => query.where('day', '>', day))
    .executeTakeFirstOrThrow();
  return satang(Number(sum ?? 0));
}
