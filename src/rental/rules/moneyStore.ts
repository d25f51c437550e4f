import { ORDER } from './orderSteps.ts';
import type { OrderStatus } from './orderSteps.ts';
import { problem } from './problem.ts';
import type { Problem } from './problem.ts';

export interface MoneyStoreFacts {
  /** The store that somebody chose; null where nobody did. */
  readonly chosen: number | null;
  /** Stores that the taker sees. */
  readonly own: 'all' | readonly number[];
  readonly order: { readonly status: OrderStatus; readonly pickupStoreId: number; readonly returnStoreId: number };
  /** Notes and coins, which lie in one drawer. */
  readonly isCash: boolean;
}

export type MoneyStore = { readonly storeId: number } | { readonly problem: Problem };

const sees = (own: MoneyStoreFacts['own'], id: number): boolean => own === 'all' || own.includes(id);

/** Stores where the car of an order is: before the pickup and after the return there is one. */
function placesOf({ status, pickupStoreId, returnStoreId }: MoneyStoreFacts['order']): readonly number[] {
  if (status === ORDER.pickedUp) return [...new Set([pickupStoreId, returnStoreId])];
  return [status === ORDER.returned ? returnStoreId : pickupStoreId];
}

/**
 * The store whose drawer money comes into or goes out of: the chosen one, else the only store of the taker, else the store where the car is. While the car
 * is out on the way to another store, cash needs a choice, and other money belongs to the pickup store (D-MONEY-09).
 */
export function moneyStore({ chosen, own, order, isCash }: MoneyStoreFacts): MoneyStore {
  if (chosen !== null)
    return sees(own, chosen) ? { storeId: chosen } : { problem: problem('payment.refusal.otherStore', {}, 'storeId') };
  if (own !== 'all' && own.length === 1) return { storeId: own[0]! };
  const seen = placesOf(order).filter((id) => sees(own, id));
  const places =
    seen.length > 0 ? seen : [order.pickupStoreId, order.returnStoreId].filter((id) => sees(own, id)).slice(0, 1);
  if (places.length === 1) return { storeId: places[0]! };
  return isCash ? { problem: problem('payment.refusal.storeNeeded', {}, 'storeId') } : { storeId: order.pickupStoreId };
}
