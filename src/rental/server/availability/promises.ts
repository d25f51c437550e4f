import { newlyShort, promisedQuestion, withBlock } from '../../rules/index.ts';
import type { Block, OpenOrder, Problem } from '../../rules/index.ts';
import type { RentalContext } from '../database.ts';
import { readParameters } from '../facts/index.ts';
import type { LockedCars } from '../holds/index.ts';
import { requireNone } from '../problems.ts';
import { lockForBooking, relyingOnCar } from './bookable.ts';
import { readHolds } from './cars.ts';
import { poolKey, readAvailability } from './facts.ts';
import type { Pool } from './facts.ts';

/** A save that takes a car away for a time: what it has taken until now, and what it would take. */
interface Taking {
  readonly was: Block | null;
  readonly will: Block | null;
}

/** The stores where a car will be, by its open orders: there it may be promised. */
async function poolsOf(
  context: RentalContext,
  { id, subModelId, storeId }: { readonly id: number } & Pool,
): Promise<readonly Pool[]> {
  const { orders } = await readHolds(context, id);
  const pools = [storeId, ...orders.map((order) => order.returnStoreId)].map((at) => ({ storeId: at, subModelId }));
  return [...new Map(pools.map((pool) => [poolKey(pool), pool])).values()];
}

/**
 * Locks the cars that a save takes away or gives back, and before them what is promised where they are. Unless it is confirmed, and nothing is to be asked,
 * also what is promised where orders bring them. Whoever books there waits meanwhile.
 * `also`: what else is counted against.
 */
export async function lockForTaking(
  context: RentalContext,
  carIds: readonly (number | null)[],
  confirmed = false,
  also: readonly Pool[] = [],
): Promise<LockedCars> {
  const ids = [...new Set(carIds.filter((id) => id !== null))];
  if (confirmed) return lockForBooking(context.db, also, ids);
  const cars = await context.db
    .selectFrom('vehicle')
    .select(['id', 'storeId', 'subModelId'])
    .where('id', 'in', ids)
    .execute();
  const pools: Pool[] = [...also];
  for (const car of cars) pools.push(...(await poolsOf(context, car)));
  return lockForBooking(context.db, pools, ids);
}

/** Lists the orders without a plate that would have no car were the time taken so, and have one as it is (D-CAR-18). */
async function relyingOnTime(
  context: RentalContext,
  car: { readonly id: number } & Pool,
  { was, will }: Taking,
): Promise<readonly OpenOrder[]> {
  const pools = await poolsOf(context, car);
  const { turnaroundMinutes } = await readParameters(context.db);
  const { now } = context;
  const known = await readAvailability(context.db, {
    carIds: [car.id],
    pools,
    storeId: null,
    now,
    order: null,
  });
  const clock = { now, turnaroundMinutes, without: null, and: null };
  const ids = pools.flatMap((pool) => {
    const after = known.poolOf(pool, {
      ...clock,
      blocksOf: (id, blocks) => withBlock(id, blocks, { was, will }),
    });
    return newlyShort(known.poolOf(pool, clock), after) ?? [];
  });
  return [...new Set(ids)].flatMap((id) => known.waiting(id) ?? []);
}

/** What to ask before a save takes a car away while orders without a plate rely on it (D-CAR-18). */
export async function takingQuestions(
  context: RentalContext,
  car: { readonly id: number } & Pool,
  taking: Taking,
): Promise<readonly Problem[]> {
  if (taking.will === null) return [];
  const orders = await relyingOnTime(context, car, taking);
  const [first] = orders;
  return first ? [promisedQuestion(first, orders.length)] : [];
}

/** Asks that, and refuses at `confirmed`. */
export async function askOfTaking(
  context: RentalContext,
  car: { readonly id: number } & Pool,
  { confirmed = false, ...taking }: Taking & { readonly confirmed?: boolean },
): Promise<void> {
  if (!confirmed) requireNone(await takingQuestions(context, car, taking), context);
}

/** Asks before a car leaves its store now while orders without a plate rely on it there (D-CAR-16, D-CAR-18); refuses at `confirmed`. */
export async function askOfLeaving(
  context: RentalContext,
  car: { readonly id: number } & Pool,
  confirmed: 0 | 1 | boolean = 0,
): Promise<void> {
  if (confirmed) return;
  const { turnaroundMinutes } = await readParameters(context.db);
  const orders = await relyingOnCar(context.db, car, {
    now: context.now,
    turnaroundMinutes,
  });
  const [first] = orders;
  if (first) requireNone([promisedQuestion(first, orders.length)], context);
}
