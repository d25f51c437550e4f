import { cashSince, countResult, satang, ZERO } from '../../rules/index.ts';
import type { DateText, Satang } from '../../rules/index.ts';
import type { RentalDatabase } from '../database.ts';
import { cashOf, drawerDays } from './drawer.ts';

export interface NextCount {
  readonly timeZone: string;
  readonly closedThrough: DateText | null;
  /** What the last count left in the drawer; null before the first one, which says it itself. */
  readonly float: Satang | null;
  /** Cash since then, less what went out. */
  readonly cash: Satang;
}

/** What the next count of a drawer begins with (D-MONEY-11). The first one counts the cash of its day alone. */
export async function nextCount(db: RentalDatabase, storeId: number, day: DateText | null): Promise<NextCount> {
  const days = await drawerDays(db, storeId);
  const last = await db
    .selectFrom('drawerCount')
    .select(['carried', 'openCash'])
    .where('storeId', '=', storeId)
    .orderBy('time', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last) return { ...days, float: null, cash: day === null ? ZERO : await cashOf(db, storeId, { day }) };
  const open = await cashOf(db, storeId, { after: days.closedThrough });
  return { ...days, float: satang(last.carried), cash: cashSince(open, satang(last.openCash)) };
}

/** What should lie in the drawer now; null before the first count. */
export const expectedNow = ({ float, cash }: NextCount): Satang | null =>
  float === null ? null : countResult({ float, cash, counted: ZERO, carried: ZERO }).expected;
