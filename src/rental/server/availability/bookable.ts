import { sql } from 'kysely';
import { MINUTE, carAvailability, modelAvailability, problem } from '../../rules/index.ts';
import type { CarAvailability, Instant } from '../../rules/index.ts';
import type { RentalDatabase } from '../database.ts';
import { lockCars } from '../holds/index.ts';
import { carRecord, readHolds, readPools } from './facts.ts';
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

const key = ({ storeId, subModelId }: Pool): string => `${storeId} ${subModelId}`;

/** Cars of each pool that are free for every moment of the wish; negative when overbooked (D-AVAIL-02). */
async function freeInPools(db: RentalDatabase, pools: readonly Pool[], wish: Wish): Promise<(pool: Pool) => number> {
  const until = wish.returned + wish.turnaroundMinutes * MINUTE;
  const distinct = [...new Map(pools.map((pool) => [key(pool), pool])).values()];
  const factsOf = await readPools(db, distinct, { now: wish.now, orderId: wish.orderId, until });
  const free = new Map(distinct.map((pool) => [key(pool), modelAvailability({ ...wish, ...factsOf(pool) }).count]));
  return (pool) => free.get(key(pool))!;
}

/** Cars of the pool that are free for every moment of the wish; negative when overbooked (D-AVAIL-02). */
export const freeInPool = async (db: RentalDatabase, pool: Pool, wish: Wish): Promise<number> =>
  (await freeInPools(db, [pool], wish))(pool);

/**
 * May each of these very cars be promised for the wish: free itself, and not the last of its model that somebody without a plate was promised
 * (D-AVAIL-01, D-AVAIL-02). A list of cars and the booking of one of them ask the same, so that what is offered can be booked.
 */
export async function judgeCars(
  db: RentalDatabase,
  cars: readonly CarRecord[],
  wish: Wish,
): Promise<readonly CarAvailability[]> {
  const holdsOf = await readHolds(
    db,
    cars.map((car) => car.id),
  );
  const verdicts = cars.map((car) => carAvailability({ ...wish, car, ...holdsOf(car.id) }));
  const freeIn = await freeInPools(
    db,
    cars.filter((_, index) => verdicts[index]!.available),
    wish,
  );
  return verdicts.map((verdict, index) =>
    !verdict.available || freeIn(cars[index]!) >= 1
      ? verdict
      : { ...verdict, available: false, reasons: [problem('quote.error.noCar', {}, 'carId')] },
  );
}

/** The car as the rules see it, or undefined. */
export async function readCar(db: RentalDatabase, carId: number): Promise<CarRecord | undefined> {
  const row = await db.selectFrom('vehicle').selectAll().where('id', '=', carId).executeTakeFirst();
  return row && carRecord(row);
}

/** The same for one car. */
export const judgeCar = async (db: RentalDatabase, car: CarRecord, wish: Wish): Promise<CarAvailability> =>
  (await judgeCars(db, [car], wish))[0]!;

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
