import { sql } from 'kysely';
import type { RegisteredFilter } from '../../../framework/server/contract.ts';
import { refuseFields } from '../../../framework/server/errors.ts';
import { addDays, DEFAULT_TIME_ZONE, fromWallClock, parseDate, startOfDate } from '../../rules/index.ts';

const SECOND = 1_000;

/** One end, a day or a second, both of them whole; epoch milliseconds. Times of filters are those of the company's zone (D-API-03). */
function endOf(text: string, last: boolean): number | null {
  const date = parseDate(text);
  if (date !== null) return startOfDate(last ? addDays(date, 1) : date, DEFAULT_TIME_ZONE);
  const moment = fromWallClock(text, DEFAULT_TIME_ZONE);
  return moment === null ? null : moment + (last ? SECOND : 0);
}

/** Orders with a payment record between two days or times (`2026-11-01,2026-11-30`): those that the revenue of that time is made of. */
export const paidTime: RegisteredFilter = {
  sql(value, { alias }) {
    const [first, last] = value.split(',');
    const from = endOf(first ?? '', false);
    const to = endOf(last ?? '', true);
    if (from === null || to === null) throw refuseFields({ paidTime: 'msg.badDate' });
    return sql`${sql.ref(`${alias}.id`)} in (
      select payment."orderId" from payment where payment.time >= ${new Date(from)} and payment.time < ${new Date(to)})`;
  },
};
