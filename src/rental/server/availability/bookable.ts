import { sql } from 'kysely';
import { MINUTE, ORDER, carAvailability, modelAvailability, problem } from '../../rules/index.ts';
import type { CarAvailability, Instant, ModelAvailability, ModelFacts } from '../../rules/index.ts';
import type { OrderRow, RentalDatabase } from '../database.ts';
import { lockCars } from '../holds/index.ts';
import type { LockedCars } from '../holds/index.ts';
import { poolKey, readAvailability } from './facts.ts';
import type { Availability, CarRecord, Pool } from './facts.ts';

/** What of an order says which cars it counts against. */
type PromisedOrder = Pick<
  OrderRow,
  | 'id'
  | 'status'
  | 'carId'
  | 'pickupStoreId'
  | 'subModelId'
  | 'plannedPickupTime'
  | 'actualPickupTime'
  | 'plannedReturnTime'
>;

/** A trip that somebody wants to book, and the order that is being changed by it. */
export interface Wish {
  readonly pickup: Instant;
  readonly returned: Instant;
  readonly pickupStoreId: number;
  readonly returnStoreId: number;
  readonly order: PromisedOrder | null;
  readonly now: Instant;
  readonly timeZone: string;
  readonly turnaroundMinutes: number;
}

/** What the cars and the models that were asked for can give to a wish. */
interface Judgement {
  /** One of the cars that were asked for by their ids; undefined when there is none. */
  readonly car: (carId: number) => CarRecord | undefined;
  /** Free itself, and not the last of its model that somebody without a plate was promised (D-AVAIL-01, D-AVAIL-02). */
  readonly ofCar: (car: CarRecord) => CarAvailability;
  /** Of the cars of the pool for every moment of the wish (D-AVAIL-02). */
  readonly ofModel: (pool: Pool) => ModelAvailability;
}

/**
 * May each of these very cars, and a car of each of these pools, be promised for the wish? A list of cars and the booking of one of them ask the same,
 * so that what is offered can be booked.
 */
export async function judge(
  db: RentalDatabase,
  wish: Wish,
  { carIds = [], pools = [] }: { readonly carIds?: readonly number[]; readonly pools?: readonly Pool[] },
): Promise<Judgement> {
  const until = wish.returned + wish.turnaroundMinutes * MINUTE;
  return judgementOf(await readAvailability(db, carIds, pools, until), wish);
}

/** The same, of facts that were read for several wishes. */
export function judgementOf({ car: carOf, holdsOf, poolOf }: Availability, wish: Wish): Judgement {
  const orderId = wish.order?.id ?? null;
  const models = new Map<string, ModelAvailability>();
  const ofModel = (pool: Pool): ModelAvailability => {
    const known = models.get(poolKey(pool));
    if (known) return known;
    const { carIds, holds } = poolOf(pool, { now: wish.now, orderId });
    const promised = promisedIn(pool, carIds, wish.order);
    const found = modelAvailability({ ...wish, cars: carIds.length, holds, promised });
    models.set(poolKey(pool), found);
    return found;
  };
  return {
    car: carOf,
    ofModel,
    ofCar(car) {
      const verdict = carAvailability({ ...wish, orderId, car, ...holdsOf(car.id) });
      return !verdict.available || ofModel(car).available
        ? verdict
        : { ...verdict, available: false, reasons: [problem('quote.error.noCar', {}, 'carId')] };
    },
  };
}

/** When the order has a car of this pool already: by its plate, or by its model while it waits for one. */
function promisedIn(pool: Pool, carIds: readonly number[], order: Wish['order']): ModelFacts['promised'] {
  if (!order || (order.status !== ORDER.approved && order.status !== ORDER.pickedUp)) return null;
  const counted =
    order.carId === null
      ? poolKey({ storeId: order.pickupStoreId, subModelId: order.subModelId }) === poolKey(pool)
      : carIds.includes(order.carId);
  const start = (order.actualPickupTime ?? order.plannedPickupTime).getTime();
  return counted ? { start, end: order.plannedReturnTime.getTime() } : null;
}

/**
 * Makes this transaction the only one that books these cars and counts against these pools until it ends. Always in the same order (pools by
 * price row, those of flash rentals by their own, then cars by id), so that two bookings wait for each other instead of locking each other out. Answers
 * the cars.
 */
export async function lockForBooking(
  db: RentalDatabase,
  pools: readonly (Pool | null)[],
  carIds: readonly (number | null)[],
  { flashRental = false }: { readonly flashRental?: boolean } = {},
): Promise<LockedCars> {
  const cars = carIds.filter((id) => id !== null);
  const wanted = pools.filter((pool) => pool !== null);
  const [pool] = wanted;
  // One pool and no car, as most bookings have it, is asked for by its key: that is planned once.
  const ofThese =
    pool && wanted.length === 1 && cars.length === 0
      ? sql`price."storeId" = ${pool.storeId} and price."subModelId" = ${pool.subModelId}`
      : sql`(price."storeId", price."subModelId") in (
          select pool.s, pool.m from unnest(${wanted.map((one) => one.storeId)}::bigint[], ${wanted.map((one) => one.subModelId)}::bigint[]) as pool (s, m)
          union select "storeId", "subModelId" from vehicle where id = any(${cars}::bigint[])
        )`;
  await sql`select price.id from price where ${ofThese} order by price.id for update`.execute(db);
  if (flashRental)
    await sql`
      select id from "flashRent" where ("storeId", "subModelId") in (
        select pool.s, pool.m from unnest(${wanted.map((pool) => pool.storeId)}::bigint[], ${wanted.map((pool) => pool.subModelId)}::bigint[]) as pool (s, m)
      ) order by id for update
    `.execute(db);
  return lockCars(db, cars);
}
