import { sql } from 'kysely';
import { refuseFields } from 'forecourt/server';
import { calls } from '../../calls/index.ts';
import {
  DEFAULT_TIME_ZONE,
  DRAWER_COUNT,
  PAYMENT_METHOD,
  dateOf,
  laterDay,
  monthEnd,
  monthProblem,
} from '../../rules/index.ts';
import type { DateText } from '../../rules/index.ts';
import { defineCommand } from '../database.ts';
import type { RentalContext } from '../database.ts';
import { requireNone } from '../problems.ts';
import { lockDrawers } from './drawer.ts';

interface BooksOfStore {
  readonly id: number;
  readonly storeName: string;
  readonly timeZone: string | null;
  readonly booksThrough: DateText | null;
  readonly countedThrough: DateText | null;
  /** Cash payments of the month in days of which the drawer was not counted. */
  readonly uncounted: number;
}

function endOf(month: string): DateText {
  const end = monthEnd(month);
  if (end === null) throw refuseFields({ month: 'msg.badDate' });
  return end;
}

/** The stores that the actor sees, with how far their days are closed. */
async function readBooks(context: RentalContext, end: DateText): Promise<readonly BooksOfStore[]> {
  const { rows } = await sql<BooksOfStore>`
    select s.id, s."storeName", c."timeZone", s."booksThrough", d.day as "countedThrough",
      (select count(*)::int from payment p where p."storeId" = s.id and p.method = ${PAYMENT_METHOD.cash} and p.day <= ${end}
        and p.day > greatest(d.day, date_trunc('month', ${end}::date)::date - 1)) as uncounted
    from store s left join city c on c.id = s."cityId"
      left join lateral (select max(day) as day from "drawerCount" where "storeId" = s.id and kind = ${DRAWER_COUNT.close}) d on true
    where ${context.inScope('store', 's')} order by s.id
  `.execute(context.db);
  return rows;
}

/** The stores that the actor sees. */
async function storesSeen(context: RentalContext): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select s.id from store s where ${context.inScope('store', 's')} order by s.id
  `.execute(context.db);
  return rows.map(({ id }) => id);
}

/** How far each store is closed, before the office closes a month (D-MONEY-13). */
export const monthBooks = defineCommand(calls.monthBooks, {
  async run({ month }, context) {
    const end = endOf(month);
    const stores = await readBooks(context, end);
    return {
      end,
      stores: stores.map(({ id, storeName, booksThrough, countedThrough, uncounted }) => ({
        ...{ id, storeName, uncounted },
        closed: booksThrough !== null && booksThrough >= end,
        through: laterDay(countedThrough, booksThrough) ?? '',
      })),
    };
  },
});

/**
 * Closes a month at all stores that the actor sees: no payment counts in it any more (D-MONEY-13). Payments that are under way are waited for. The drawers
 * are left as they are: what was not counted is counted with the next day.
 */
export const closeMonth = defineCommand(calls.closeMonth, {
  async run({ month }, context) {
    const end = endOf(month);
    await lockDrawers(context.db, await storesSeen(context));
    const stores = await readBooks(context, end);
    const refused = monthProblem(
      end,
      stores.map(({ timeZone, booksThrough }) => ({
        today: dateOf(context.now, timeZone ?? DEFAULT_TIME_ZONE),
        booksThrough,
      })),
    );
    requireNone(refused ? [refused] : [], context);
    const open = stores.filter(({ booksThrough }) => booksThrough === null || booksThrough < end);
    await context.write.updateAll(
      'store',
      open.map(({ id }) => id),
      { booksThrough: end },
    );
    return { stores: open.length };
  },
});
