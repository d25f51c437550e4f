import { sql } from 'kysely';
import {
  ORDER,
  aboutOrder,
  carAvailability,
  leftFor,
  mustMoveFor,
  neededFor,
  newlyShort,
  problem,
  toWallClock,
} from '../../rules/index.ts';
import type { CarAvailability, Instant, OpenOrder, Problem } from '../../rules/index.ts';
import type { OrderRow, RentalDatabase } from '../database.ts';
import { lockCars } from '../holds/index.ts';
import type { LockedCars } from '../holds/index.ts';
import { poolKey, readAvailability } from './facts.ts';
import type { CarRecord } from './cars.ts';
import type { Availability, Pool } from './facts.ts';

/** What of an order says which cars it counts against. */
export type PromisedOrder = Pick<
  OrderRow,
  | 'id'
  | 'status'
  | 'carId'
  | 'pickupStoreId'
  | 'returnStoreId'
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

/** What a model can give to a wish. */
interface ModelJudgement {
  /** A car can be promised for the wish. */
  readonly available: boolean;
  /** How many are left without the order that is being changed. */
  readonly count: number;
}

/** What the cars and the models that were asked for can give to a wish. */
interface Judgement {
  /** One of the cars that were asked for by their ids; undefined when there is none. */
  readonly car: (carId: number) => CarRecord | undefined;
  /** Free itself, and not the last of its model that somebody without a plate was promised (D-AVAIL-01, D-AVAIL-02). */
  readonly ofCar: (car: CarRecord) => CarAvailability;
  /** Of the cars that the pool will have, for every moment of the wish (D-AVAIL-02). */
  readonly ofModel: (pool: Pool) => ModelJudgement;
  /** Orders that were promised the car that this one brings to its return store, and would have none: with this car, without one, or were it gone. */
  readonly stranded: (as: Pick<OpenOrder, 'carId' | 'subModelId'> | null) => readonly Problem[];
}

/**
 * Asks whether each of these very cars, and a car of each of these pools, may be promised for the wish. A list of cars and the booking of one of them ask
 * the same, so that what is offered can be booked.
 */
export async function judge(
  db: RentalDatabase,
  wish: Wish,
  { carIds = [], pools = [] }: { readonly carIds?: readonly number[]; readonly pools?: readonly Pool[] },
): Promise<Judgement> {
  return judgementOf(
    await readAvailability(db, { carIds, pools, storeId: wish.pickupStoreId, now: wish.now, order: wish.order }),
    wish,
  );
}

/** The same, of facts that were read for several wishes. */
export function judgementOf(known: Availability, wish: Wish): Judgement {
  const { now, turnaroundMinutes } = wish;
  const clock = { now, turnaroundMinutes };
  const orderId = wish.order?.id ?? null;
  const poolNow = memo((pool: Pool) => known.poolOf(pool, { ...clock, without: null, and: null }));
  const poolWith = (pool: Pool, after: OpenOrder | null) =>
    known.poolOf(pool, { ...clock, without: orderId, and: after });
  const asks = (carId: number | null, subModelId: number): OpenOrder => ({ ...wished(wish), carId, subModelId });
  const isFor = (pool: Pool, after: OpenOrder): boolean => newlyShort(poolNow(pool), poolWith(pool, after)) === null;
  const ofModel = memo((pool: Pool): ModelJudgement => ({
    available: isFor(pool, asks(null, pool.subModelId)),
    count: leftFor(poolWith(pool, null), neededFor(wish, turnaroundMinutes)),
  }));
  return {
    car: known.car,
    ofModel,
    ofCar(car) {
      const verdict = carAvailability({ ...wish, orderId, car, ...known.holdsOf(car.id) });
      const pool = { storeId: wish.pickupStoreId, subModelId: car.subModelId };
      return !verdict.available || isFor(pool, asks(car.id, car.subModelId))
        ? verdict
        : { ...verdict, available: false, reasons: [problem('quote.error.noCar', {}, 'carId')] };
    },
    stranded(as) {
      const pool = known.relied;
      if (!pool) return [];
      const after = as && asks(as.carId, as.subModelId);
      return (newlyShort(poolNow(pool), poolWith(pool, after)) ?? []).flatMap((id) => {
        const waiting = id === orderId ? undefined : known.waiting(id);
        return waiting ? [reliesOn(waiting, wish.timeZone)] : [];
      });
    },
  };
}

/** May the order become this without a car less for somebody who was promised one of the pool? */
export function isPromised(
  known: Availability,
  pool: Pool,
  { now, turnaroundMinutes }: Pick<Wish, 'now' | 'turnaroundMinutes'>,
  after: OpenOrder,
): boolean {
  const clock = { now, turnaroundMinutes };
  const before = known.poolOf(pool, { ...clock, without: null, and: null });
  return newlyShort(before, known.poolOf(pool, { ...clock, without: after.orderId, and: after })) === null;
}

/**
 * Lists the orders at the return store that would have no car without this order. These are orders that wait for a
 * plate, and the next one of its own car, for which somebody has to move it.
 */
export async function relyingOn(
  db: RentalDatabase,
  order: PromisedOrder & Pick<OrderRow, 'orderNo'>,
  clock: Pick<Wish, 'now' | 'turnaroundMinutes' | 'timeZone'>,
): Promise<readonly Problem[]> {
  const { orderId, ...trip } = openOrder(order);
  const wish = { ...clock, ...trip, pickup: trip.plannedPickup, returned: trip.plannedReturn, order };
  const carIds = order.carId === null ? [] : [order.carId];
  const known = await readAvailability(db, { carIds, pools: [], storeId: order.pickupStoreId, now: clock.now, order });
  const orders = order.carId === null ? [] : known.holdsOf(order.carId).orders;
  const next = orders
    .filter((each) => each.orderId !== orderId && each.plannedPickup >= trip.plannedReturn)
    .toSorted((a, b) => a.plannedPickup - b.plannedPickup)[0];
  return [
    ...judgementOf(known, wish).stranded(null),
    ...(next && next.pickupStoreId === order.returnStoreId ? [mustMoveFor(next, clock.timeZone)] : []),
  ];
}

/** Lists the orders without a plate that would have no car were this one gone from its store. */
export async function relyingOnCar(
  db: RentalDatabase,
  car: Pool & { readonly id: number },
  { now, turnaroundMinutes }: Pick<Wish, 'now' | 'turnaroundMinutes'>,
): Promise<readonly OpenOrder[]> {
  const known = await readAvailability(db, { carIds: [car.id], pools: [], storeId: null, now, order: null });
  const clock = { now, turnaroundMinutes, without: null, and: null };
  const short = newlyShort(known.poolOf(car, clock), known.poolOf(car, { ...clock, gone: car.id })) ?? [];
  return short.flatMap((id) => known.waiting(id) ?? []);
}

/** A stored order as the rules know an open one. */
export const openOrder = (
  order: PromisedOrder & Pick<OrderRow, 'orderNo'> & Partial<Pick<OrderRow, 'carSince'>>,
): OpenOrder => ({
  orderId: order.id,
  orderNo: order.orderNo ?? '',
  status: order.status === ORDER.approved ? ORDER.approved : ORDER.pickedUp,
  carId: order.carId,
  subModelId: order.subModelId,
  pickupStoreId: order.pickupStoreId,
  returnStoreId: order.returnStoreId,
  plannedPickup: order.plannedPickupTime.getTime(),
  actualPickup: (order.carSince ?? order.actualPickupTime)?.getTime() ?? null,
  plannedReturn: order.plannedReturnTime.getTime(),
});

const reliesOn = (order: OpenOrder, timeZone: string): Problem =>
  aboutOrder(
    order,
    'availability.otherReliesOn',
    problem(
      'availability.reliesOn',
      { orderNo: order.orderNo, start: toWallClock(order.plannedPickup, timeZone) },
      'returnStoreId',
    ),
  );

/** The order as the wish would have it. */
const wished = ({
  order,
  pickup,
  returned,
  pickupStoreId,
  returnStoreId,
}: Wish): Omit<OpenOrder, 'carId' | 'subModelId'> => ({
  orderId: order?.id ?? 0,
  orderNo: '',
  status: ORDER.approved,
  pickupStoreId,
  returnStoreId,
  plannedPickup: pickup,
  actualPickup: null,
  plannedReturn: returned,
});

function memo<Value>(make: (pool: Pool) => Value): (pool: Pool) => Value {
  const made = new Map<string, Value>();
  return (pool) => {
    const known = made.get(poolKey(pool)) ?? make(pool);
    made.set(poolKey(pool), known);
    return known;
  };
}

/** Where an order leaves from and comes to. */
type PlacesOfOrder = Pick<OrderRow, 'pickupStoreId' | 'returnStoreId' | 'subModelId'>;

const endsOf = (order: PlacesOfOrder | null): readonly number[] =>
  order === null ? [] : [order.pickupStoreId, order.returnStoreId];

const isOneWay = (order: PlacesOfOrder | null): order is PlacesOfOrder =>
  order !== null && order.pickupStoreId !== order.returnStoreId;

const poolsOf = (order: PlacesOfOrder): readonly Pool[] =>
  endsOf(order).map((storeId) => ({ storeId, subModelId: order.subModelId }));

/**
 * Makes this transaction the only one that books these cars and counts against these pools until it ends. Always in the same order (pools by
 * price row, those of flash rentals by their own, then cars by id), so that two bookings wait for each other instead of locking each other out. With an
 * order that is changed, also the pools that it leaves from and comes to, and the models of the cars there. Answers the cars.
 */
export async function lockForBooking(
  db: RentalDatabase,
  pools: readonly (Pool | null)[],
  carIds: readonly (number | null)[],
  { flashRental = false, order = null }: { readonly flashRental?: boolean; readonly order?: PlacesOfOrder | null } = {},
): Promise<LockedCars> {
  const cars = carIds.filter((id) => id !== null);
  const storeIds = [...new Set([...pools.flatMap((pool) => pool?.storeId ?? []), ...endsOf(order)])];
  const wanted = [...pools.filter((pool) => pool !== null), ...(isOneWay(order) ? poolsOf(order) : [])];
  const [pool] = wanted;
  // One pool and no car, as most bookings have it, is asked for by its key: that is planned once.
  const ofThese =
    pool && wanted.length === 1 && cars.length === 0
      ? sql`price."storeId" = ${pool.storeId} and price."subModelId" = ${pool.subModelId}`
      : sql`(price."storeId", price."subModelId") in (
          select pool.s, pool.m from unnest(${wanted.map((one) => one.storeId)}::bigint[], ${wanted.map((one) => one.subModelId)}::bigint[]) as pool (s, m)
          union select "storeId", "subModelId" from vehicle where id = any(${cars}::bigint[])
          union select at.s, "subModelId" from vehicle cross join unnest(${storeIds}::bigint[]) as at (s) where id = any(${cars}::bigint[])
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
