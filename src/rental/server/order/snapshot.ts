import type { Instant, PriceSnapshot } from '../../rules/index.ts';
import type { OrderRow } from '../database.ts';

/** The snapshot as it is kept with an order: what its price depends on, and how far it is paid for when the return was moved nearer. */
type KeptSnapshot = PriceSnapshot & { readonly chargedUntil?: Instant };

/** The prices of the day of booking (D-PRICE-09). Every order has them from its creation on. */
export function snapshotOfOrder(order: Pick<OrderRow, 'id' | 'priceSnapshot'>): KeptSnapshot {
  if (order.priceSnapshot === null) throw new Error(`order ${order.id} has no price snapshot`);
  return order.priceSnapshot as unknown as KeptSnapshot;
}

/** The prices alone, for a bill that is made anew: it charges to the planned return, and what was charged before is gone with the old lines. */
export function pricesOfOrder(order: Pick<OrderRow, 'id' | 'priceSnapshot'>): PriceSnapshot {
  const { chargedUntil: _before, ...prices } = snapshotOfOrder(order);
  return prices;
}

/** Until when the renter has been charged: a return moved nearer while in use is not given back (D-ORD-12), nor charged twice when the car comes as first planned. */
export function chargedUntil(order: Pick<OrderRow, 'id' | 'priceSnapshot' | 'plannedReturnTime'>): Instant {
  return Math.max(order.plannedReturnTime.getTime(), snapshotOfOrder(order).chargedUntil ?? 0);
}
