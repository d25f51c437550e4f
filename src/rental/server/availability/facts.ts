import { sql } from 'kysely';
import { groupedBy, orderSpan } from '../../rules/index.ts';
import type { BlockHold, CarFacts, Instant, ModelHold, OrderHold } from '../../rules/index.ts';
import type { RentalDatabase, RowOf } from '../database.ts';

/** What the availability rules ask about cars, read in a few statements however many cars they are. */
export interface CarHolds {
  readonly orders: readonly OrderHold[];
  readonly blocks: readonly BlockHold[];
}

export type CarRecord = CarFacts & Pick<RowOf<'vehicle'>, 'id' | 'plate' | 'subModelId' | 'mileage' | 'etc'>;

/** Last day of the compulsory policy on record. */
export const compulsoryEnd = (car: Pick<RowOf<'vehicle'>, 'compulsoryInsurance'>): string | null =>
  car.compulsoryInsurance?.endDate || null;

export const carRecord = (row: RowOf<'vehicle'>): CarRecord => ({
  id: row.id,
  plate: row.plate,
  subModelId: row.subModelId,
  mileage: row.mileage,
  etc: row.etc,
  status: row.status,
  auditStatus: row.auditStatus,
  storeId: row.storeId,
  compulsoryEnd: compulsoryEnd(row),
  inspectionExpiry: row.inspectionExpiry,
});

const none: CarHolds = { orders: [], blocks: [] };

/** Open orders and blocks of the cars, by car. */
export async function readHolds(db: RentalDatabase, carIds: readonly number[]): Promise<(carId: number) => CarHolds> {
  if (carIds.length === 0) return () => none;
  const orders = await db
    .selectFrom('order')
    .select([
      'id',
      'orderNo',
      'status',
      'carId',
      'pickupStoreId',
      'returnStoreId',
      'plannedPickupTime',
      'actualPickupTime',
      'plannedReturnTime',
    ])
    .where('carId', 'in', [...carIds])
    .where('status', 'in', [1, 2])
    .execute();
  const blocks = await db
    .selectFrom('hold')
    .select(['carId', 'kind', 'startTime', 'endTime'])
    .where('carId', 'in', [...carIds])
    .where('kind', '!=', 'order')
    .execute();
  const byCar = new Map<number, { orders: OrderHold[]; blocks: BlockHold[] }>(
    carIds.map((id) => [id, { orders: [], blocks: [] }]),
  );
  for (const row of orders) byCar.get(row.carId!)?.orders.push(orderHold(row));
  for (const row of blocks) {
    byCar.get(row.carId)?.blocks.push({
      kind: row.kind === 'maintenance' ? 'maintenance' : 'storage',
      start: row.startTime.getTime(),
      end: row.endTime?.getTime() ?? null,
    });
  }
  return (carId) => byCar.get(carId) ?? none;
}

type HoldingOrder = Pick<
  RowOf<'order'>,
  | 'id'
  | 'orderNo'
  | 'status'
  | 'pickupStoreId'
  | 'returnStoreId'
  | 'plannedPickupTime'
  | 'actualPickupTime'
  | 'plannedReturnTime'
>;

const orderHold = (row: HoldingOrder): OrderHold => ({
  orderId: row.id,
  orderNo: row.orderNo ?? '',
  status: row.status as 1 | 2,
  pickupStoreId: row.pickupStoreId,
  returnStoreId: row.returnStoreId,
  plannedPickup: row.plannedPickupTime.getTime(),
  actualPickup: row.actualPickupTime?.getTime() ?? null,
  plannedReturn: row.plannedReturnTime.getTime(),
});

/** Cars of one model at one store: what a booking without a plate counts against. */
export interface Pool {
  readonly storeId: number;
  readonly subModelId: number;
}

/** What a pool has to give and what takes from it. */
export interface PoolFacts {
  readonly carIds: readonly number[];
  readonly holds: readonly ModelHold[];
}

/** Equal for equal pools. */
export const poolKey = ({ storeId, subModelId }: Pool): string => `${storeId} ${subModelId}`;

/** Rows whose two columns name one of the pools. */
const oneOf = (pools: readonly Pool[], storeColumn: string, subModelColumn: string) =>
  sql<boolean>`(${sql.ref(storeColumn)}, ${sql.ref(subModelColumn)}) in (
    select * from unnest(${pools.map((pool) => pool.storeId)}::bigint[], ${pools.map((pool) => pool.subModelId)}::bigint[])
  )`;

/** Who asks, for whom these holds are the ones of everybody else. */
interface Asker {
  readonly now: Instant;
  /** The order that is being changed; it does not count. */
  readonly orderId: number | null;
}

/** What is known of cars and pools, read once for however many wishes. */
export interface Availability {
  readonly holdsOf: (carId: number) => CarHolds;
  readonly poolOf: (pool: Pool, asker: Asker) => PoolFacts;
}

/**
 * What holds each car; and of each pool its listed cars and everything that takes one of them (D-AVAIL-02): orders without a plate booked here, and
 * orders, storage and maintenance of its cars. Orders without a plate count as far as they begin before `until`, the end of the last wish with its
 * turnaround. Four statements however many cars and pools; to be asked only of those that are named here.
 */
export async function readAvailability(
  db: RentalDatabase,
  cars: readonly (Pool & { readonly id: number })[],
  pools: readonly Pool[],
  until: Instant,
): Promise<Availability> {
  const distinct = [...new Map([...cars, ...pools].map((pool) => [poolKey(pool), pool])).values()];
  const listed = await listedCars(db, distinct);
  const promised = await promisedOrders(db, distinct, until);
  const holdsOf = await readHolds(db, [...new Set([...cars, ...listed].map((car) => car.id))]);
  const carsIn = groupedBy(listed, poolKey);
  const promisedIn = groupedBy(promised, poolKey);
  return {
    holdsOf,
    poolOf(pool, { now, orderId }) {
      const carIds = (carsIn.get(poolKey(pool)) ?? []).map((car) => car.id);
      const waiting = (promisedIn.get(poolKey(pool)) ?? []).filter((order) => order.id !== orderId);
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
        carIds,
        holds: [
          ...waiting.map((order): ModelHold => ({ carId: null, kind: 'order', ...orderSpan(plannedOf(order), now) })),
          ...carIds.flatMap(held),
        ],
      };
    },
  };
}

const plannedOf = (order: Pick<RowOf<'order'>, 'plannedPickupTime' | 'plannedReturnTime'>) => ({
  plannedPickup: order.plannedPickupTime.getTime(),
  actualPickup: null,
  plannedReturn: order.plannedReturnTime.getTime(),
});

const listedCars = (db: RentalDatabase, pools: readonly Pool[]) =>
  db
    .selectFrom('vehicle')
    .select(['id', 'storeId', 'subModelId'])
    .where(oneOf(pools, 'storeId', 'subModelId'))
    .where('status', 'in', [1, 2])
    .where('auditStatus', '=', 1)
    .execute();

/** Orders that wait for a plate and begin before `until`. */
const promisedOrders = (db: RentalDatabase, pools: readonly Pool[], until: Instant) =>
  db
    .selectFrom('order')
    .select(['id', 'pickupStoreId as storeId', 'subModelId', 'plannedPickupTime', 'plannedReturnTime'])
    .where(oneOf(pools, 'pickupStoreId', 'subModelId'))
    .where('status', '=', 1)
    .where('carId', 'is', null)
    .where('plannedPickupTime', '<', new Date(until))
    .execute();
