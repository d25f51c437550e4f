import { sql } from 'kysely';
import { AUDIT, LISTED, OPEN_ORDERS, ORDER, groupedBy, isAbandoned, poolOf } from '../../rules/index.ts';
import type { BlockHold, Instant, Pool as ModelPool, OpenOrder } from '../../rules/index.ts';
import { statesSql, writtenOnce } from '../database.ts';
import type { OrderRow, RentalDatabase, Told } from '../database.ts';
import { CAR, carRecord, holdsByCar, holdsSql, instant, listOf } from './cars.ts';
import type { CarHolds, CarRecord, CarRow, HoldRows, Sql } from './cars.ts';

/** Cars of one model at one store: what a booking without a plate counts against. */
export interface Pool {
  readonly storeId: number;
  readonly subModelId: number;
}

/** Equal for equal pools. */
export const poolKey = ({ storeId, subModelId }: Pool): string => `${storeId} ${subModelId}`;

/** A change to what is promised: one order goes, and comes back in another form. */
interface Change {
  readonly now: Instant;
  readonly turnaroundMinutes: number;
  readonly without: number | null;
  readonly and: OpenOrder | null;
  /** A car that leaves the fleet. */
  readonly gone?: number;
  /** What has a car beside orders, as it would be; as it is without it. */
  readonly blocksOf?: (carId: number, blocks: readonly BlockHold[]) => readonly BlockHold[];
}

/** What is known of cars and pools, read once for however many wishes. */
export interface Availability {
  /** One of the cars that were asked for by their ids; undefined when there is none. */
  readonly car: (carId: number) => CarRecord | undefined;
  /** Of one of the cars that were asked for. */
  readonly holdsOf: (carId: number) => CarHolds;
  /** The pool as it is, or as it would be. */
  readonly poolOf: (pool: Pool, change: Change) => ModelPool;
  /** Where others may rely on what the order brings; null where that is the store of the wish. */
  readonly relied: Pool | null;
  /** An order that waits for a plate. */
  readonly waiting: (orderId: number) => OpenOrder | undefined;
}

/** What is asked: these cars and pools, and the models of the cars at this store (null: where each of them stands). */
interface Asked {
  readonly carIds: readonly number[];
  readonly pools: readonly Pool[];
  readonly storeId: number | null;
  readonly now: Instant;
  /** The order that is being changed: what others rely on of it is read, too. */
  readonly order: Pick<OrderRow, 'status' | 'carId' | 'subModelId' | 'returnStoreId'> | null;
}

const ORDER_COLUMNS = ['id', 'orderNo', 'carId', 'pickupStoreId', 'returnStoreId', 'subModelId', 'status', 'plannedPickupTime', 'plannedReturnTime'] as const; // prettier-ignore

type WaitingRow = Told<
  Pick<
    OrderRow,
    'id' | 'orderNo' | 'pickupStoreId' | 'returnStoreId' | 'subModelId' | 'plannedPickupTime' | 'plannedReturnTime'
  >
>;

/** Named one by one: a statement with all columns of something is planned anew each time, which takes ten times as long as running it. */
const orderColumns = (alias: string): Sql => sql.join(ORDER_COLUMNS.map((name) => sql.ref(`${alias}.${name}`)));

const isListed = sql`v.status in (${statesSql(...LISTED)}) and v."auditStatus" = ${sql.lit(AUDIT.passed)}`;

type Few = 'none' | 'one' | 'several';
const fewOf = ({ length }: readonly unknown[]): Few => (length === 0 ? 'none' : length === 1 ? 'one' : 'several');

/** What the text of the statement depends on. */
interface Shape {
  readonly cars: Few;
  readonly pools: Few;
  /** All cars are asked for at one store, and not each where it stands. */
  readonly isAtStore: boolean;
  /** By what others rely on the order that is changed. */
  readonly relied: 'model' | 'car' | null;
}

/** What the statement is filled in with. */
interface Values extends Pick<Asked, 'carIds' | 'storeId'> {
  readonly carId: number | undefined;
  readonly pool: number | undefined;
  readonly poolModel: number | undefined;
  readonly pools: readonly number[];
  readonly poolModels: readonly number[];
  readonly returnStoreId: number | undefined;
  readonly orderModel: number | undefined;
  readonly orderCar: number | null | undefined;
}

const valuesOf = ({ carIds, pools, storeId, order }: Asked): Values => ({
  ...{ carIds, storeId, carId: carIds[0], pool: pools[0]?.storeId, poolModel: pools[0]?.subModelId },
  ...{ pools: pools.map((each) => each.storeId), poolModels: pools.map((each) => each.subModelId) },
  ...{ returnStoreId: order?.returnStoreId, orderModel: order?.subModelId, orderCar: order?.carId },
});

const shapeOf = ({ carIds, pools, storeId, order }: Asked): Shape => {
  const isRelied =
    order !== null && order.returnStoreId !== storeId && OPEN_ORDERS.some((open) => open === order.status);
  const relied = isRelied ? (order.carId === null ? 'model' : 'car') : null;
  return { cars: fewOf(carIds), pools: fewOf(pools), isAtStore: storeId !== null, relied };
};

/** The pool in which others may rely on the order, as a row. */
function reliedOn({ returnStoreId, orderModel, orderCar }: Values, { relied }: Shape): Sql | null {
  if (relied === null) return null;
  const model =
    relied === 'model' ? sql`${orderModel}::bigint` : sql`(select "subModelId" from vehicle where id = ${orderCar})`;
  return sql`select ${returnStoreId}::bigint as "storeId", ${model} as "subModelId"`;
}

/**
 * The target pools as `pools`, orders that come to one of them from elsewhere as `coming`, and those that leave from
 * one as `leaving`. `cars` are those asked for, and the listed ones of the model that stand there, leave from there or
 * come there.
 * One pool or car is given as values, several as a list. A cached plan takes every list for ten of them, so PostgreSQL
 * would plan the statement anew each time.
 */
function asked(values: Values, shape: Shape): Sql {
  const isCar = shape.cars === 'one' ? sql`id = ${values.carId}` : sql`id = any(${values.carIds}::bigint[])`;
  const named =
    shape.pools === 'one'
      ? sql`select ${values.pool}::bigint as "storeId", ${values.poolModel}::bigint as "subModelId"`
      : sql`select "storeId", "subModelId" from unnest(${values.pools}::bigint[], ${values.poolModels}::bigint[]) as pool ("storeId", "subModelId")`;
  const relied = reliedOn(values, shape);
  const [poolsOfCars, cars] =
    shape.cars === 'none'
      ? [sql``, sql``]
      : [
          sql`union select ${shape.isAtStore ? sql`${values.storeId}::bigint` : sql`"storeId"`}, "subModelId" from vehicle where ${isCar}`,
          sql`select id from vehicle where ${isCar} union`,
        ];
  const columns = orderColumns('o');
  // Both sides of "elsewhere" have their place in the index.
  const fromElsewhere = (side: Sql, status: number): Sql =>
    sql`select ${columns} from "order" o where o."returnStoreId" = pools."storeId" and o.status = ${sql.lit(status)} and o."pickupStoreId" ${side} pools."storeId"`;
  // A car that was changed for another may stand elsewhere, wherever its order began.
  const changed = sql`select ${columns} from "order" o where o."returnStoreId" = pools."storeId" and o."carSince" is not null and o.status = ${sql.lit(ORDER.pickedUp)}`;
  const elsewhere = [
    ...OPEN_ORDERS.flatMap((status) => [fromElsewhere(sql`<`, status), fromElsewhere(sql`>`, status)]),
    changed,
  ];
  return sql`pools as (${named} ${poolsOfCars} ${relied ? sql`union ${relied}` : sql``}), coming as (
      select ${orderColumns('found')}, pools."storeId" as at, pools."subModelId" as model from pools cross join lateral (${sql.join(elsewhere, sql` union all `)}) found
    ), leaving as (
      select ${orderColumns('found')} from pools cross join lateral (
        select ${columns} from "order" o where o."subModelId" = pools."subModelId" and o."pickupStoreId" = pools."storeId" and o.status = ${sql.lit(ORDER.approved)} offset 0
      ) found
    ), cars as (
      ${cars} select found.id from pools cross join lateral (
        select id from vehicle v where v."subModelId" = pools."subModelId" and v."storeId" = pools."storeId" and ${isListed} offset 0
      ) found
      union select v.id from coming join vehicle v on v.id = coming."carId" and v."subModelId" = coming.model and ${isListed}
      union select v.id from leaving join vehicle v on v.id = leaving."carId" and v."subModelId" = leaving."subModelId" and ${isListed}
    )${relied ? sql`, relied as (${relied})` : sql``}`;
}

type Found = HoldRows & {
  readonly cars: readonly CarRow[];
  readonly waiting: readonly WaitingRow[];
  readonly relied: Pool | null;
};

const found = writtenOnce((db, values: Values, shape: Shape) =>
  sql<Found>`
    with ${asked(values, shape)}
    select ${listOf(
      sql`cars`,
      sql`select ${sql.join(CAR.map((name) => sql.ref(`v.${name}`)))}, ${isListed} as listed from vehicle v where v.id = cars.id`,
    )} as cars,
    (select coalesce(json_agg(found), '[]') from (
      select ${orderColumns('leaving')} from leaving where "carId" is null
      union select ${orderColumns('coming')} from coming where "carId" is null and "subModelId" = model
    ) found) as waiting, ${shape.relied ? sql`(select row_to_json(relied) from relied)` : sql`null::json`} as relied,
    ${holdsSql(sql`cars`, shape.cars === 'one' ? sql`(select ${values.carId}::bigint as id)` : sql`(select distinct unnest(${values.carIds}::bigint[]) as id)`)}
  `.compile(db),
);

/**
 * Reads what holds each car. Reads of each pool, those of the cars included, the listed cars that will be there and
 * everything that takes one of them (D-AVAIL-02). That is orders without a plate, and orders, storage and maintenance
 * of the cars. One statement however many cars and pools. Ask it only of those that are named here.
 */
export async function readAvailability(db: RentalDatabase, wanted: Asked): Promise<Availability> {
  const rows = await found(db, valuesOf(wanted), shapeOf(wanted));
  const { cars, relied, ...held } = rows[0]!;
  const waiting = held.waiting.map(waitingOrder).filter((order) => !isAbandoned(order, wanted.now));
  const holdsOf = holdsByCar(held, wanted.now);
  const byId = new Map(cars.map((car) => [car.id, car]));
  const waitingById = new Map(waiting.map((order) => [order.orderId, order]));
  const listedOf = groupedBy(
    cars.filter((car) => car.listed),
    ({ subModelId }) => subModelId,
  );
  return {
    car(carId) {
      const row = byId.get(carId);
      return row && carRecord(row);
    },
    holdsOf,
    poolOf({ storeId, subModelId }, { without, and: wanted, gone, blocksOf = (_, blocks) => blocks, ...clock }) {
      const and = wanted && !isAbandoned(wanted, clock.now) ? wanted : null;
      return poolOf({
        ...{ storeId, ...clock },
        cars: (listedOf.get(subModelId) ?? [])
          .filter(({ id }) => id !== gone)
          .map((car) => {
            const { orders, blocks } = holdsOf(car.id);
            return {
              storeId: car.storeId,
              blocks: blocksOf(car.id, blocks),
              orders: changed(orders, without, and?.carId === car.id ? and : null),
            };
          }),
        waiting: changed(waiting, without, and?.carId === null ? and : null).filter(
          (order) =>
            order.subModelId === subModelId && (order.pickupStoreId === storeId || order.returnStoreId === storeId),
        ),
      });
    },
    relied,
    waiting: (orderId) => waitingById.get(orderId),
  };
}

const changed = <Order extends { readonly orderId: number }>(
  orders: readonly Order[],
  without: number | null,
  and: Order | null,
): readonly Order[] =>
  without === null && and === null
    ? orders
    : [...orders.filter(({ orderId }) => orderId !== without), ...(and ? [and] : [])];

const waitingOrder = (row: WaitingRow): OpenOrder => ({
  orderId: row.id,
  orderNo: row.orderNo ?? '',
  status: ORDER.approved,
  carId: null,
  subModelId: row.subModelId,
  pickupStoreId: row.pickupStoreId,
  returnStoreId: row.returnStoreId,
  plannedPickup: instant(row.plannedPickupTime),
  actualPickup: null,
  plannedReturn: instant(row.plannedReturnTime),
});
