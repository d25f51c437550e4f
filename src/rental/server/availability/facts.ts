import { sql } from 'kysely';
import type { BlockHold, CarFacts, ModelHold, OrderHold } from '../../rules/index.ts';
import { orderSpan } from '../../rules/index.ts';
import type { Instant } from '../../rules/index.ts';
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
  readonly cars: number;
  readonly holds: readonly ModelHold[];
}

const sameAs =
  ({ storeId, subModelId }: Pool) =>
  (other: Pool): boolean =>
    other.storeId === storeId && other.subModelId === subModelId;

/** Rows whose two columns name one of the pools. */
const oneOf = (pools: readonly Pool[], storeColumn: string, subModelColumn: string) =>
  sql<boolean>`(${sql.ref(storeColumn)}, ${sql.ref(subModelColumn)}) in (
    select * from unnest(${pools.map((pool) => pool.storeId)}::bigint[], ${pools.map((pool) => pool.subModelId)}::bigint[])
  )`;

/**
 * The listed cars of each pool and everything that takes one of them (D-AVAIL-02): orders without a plate booked here, and orders, storage and
 * maintenance of its cars, as far as it begins before `until`. The order being edited does not count. A few statements however many pools.
 */
export async function readPools(
  db: RentalDatabase,
  pools: readonly Pool[],
  { now, orderId, until }: { readonly now: Instant; readonly orderId: number | null; readonly until: Instant },
): Promise<(pool: Pool) => PoolFacts> {
  if (pools.length === 0) return () => ({ cars: 0, holds: [] });
  const cars = await db
    .selectFrom('vehicle')
    .select(['id', 'storeId', 'subModelId'])
    .where(oneOf(pools, 'storeId', 'subModelId'))
    .where('status', 'in', [1, 2])
    .where('auditStatus', '=', 1)
    .execute();
  const withoutPlate = await db
    .selectFrom('order')
    .select(['id', 'pickupStoreId as storeId', 'subModelId', 'plannedPickupTime', 'plannedReturnTime'])
    .where(oneOf(pools, 'pickupStoreId', 'subModelId'))
    .where('status', '=', 1)
    .where('carId', 'is', null)
    .where('plannedPickupTime', '<', new Date(until))
    .execute();
  const holdsOf = await readHolds(
    db,
    cars.map((car) => car.id),
  );
  const unplated = (row: (typeof withoutPlate)[number]): ModelHold => ({
    carId: null,
    kind: 'order',
    ...orderSpan(
      {
        plannedPickup: row.plannedPickupTime.getTime(),
        actualPickup: null,
        plannedReturn: row.plannedReturnTime.getTime(),
      },
      now,
    ),
  });
  const plated = (id: number): ModelHold[] => {
    const { orders, blocks } = holdsOf(id);
    return [
      ...orders
        .filter((order) => order.orderId !== orderId)
        .map((order): ModelHold => ({ carId: id, kind: 'order', ...orderSpan(order, now) })),
      ...blocks.map((block): ModelHold => ({ carId: id, kind: 'block', start: block.start, end: block.end })),
    ];
  };
  return (pool) => {
    const own = cars.filter(sameAs(pool));
    const booked = withoutPlate.filter((row) => row.id !== orderId && sameAs(pool)(row));
    return { cars: own.length, holds: [...booked.map(unplated), ...own.flatMap(({ id }) => plated(id))] };
  };
}
