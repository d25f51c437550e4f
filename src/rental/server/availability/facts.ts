import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { AUDIT, INSURANCE, LISTED, OPEN_ORDERS, ORDER, groupedBy, knownMileage, orderSpan } from '../../rules/index.ts';
import type { BlockHold, CarFacts, Cover, Instant, ModelHold, OrderHold } from '../../rules/index.ts';
import { statesSql } from '../database.ts';
import type { OrderRow, RentalDatabase, RowOf, Told } from '../database.ts';

/** What the availability rules ask about cars, read in a few statements however many cars they are. */
interface CarHolds {
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
type CarRow = Pick<RowOf<'vehicle'>, (typeof CAR)[number]> & { readonly listed: boolean };

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

type Sql = RawBuilder<unknown>;

/** A list of rows as one value. Each row of `from` is looked up by itself: what it has is few, and the tables are long. */
const listOf = (from: Sql, rows: Sql): Sql =>
  sql`(select coalesce(json_agg(found), '[]') from ${from} cross join lateral (${rows} offset 0) found)`;

/** Open orders and blocks of the cars in `cars`, compulsory policies of those in `insured`; both have their ids. */
const holdsSql = (cars: Sql, insured: Sql): Sql => sql`
  ${listOf(
    sql`${cars} car`,
    sql`select o.id as "orderId", o."orderNo", o.status, o."carId", o."pickupStoreId", o."returnStoreId", o."plannedPickupTime",
      o."actualPickupTime", o."plannedReturnTime" from "order" o where o."carId" = car.id and o.status in (${statesSql(...OPEN_ORDERS)})`,
  )} as orders,
  ${listOf(
    sql`${cars} car`,
    sql`select h."carId", h.kind, h."startTime", h."endTime" from hold h where h."carId" = car.id and h.kind <> 'order'`,
  )} as blocks,
  ${listOf(
    sql`${insured} car`,
    sql`select p."carId", p."startDate" as start, p."endDate" as "end" from insurance p where p."carId" = car.id and p.type = ${sql.lit(INSURANCE.compulsory)}`,
  )} as policies`;

interface HoldRows {
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

const instant = (time: Date | string): Instant => new Date(time).getTime();

function holdsByCar({ orders, blocks, policies }: HoldRows): (carId: number) => CarHolds {
  const byCar = new Map<number, { orders: OrderHold[]; blocks: BlockHold[]; policies: Cover[] }>();
  const of = (carId: number) => {
    const known = byCar.get(carId) ?? { orders: [], blocks: [], policies: [] };
    byCar.set(carId, known);
    return known;
  };
  for (const row of orders)
    of(row.carId!).orders.push({
      orderId: row.orderId,
      orderNo: row.orderNo ?? '',
      status: row.status as 1 | 2,
      pickupStoreId: row.pickupStoreId,
      returnStoreId: row.returnStoreId,
      plannedPickup: instant(row.plannedPickupTime),
      actualPickup: row.actualPickupTime === null ? null : instant(row.actualPickupTime),
      plannedReturn: instant(row.plannedReturnTime),
    });
  for (const { carId, kind, startTime, endTime } of blocks)
    of(carId).blocks.push({
      kind,
      start: instant(startTime),
      end: endTime === null ? null : instant(endTime),
    });
  for (const { carId, start, end } of policies) of(carId).policies.push({ start, end });
  return (carId) => byCar.get(carId) ?? none;
}

/** Open orders and blocks of one car. */
export async function readHolds(db: RentalDatabase, carId: number): Promise<CarHolds> {
  const car = sql`(select ${carId}::bigint as id)`;
  const { rows } = await sql<HoldRows>`select ${holdsSql(car, car)}`.execute(db);
  return holdsByCar(rows[0]!)(carId);
}

/** Cars of one model at one store: what a booking without a plate counts against. */
export interface Pool {
  readonly storeId: number;
  readonly subModelId: number;
}

/** What a pool has to give and what takes from it. */
interface PoolFacts {
  readonly carIds: readonly number[];
  readonly holds: readonly ModelHold[];
}

/** Equal for equal pools. */
export const poolKey = ({ storeId, subModelId }: Pool): string => `${storeId} ${subModelId}`;

/** Who asks, for whom these holds are the ones of everybody else. */
interface Asker {
  readonly now: Instant;
  /** The order that is being changed; it does not count. */
  readonly orderId: number | null;
}

/** What is known of cars and pools, read once for however many wishes. */
export interface Availability {
  /** One of the cars that were asked for by their ids; undefined when there is none. */
  readonly car: (carId: number) => CarRecord | undefined;
  /** Of one of the cars that were asked for. */
  readonly holdsOf: (carId: number) => CarHolds;
  readonly poolOf: (pool: Pool, asker: Asker) => PoolFacts;
}

type WaitingRow = Pool & Told<Pick<OrderRow, 'id' | 'plannedPickupTime' | 'plannedReturnTime'>>;

/**
 * The pools that are named and those of the cars, and the cars, as `pools` and `cars`. One of them is given as values, several as a list: a plan that is kept takes every list for ten
 * of them, and as that would be dear, the statement would be planned anew each time.
 */
function asked(carIds: readonly number[], pools: readonly Pool[]): Sql {
  const [car] = carIds;
  const [pool] = pools;
  const isCar = carIds.length === 1 ? sql`id = ${car}` : sql`id = any(${carIds}::bigint[])`;
  const named =
    pools.length === 1
      ? sql`select ${pool!.storeId}::bigint as "storeId", ${pool!.subModelId}::bigint as "subModelId"`
      : sql`select "storeId", "subModelId" from unnest(${pools.map((each) => each.storeId)}::bigint[], ${pools.map((each) => each.subModelId)}::bigint[]) as pool ("storeId", "subModelId")`;
  const [poolsOfCars, cars] =
    carIds.length === 0
      ? [sql``, sql``]
      : [
          sql`union select "storeId", "subModelId" from vehicle where ${isCar}`,
          sql`select id from vehicle where ${isCar} union`,
        ];
  return sql`pools as (${named} ${poolsOfCars}), cars as (
      ${cars} select found.id from pools cross join lateral (
        select id from vehicle v where v."subModelId" = pools."subModelId" and v."storeId" = pools."storeId" and v.status in (${statesSql(...LISTED)}) and v."auditStatus" = ${sql.lit(AUDIT.passed)} offset 0
      ) found
    )`;
}

/**
 * What holds each car; and of each pool, those of the cars included, its listed cars and everything that takes one of them (D-AVAIL-02): orders
 * without a plate booked here, and orders, storage and maintenance of its cars. Orders without a plate count as far as they begin before `until`,
 * the end of the last wish with its turnaround. One statement however many cars and pools; to be asked only of those that are named here.
 */
export async function readAvailability(
  db: RentalDatabase,
  carIds: readonly number[],
  pools: readonly Pool[],
  until: Instant,
): Promise<Availability> {
  const { rows } = await sql<HoldRows & { readonly cars: readonly CarRow[]; readonly waiting: readonly WaitingRow[] }>`
    with ${asked(carIds, pools)}
    select ${listOf(
      sql`cars`,
      sql`select ${sql.join(CAR.map((name) => sql.ref(`v.${name}`)))}, v.status in (${statesSql(...LISTED)}) and v."auditStatus" = ${sql.lit(AUDIT.passed)} as listed from vehicle v where v.id = cars.id`,
    )} as cars,
    ${listOf(
      sql`pools`,
      sql`select o.id, o."pickupStoreId" as "storeId", o."subModelId", o."plannedPickupTime", o."plannedReturnTime" from (
          select id, "pickupStoreId", "subModelId", "plannedPickupTime", "plannedReturnTime", "carId" from "order" where "subModelId" = pools."subModelId" and "pickupStoreId" = pools."storeId" and status = ${sql.lit(ORDER.approved)} offset 0
        ) o where o."carId" is null and o."plannedPickupTime" < ${new Date(until)}`,
    )} as waiting, ${holdsSql(sql`cars`, carIds.length === 1 ? sql`(select ${carIds[0]}::bigint as id)` : sql`(select distinct unnest(${carIds}::bigint[]) as id)`)}
  `.execute(db);
  const { cars, waiting, ...held } = rows[0]!;
  const holdsOf = holdsByCar(held);
  const byId = new Map(cars.map((car) => [car.id, car]));
  const carsIn = groupedBy(
    cars.filter((car) => car.listed),
    poolKey,
  );
  const waitingIn = groupedBy(waiting, poolKey);
  return {
    car(carId) {
      const row = byId.get(carId);
      return row && carRecord(row);
    },
    holdsOf,
    poolOf(pool, { now, orderId }) {
      const inPool = (carsIn.get(poolKey(pool)) ?? []).map((car) => car.id);
      const waitingHere = (waitingIn.get(poolKey(pool)) ?? []).filter((order) => order.id !== orderId);
      const held = (carId: number): ModelHold[] => {
        const { orders, blocks } = holdsOf(carId);
        return [
          ...orders
            .filter((order) => order.orderId !== orderId)
            .map((order): ModelHold => ({ carId, kind: 'order', ...orderSpan(order, now) })),
          ...blocks.map(({ start, end }): ModelHold => ({ carId, kind: 'block', start, end })),
        ];
      };
      return {
        carIds: inPool,
        holds: [
          ...waitingHere.map((order): ModelHold => ({
            carId: null,
            kind: 'order',
            ...orderSpan(plannedOf(order), now),
          })),
          ...inPool.flatMap(held),
        ],
      };
    },
  };
}

const plannedOf = (order: Pick<WaitingRow, 'plannedPickupTime' | 'plannedReturnTime'>) => ({
  plannedPickup: instant(order.plannedPickupTime),
  actualPickup: null,
  plannedReturn: instant(order.plannedReturnTime),
});
