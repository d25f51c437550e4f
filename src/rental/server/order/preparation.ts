import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { type ComputedColumn, type RegisteredFilter, type SqlContext, refuseFields } from 'forecourt/server';
import { orderColumns } from './computed.ts';
import { DEFAULT_TIME_ZONE, DOCUMENT, DOCUMENT_TYPE, ORDER, READINESS, VEHICLE } from '../../rules/index.ts';

type Sql = RawBuilder<unknown>;

const column = ({ alias }: SqlContext, name: string): Sql => sql.ref(`${alias}.${name}`);
/** Whether the order's car is still to go out; else it is to come back. */
const isOut = (query: SqlContext): Sql => sql`${column(query, 'status')} = ${sql.lit(ORDER.approved)}`;

/** The car of the order, as far as it is there: out with another renter it is neither washed nor dirty. */
const car = (query: SqlContext): Sql => sql`(case when not (${isOut(query)}) then 'out' else coalesce((
  select case when v.status = ${sql.lit(VEHICLE.rented)} then 'out' when v.ready = ${sql.lit(READINESS.dirty)} then 'dirty' else 'ready' end
  from vehicle v where v.id = ${column(query, 'carId')}), 'noPlate') end)`;

/** A value of the order itself, of which the list shows a part only. */
const ofOrder = (query: SqlContext, value: (order: SqlContext) => Sql): Sql =>
  sql`(select ${value({ ...query, alias: 'o' })} from "order" o where o.id = ${column(query, 'id')})`;

/** The ID number of the order, and a licence of its member that is not rejected and lasts until the return. */
const papers = (order: SqlContext): Sql => sql`case when ${column(order, 'renterIdNo')} = '' then 'noId'
  when exists (select from document d where d."memberId" = ${column(order, 'memberId')} and d.type = ${sql.lit(DOCUMENT_TYPE.licence)} and d.aside = 0
    and d.status <> ${sql.lit(DOCUMENT.rejected)}
    and (d."expiryDate" is null or d."expiryDate" >= (${column(order, 'plannedReturnTime')} at time zone ${sql.lit(DEFAULT_TIME_ZONE)})::date))
  then 'complete' else 'noLicence' end`;

/** What a car needs before it goes out (D-CAR-21). */
export const preparationColumns: Readonly<Record<string, ComputedColumn>> = {
  preparationCar: { sql: car },
  preparationPapers: { sql: (query) => ofOrder(query, papers) },
  preparationDue: { sql: (query) => ofOrder(query, orderColumns['orderDue']!.sql) },
  preparationDepositDue: { sql: (query) => ofOrder(query, orderColumns['orderDepositDue']!.sql) },
};

const zone = (query: SqlContext): Sql => sql`coalesce((select c."timeZone" from store s join city c on c.id = s."cityId"
  where s.id = ${column(query, 'pickupStoreId')}), ${sql.lit(DEFAULT_TIME_ZONE)})`;
/** Midnight so many days after today by the clock of the pickup store. */
const midnight = (query: SqlContext, days: number): Sql =>
  sql`(((${query.now} at time zone ${zone(query)})::date + ${sql.lit(days)})::timestamp at time zone ${zone(query)})`;
const time = (query: SqlContext): Sql =>
  sql`(case when ${isOut(query)} then ${column(query, 'plannedPickupTime')} else ${column(query, 'plannedReturnTime')} end)`;

/** What is late counts as today's: it has to be done first. */
const DAYS: Readonly<Record<string, (query: SqlContext) => Sql>> = {
  today: (query) => sql`${time(query)} < ${midnight(query, 1)}`,
  tomorrow: (query) => sql`${time(query)} >= ${midnight(query, 1)} and ${time(query)} < ${midnight(query, 2)}`,
};

/** Whether somebody has to do something before the car goes out: wash or find it, ask for papers, take money. What comes back always waits for somebody. */
const isToDo = (query: SqlContext): Sql => sql`(not (${isOut(query)}) or ${car(query)} <> 'ready'
  or ${ofOrder(query, papers)} <> 'complete' or ${ofOrder(query, orderColumns['orderDue']!.sql)} > 0
  or ${ofOrder(query, orderColumns['orderDepositDue']!.sql)} > 0)`;

export const preparationFilters: Readonly<Record<string, RegisteredFilter>> = {
  preparationToDo: {
    sql(value, query) {
      if (value !== '1' && value !== '0') throw refuseFields({ toDo: 'msg.unknownCode' });
      return value === '1' ? isToDo(query) : sql`(not ${isToDo(query)})`;
    },
  },
  preparationDay: {
    sql(value, query) {
      const day = Object.hasOwn(DAYS, value) ? DAYS[value] : undefined;
      if (!day) throw refuseFields({ day: 'msg.unknownCode' });
      return sql`(${day(query)})`;
    },
  },
  /** The store that has to do something: where the car goes out, or where it comes back. */
  preparationStore: {
    sql(value, query) {
      const ids = value.split(',').map(Number);
      if (!ids.every((id) => Number.isSafeInteger(id))) throw refuseFields({ storeId: 'msg.unknownRecord' });
      return sql`(case when ${isOut(query)} then ${column(query, 'pickupStoreId')} else ${column(query, 'returnStoreId')} end) = any(${ids}::bigint[])`;
    },
  },
};
