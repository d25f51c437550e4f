import { orderSpan } from './places.ts';
import type { OrderHold } from './availability.ts';
import type { Instant } from './storeTime.ts';

/** A time in which a car has to be brought to the store where its next order begins. */
interface Transfer {
  /** When it can leave: back from the order before, or now. */
  readonly start: Instant;
  /** When it must be there. */
  readonly end: Instant;
  readonly fromStoreId: number;
  readonly toStoreId: number;
}

type Trip = Pick<
  OrderHold,
  'status' | 'pickupStoreId' | 'returnStoreId' | 'plannedPickup' | 'actualPickup' | 'plannedReturn'
>;

/**
 * Where a car must be moved between its open orders: one order brings it to another store than the next one leaves
 * from (warning 2 of D-AVAIL-01). What cannot be done in time any more is left out, since the order itself is late
 * then.
 */
export function transfersOf(carStoreId: number, orders: readonly Trip[], now: Instant): readonly Transfer[] {
  const transfers: Transfer[] = [];
  let place = carStoreId;
  let free = now;
  for (const order of orders.toSorted((a, b) => a.plannedPickup - b.plannedPickup)) {
    const waits = order.status === 1;
    if (waits && order.pickupStoreId !== place && free < order.plannedPickup)
      transfers.push({ start: free, end: order.plannedPickup, fromStoreId: place, toStoreId: order.pickupStoreId });
    place = order.returnStoreId;
    free = orderSpan(order, now).end;
  }
  return transfers;
}
