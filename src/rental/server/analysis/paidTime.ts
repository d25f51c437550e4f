import { sql } from 'kysely';
import type { RegisteredFilter } from 'forecourt/server';
import { timesOf } from './times.ts';

/** Orders with a payment record, or a deposit that paid charges, between two days or times: those that the revenue of that time is made of. */
export const paidTime: RegisteredFilter = {
  sql(value, { alias }) {
    const { from, to } = timesOf('paidTime', value);
    return sql`${sql.ref(`${alias}.id`)} in (
      select payment."orderId" from payment where payment.time >= ${from} and payment.time < ${to}
      union all
      select entry."orderId" from "depositEntry" entry
      where entry.time >= ${from} and entry.time < ${to} and entry.kind = 'applied')`;
  },
};
