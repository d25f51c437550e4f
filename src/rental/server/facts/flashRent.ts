import { ORDER, FLASH_RENTAL, addDays, dateOf, flashRentProblem, startOfDate } from '../../rules/index.ts';
import type { Instant, Problem } from '../../rules/index.ts';
import type { OrderRow, RentalDatabase } from '../database.ts';

/** A trip that wants to be a flash rental, and the order that is being changed by it. */
interface FlashTrip {
  readonly storeId: number;
  readonly subModelId: number;
  readonly pickup: Instant;
  readonly now: Instant;
  readonly timeZone: string;
  readonly order: OrderRow | null;
}

/**
 * What stands against a flash rental (D-CHN-02). An order that is one keeps its place while store, model and day of pickup stay. Two bookings do
 * not count at the same time: who books has locked the row (`lockForBooking`).
 */
export async function flashRentRefusal(db: RentalDatabase, trip: FlashTrip): Promise<Problem | null> {
  const { storeId, subModelId, pickup, now, timeZone, order } = trip;
  const day = dateOf(pickup, timeZone);
  const kept =
    order?.serviceType === FLASH_RENTAL &&
    order.pickupStoreId === storeId &&
    order.subModelId === subModelId &&
    dateOf(order.plannedPickupTime.getTime(), timeZone) === day;
  if (kept) return null;
  const row = await db
    .selectFrom('flashRent')
    .select(['enabled', 'quota', 'leadHours'])
    .select((one) =>
      one
        .selectFrom('order')
        .select((counted) => counted.fn.countAll<number>().as('taken'))
        .where('order.pickupStoreId', '=', storeId)
        .where('order.subModelId', '=', subModelId)
        .where('order.serviceType', '=', FLASH_RENTAL)
        .where('order.status', '<>', ORDER.cancelled)
        .where('order.plannedPickupTime', '>=', new Date(startOfDate(day, timeZone)))
        .where('order.plannedPickupTime', '<', new Date(startOfDate(addDays(day, 1), timeZone)))
        .$if(order !== null, (others) => others.where('order.id', '<>', order!.id))
        .as('taken'),
    )
    .where('storeId', '=', storeId)
    .where('subModelId', '=', subModelId)
    .executeTakeFirst();
  const terms = row ? { ...row, enabled: row.enabled === 1 } : null;
  return flashRentProblem({ terms, taken: Number(row?.taken ?? 0), day, pickup, now });
}
