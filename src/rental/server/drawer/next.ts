import { sql } from 'kysely';
import { DEFAULT_TIME_ZONE, DRAWER_COUNT, ZERO, cashSince, countResult, laterDay, satang } from '../../rules/index.ts';
import type { DateText, Satang } from '../../rules/index.ts';
import { writtenOnce } from '../database.ts';
import type { RentalDatabase } from '../database.ts';
import { cashSum, type DrawerDays } from './drawer.ts';

export interface NextCount extends DrawerDays {
  /** What the last count left in the drawer; null before the first one, which says it itself. */
  readonly float: Satang | null;
  /** Cash since then, less what went out. */
  readonly cash: Satang;
}

const nextRow = writtenOnce((db, { storeId, day }: { readonly storeId: number; readonly day: DateText }) =>
  db
    .selectFrom('store')
    .leftJoin('city', 'city.id', 'store.cityId')
    .leftJoinLateral(
      ({ selectFrom }) =>
        selectFrom('drawerCount')
          .select(({ fn }) => fn.max('drawerCount.day').as('day'))
          .where('drawerCount.storeId', '=', storeId)
          .where('kind', '=', DRAWER_COUNT.close)
          .as('closed'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      ({ selectFrom }) =>
        selectFrom('drawerCount')
          .select(['carried', 'openCash'])
          .where('drawerCount.storeId', '=', storeId)
          .orderBy('time', 'desc')
          .orderBy('id', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select(['city.timeZone', 'closed.day as countedThrough', 'store.booksThrough', 'last.carried', 'last.openCash'])
    .select((eb) =>
      eb
        .case()
        .when('last.carried', 'is', null)
        .then(cashSum(db, storeId).where('day', '=', day))
        .else(cashSum(db, storeId).where('day', '>', sql<string>`coalesce(closed.day, '-infinity')`))
        .end()
        .as('cash'),
    )
    .where('store.id', '=', storeId)
    .compile(),
);

/** What the next count of a drawer begins with (D-MONEY-11). The first one counts the cash of its day alone. One statement. */
export async function nextCount(db: RentalDatabase, storeId: number, day: DateText): Promise<NextCount> {
  const [row] = await nextRow(db, { storeId, day });
  if (!row) throw new Error('a drawer is of a store');
  const cash = satang(Number(row.cash ?? 0));
  const { countedThrough, booksThrough } = row;
  const closedThrough = laterDay(countedThrough, booksThrough);
  const days = { timeZone: row.timeZone ?? DEFAULT_TIME_ZONE, countedThrough, closedThrough };
  return row.carried === null || row.openCash === null
    ? { ...days, float: null, cash }
    : { ...days, float: satang(row.carried), cash: cashSince(cash, satang(row.openCash)) };
}

/** What should lie in the drawer now; null before the first count. */
export const expectedNow = ({ float, cash }: NextCount): Satang | null =>
  float === null ? null : countResult({ float, cash, counted: ZERO, carried: ZERO }).expected;
