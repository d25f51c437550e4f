import { sql } from 'kysely';
import { MINUTE, carAvailability, modelAvailability, problem } from '../../rules/index.ts';
import type { CarAvailability, Instant } from '../../rules/index.ts';
import type { RentalDatabase } from '../database.ts';
import { lockCars } from '../holds/index.ts';
import { carRecord, readHolds, readPool } from './facts.ts';
import type { CarRecord, Pool } from './facts.ts';

/** A trip that somebody wants to book, and the order that is being changed by it. */
export interface Wish {
  readonly pickup: Instant;
  readonly returned: Instant;
  readonly pickupStoreId: number;
  readonly returnStoreId: number;
  readonly orderId: number | null;
  readonly now: Instant;
  readonly timeZone: string;
  readonly turnaroundMinutes: number;
}

/** Cars of the pool that are free for every moment of the wish; negative when overbooked (D-AVAIL-02). */
export async function freeInPool(db: RentalDatabase, pool: Pool, wish: Wish): Promise<number> {
  const until = wish.returned + wish.turnaroundMinutes * MINUTE;
  const facts = await readPool(db, pool, { now: wish.now, orderId: wish.orderId, until });
  return modelAvailability({ ...wish, ...facts }).count;
}

/** May each of these cars be promised for the wish (D-AVAIL-01)? */
export async function judgeCars(
  db: RentalDatabase,
  cars: readonly CarRecord[],
  wish: Wish,
): Promise<readonly CarAvailability[]> {
  const holdsOf = await readHolds(
    db,
    cars.map((car) => car.id),
  );
  return cars.map((car) => carAvailability({ ...wish, car, ...holdsOf(car.id) }));
}

/** The car as the rules see it, or undefined. */
export async function readCar(db: RentalDatabase, carId: number): Promise<CarRecord | undefined> {
  const row = await db.selectFrom('vehicle').selectAll().where('id', '=', carId).executeTakeFirst();
  return row && carRecord(row);
}

/**
 * May this very car be promised: free itself, and not the last of its model that somebody without a plate was promised (D-AVAIL-01, D-AVAIL-02).
 */
export async function judgeCar(db: RentalDatabase, car: CarRecord, wish: Wish): Promise<CarAvailability> {
  const [verdict] = await judgeCars(db, [car], wish);
  if (!verdict!.available || (await freeInPool(db, car, wish)) >= 1) return verdict!;
  return { ...verdict!, available: false, reasons: [problem('quote.error.noCar', {}, 'carId')] };
}

/**
 * Makes this transaction the only one that books these cars and counts against these pools until it ends. Always in the same order (pools by
 * price row, then cars by id), so that two bookings wait for each other instead of locking each other out.
 */
export async function lockForBooking(
  db: RentalDatabase,
  pools: readonly (Pool | null)[],
  carIds: readonly (number | null)[],
): Promise<void> {
  const cars = carIds.filter((id) => id !== null);
  const wanted = pools.filter((pool) => pool !== null);
  await sql`
    select price.id from price
    where (price."storeId", price."subModelId") in (
      select * from unnest(${wanted.map((pool) => pool.storeId)}::bigint[], ${wanted.map((pool) => pool.subModelId)}::bigint[])
      union select "storeId", "subModelId" from vehicle where id = any(${cars}::bigint[])
    )
    order by price.id for update
  `.execute(db);
  await lockCars(db, cars);
}
