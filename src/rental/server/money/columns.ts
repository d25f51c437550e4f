import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { ComputedColumn, SqlContext } from 'forecourt/server';
import { DEFAULT_PARAMETERS, DEFAULT_TIME_ZONE, PAYMENT, REFUND } from '../../rules/index.ts';

type Sql = RawBuilder<unknown>;

const column = ({ alias }: SqlContext, name: string): Sql => sql.ref(`${alias}.${name}`);

/** Days of a parameter that an operator may have set, else of the rules. */
const days = (name: 'orderDepositUnfreezeDays' | 'violationDepositUnfreezeDays'): Sql =>
  sql`coalesce((select ${sql.ref(name)} from parameter order by id limit 1), ${sql.lit(DEFAULT_PARAMETERS[name])})`;

const ZONE = sql`coalesce(city."timeZone", ${sql.lit(DEFAULT_TIME_ZONE)})`;

/** Day of an order `o` on which a deposit goes back: counted from the return, of a cancelled order the day of the cancellation (D-MONEY-05). */
const releaseDay = (item: Sql): Sql => sql`coalesce(
    (o."actualReturnTime" at time zone ${ZONE})::date
      + case ${item} when 'orderDeposit' then ${days('orderDepositUnfreezeDays')} else ${days('violationDepositUnfreezeDays')} end,
    (o."cancelTime" at time zone ${ZONE})::date)`;

/** Reads something of the order of a row, with the clock of its pickup store. */
const ofOrder = (query: SqlContext, read: Sql): Sql => sql`(select ${read}
    from "order" o join store on store.id = o."pickupStoreId" left join city on city.id = store."cityId"
    where o.id = ${column(query, 'orderId')})`;

/** Day on which the deposit of a row goes back by the clock of the pickup store; nothing before the return. `item` names the deposit. */
export const releaseDayOf = (query: SqlContext, item: Sql): Sql => ofOrder(query, releaseDay(item));

/** How many days ago that was; below 0 for days to come. */
export const daysOver = (query: SqlContext, item: Sql): Sql =>
  ofOrder(query, sql`(${query.now} at time zone ${ZONE})::date - ${releaseDay(item)}`);

/** The day of a refund under a deposit; nothing for other refunds. */
const releaseDate = (query: SqlContext): Sql =>
  sql`(case when ${column(query, 'feeItem')} in ('orderDeposit', 'violationDeposit') then ${releaseDayOf(query, column(query, 'feeItem'))} end)`;

/** A property test holds it to `depositReleaseDates` of the rules. */
export const refundColumns: Readonly<Record<string, ComputedColumn>> = {
  refundReleaseDate: { sql: (query) => sql`coalesce(${releaseDate(query)}::text, '')` },
  refundDepositDue: {
    sql: (
      query,
    ) => sql`(case when ${column(query, 'status')} <> ${sql.lit(REFUND.success)} and ${releaseDate(query)} is not null
      then (${releaseDate(query)} <= (${query.now} at time zone ${sql.lit(DEFAULT_TIME_ZONE)})::date)::int end)`,
  },
};

/** An amount below zero where money went out, so that a column of it adds up. */
export const paymentColumns: Readonly<Record<string, ComputedColumn>> = {
  paymentSigned: {
    sql: (
      query,
    ) => sql`(case ${column(query, 'type')} when ${sql.lit(PAYMENT.income)} then ${query.amount(column(query, 'amount'))}
      else -${query.amount(column(query, 'amount'))} end)`,
  },
};
