import { sql } from 'kysely';
import { refuse, type ComputedColumn } from 'forecourt/server';
import { statesSql, type Hooks } from '../database.ts';
import { DEFAULT_TIME_ZONE, OPEN_ORDERS } from '../../rules/index.ts';

/** Days until a holiday begins, on the clock of Thailand: 0 while it lasts, nothing when it is over, so that the next one comes first. */
export const holidayStartsIn: ComputedColumn = {
  sql({ alias, now }) {
    const today = sql`(${now} at time zone ${sql.lit(DEFAULT_TIME_ZONE)})::date`;
    return sql`(case when ${sql.ref(`${alias}.endDate`)} >= ${today} then greatest(${sql.ref(`${alias}.startDate`)} - ${today}, 0) end)`;
  },
};

/** Prices that say something of a holiday (D-PRICE-05), as far as the user sees their stores. */
export const holidayPrices: ComputedColumn = {
  sql: ({ alias, actor }) =>
    sql`(select count(*)::int from price p where p."holidayPrices" @> jsonb_build_array(jsonb_build_object('holidayId', ${sql.ref(`${alias}.id`)})) and ${
      actor.scope === 'all' ? sql`true` : sql`p."storeId" = any(${[...actor.scope]}::bigint[])`
    })`,
};

/** Holidays: no two overlap (D-HOL-01), and none goes while a price or an open order needs it (D-HOL-04). */
export const holidayHooks: Hooks<'holiday'> = {
  async beforeSave({ id, values, before }, context) {
    const start = (values['startDate'] ?? before?.['startDate']) as string;
    const end = (values['endDate'] ?? before?.['endDate']) as string;
    // Two clerks who add the same week at once must see each other's row; holidays are few, so one lock serves.
    await sql`lock table holiday in share row exclusive mode`.execute(context.db);
    const { rows } = await sql<{ name: string }>`
      select name from holiday where "startDate" <= ${end}::date and "endDate" >= ${start}::date and id is distinct from ${id} limit 1
    `.execute(context.db);
    if (rows[0])
      throw refuse('msg.operation.failed', { reason: context.t('msg.holiday.overlap', { name: rows[0].name }) });
  },
  async beforeDelete(before, context) {
    const id = JSON.stringify([{ holidayId: before.id }]);
    const { rows } = await sql<{ prices: number; orders: number }>`
      select (select count(*)::int from price where "holidayPrices" @> ${id}::jsonb) as prices,
             (select count(*)::int from "order" where status in (${statesSql(...OPEN_ORDERS)}) and "plannedPickupTime" < (${before['endDate']}::date + 2)::timestamptz
                and "plannedReturnTime" > (${before['startDate']}::date - 1)::timestamptz) as orders
    `.execute(context.db);
    if (rows[0]!.prices > 0) throw refuse('msg.holiday.inPrices', { count: rows[0]!.prices });
    if (rows[0]!.orders > 0) throw refuse('msg.holiday.inOrders', { count: rows[0]!.orders });
  },
};
