import { carMissingFor, mustMoveFor, newlyShort } from '../../rules/index.ts';
import type { Problem } from '../../rules/index.ts';
import { poolKey, readAvailability, readHolds } from '../availability/index.ts';
import type { Pool } from '../availability/index.ts';
import type { RentalContext } from '../database.ts';

interface Clock {
  readonly turnaroundMinutes: number;
  readonly timeZone: string;
}

/** What stands of some models at some stores now. To be asked before a car is moved, and after it. */
export async function readPools({ db, now }: RentalContext, pools: readonly Pool[], { turnaroundMinutes }: Clock) {
  const known = await readAvailability(db, { carIds: [], pools, storeId: null, now, order: null });
  const poolOf = (pool: Pool) => known.poolOf(pool, { now, turnaroundMinutes, without: null, and: null });
  return { byKey: new Map(pools.map((pool) => [poolKey(pool), poolOf(pool)])), waiting: known.waiting };
}
type Pools = Awaited<ReturnType<typeof readPools>>;

/** Lists the orders without a plate that have no car now, and had one before (D-AVAIL-02). Nobody is refused: the car is where it is. */
export function strandedSince(before: Pools, after: Pools, { timeZone }: Clock): readonly Problem[] {
  const ids = new Set([...after.byKey].flatMap(([key, pool]) => newlyShort(before.byKey.get(key)!, pool) ?? []));
  return [...ids].flatMap((id) => {
    const order = after.waiting(id);
    return order ? [carMissingFor(order, timeZone)] : [];
  });
}

/** Says of the next order of a car, which stands at the store now, that somebody must move it there; nothing where it starts at the same store. */
export async function nextElsewhere(
  context: RentalContext,
  { id, storeId }: { readonly id: number; readonly storeId: number },
  { timeZone }: Clock,
): Promise<readonly Problem[]> {
  const { orders } = await readHolds(context, id);
  const next = orders.toSorted((a, b) => a.plannedPickup - b.plannedPickup)[0];
  return next && next.pickupStoreId !== storeId ? [mustMoveFor(next, timeZone)] : [];
}
