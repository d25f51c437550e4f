import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { INSURANCE, OPEN_ORDERS, isAbandoned, knownMileage } from '../../rules/index.ts';
import type { BlockHold, CarFacts, Cover, Instant, OrderHold } from '../../rules/index.ts';
import { statesSql } from '../database.ts';
import type { OrderRow, RentalContext, RowOf, Told } from '../database.ts';

/** What the availability rules ask about cars, read in a few statements however many cars they are. */
export interface CarHolds {
  readonly orders: readonly OrderHold[];
  readonly blocks: readonly BlockHold[];
  /** Compulsory policies. */
  readonly policies: readonly Cover[];
}

export interface CarRecord extends CarFacts, Pick<RowOf<'vehicle'>, 'id' | 'plate' | 'subModelId'> {
  readonly mileage: number;
  readonly etc: 0 | 1;
}

/** Columns of a vehicle that make its record. */
export const CAR = ['id', 'plate', 'subModelId', 'mileage', 'etc', 'status', 'auditStatus', 'storeId', 'inspectionExpiry'] as const; // prettier-ignore
/** A vehicle as it is read; `listed` says whether it may be promised. */
export type CarRow = Pick<RowOf<'vehicle'>, (typeof CAR)[number]> & { readonly listed: boolean };

export const carRecord = (row: Omit<CarRow, 'listed'>): CarRecord => ({
  id: row.id,
  plate: row.plate,
  subModelId: row.subModelId,
  mileage: knownMileage(row),
  etc: row.etc ?? 0,
  status: row.status,
  auditStatus: row.auditStatus,
  storeId: row.storeId,
  inspectionExpiry: row.inspectionExpiry,
});

const none: CarHolds = { orders: [], blocks: [], policies: [] };

/** A part of a statement. */
export type Sql = RawBuilder<unknown>;

/** A list of rows as one value. Each row of `from` is looked up by itself: what it has is few, and the tables are long. */
export const listOf = (from: Sql, rows: Sql): Sql =>
  sql`(select coalesce(json_agg(found), '[]') from ${from} cross join lateral (${rows} offset 0) found)`;

/** Since when an order `o` has its car: the pickup, or the change that brought this car (O26). */
export const carSinceOf: Sql = sql`coalesce(o."carSince", o."actualPickupTime")`;
/** Where an order `o` got its car: at its own store, or, after a change, where that car stood, which a car that is out still belongs to. */
export const carFrom = (storeOfCar: Sql): Sql =>
  sql`case when o."carSince" is null then o."pickupStoreId" else ${storeOfCar} end`;

/** Open orders and blocks of the cars in `cars`, compulsory policies of those in `insured`; both have their ids. */
export const holdsSql = (cars: Sql, insured: Sql): Sql => sql`
  ${listOf(
    sql`${cars} car`,
    sql`select o.id as "orderId", o."orderNo", o.status, o."carId", ${carFrom(sql`(select v."storeId" from vehicle v where v.id = car.id)`)} as "pickupStoreId",
      o."returnStoreId", o."plannedPickupTime", ${carSinceOf} as "actualPickupTime", o."plannedReturnTime" from "order" o where o."carId" = car.id and o.status in (${statesSql(...OPEN_ORDERS)})`,
  )} as orders,
  ${listOf(
    sql`${cars} car`,
    sql`select h."carId", h.kind, h."startTime", h."endTime" from hold h where h."carId" = car.id and h.kind <> 'order'`,
  )} as blocks,
  ${listOf(
    sql`${insured} car`,
    sql`select p."carId", p."startDate" as start, p."endDate" as "end" from insurance p where p."carId" = car.id and p.type = ${sql.lit(INSURANCE.compulsory)}`,
  )} as policies`;

/** What the statement answers of the cars. */
export interface HoldRows {
  readonly orders: readonly (Told<
    Pick<
      OrderRow,
      | 'status'
      | 'carId'
      | 'pickupStoreId'
      | 'returnStoreId'
      | 'plannedPickupTime'
      | 'actualPickupTime'
      | 'plannedReturnTime'
    >
  > & { readonly orderId: number; readonly orderNo: string | null })[];
  readonly blocks: readonly Told<Pick<RowOf<'hold'>, 'carId' | 'startTime' | 'endTime'> & Pick<BlockHold, 'kind'>>[];
  readonly policies: readonly (Cover & { readonly carId: number })[];
}

/** Epoch milliseconds of a time as PostgreSQL or JSON has it. */
export const instant = (time: Date | string): Instant => new Date(time).getTime();

/** What has each car now: an order that nobody came for has none. */
export function holdsByCar({ orders, blocks, policies }: HoldRows, now: Instant): (carId: number) => CarHolds {
  const byCar = new Map<number, { orders: OrderHold[]; blocks: BlockHold[]; policies: Cover[] }>();
  const of = (carId: number) => {
    const known = byCar.get(carId) ?? { orders: [], blocks: [], policies: [] };
    byCar.set(carId, known);
    return known;
  };
  for (const row of orders) {
    const order: OrderHold = {
      orderId: row.orderId,
      orderNo: row.orderNo ?? '',
      status: row.status as 1 | 2,
      pickupStoreId: row.pickupStoreId,
      returnStoreId: row.returnStoreId,
      plannedPickup: instant(row.plannedPickupTime),
      actualPickup: row.actualPickupTime === null ? null : instant(row.actualPickupTime),
      plannedReturn: instant(row.plannedReturnTime),
    };
    if (!isAbandoned(order, now)) of(row.carId!).orders.push(order);
  }
  for (const { carId, kind, startTime, endTime } of blocks)
    of(carId).blocks.push({
      kind,
      start: instant(startTime),
      end: endTime === null ? null : instant(endTime),
    });
  for (const { carId, start, end } of policies) of(carId).policies.push({ start, end });
  return (carId) => byCar.get(carId) ?? none;
}

/** Open orders and blocks of one car, as they hold it now. */
export async function readHolds({ db, now }: Pick<RentalContext, 'db' | 'now'>, carId: number): Promise<CarHolds> {
  const car = sql`(select ${carId}::bigint as id)`;
  const { rows } = await sql<HoldRows>`select ${holdsSql(car, car)}`.execute(db);
  return holdsByCar(rows[0]!, now)(carId);
}
