import type { Instant } from './storeTime.ts';
import { MINUTE } from './storeTime.ts';

/** What of an order says where its car is, and when. */
export interface PlacedOrder {
  readonly status: 1 | 2;
  readonly pickupStoreId: number;
  readonly returnStoreId: number;
  readonly plannedPickup: Instant;
  readonly actualPickup: Instant | null;
  readonly plannedReturn: Instant;
}

/** A time at a store, half-open. A car of which nothing else is known is there from `-Infinity` to `Infinity`. */
export interface Stay {
  readonly storeId: number;
  readonly start: Instant;
  readonly end: Instant;
}

/** Returns from when to when an order holds its car: an overdue one until now (D-AVAIL-01, 3). Without turnaround. */
export function orderSpan(
  order: Pick<PlacedOrder, 'plannedPickup' | 'actualPickup' | 'plannedReturn'>,
  now: Instant,
): { readonly start: Instant; readonly end: Instant } {
  return { start: order.actualPickup ?? order.plannedPickup, end: Math.max(order.plannedReturn, now) };
}

/** Says whether nobody came: the order was never handed out, and its planned return has passed. It holds no car any more, and asks to be closed (O22). */
export const isAbandoned = (order: Pick<PlacedOrder, 'status' | 'plannedReturn'>, now: Instant): boolean =>
  order.status === 1 && order.plannedReturn <= now;

/** Adds the turnaround to a hold, so that two holds collide exactly when they overlap. */
export const withTurnaround = (
  start: Instant,
  end: Instant,
  turnaroundMinutes: number,
): { readonly start: Instant; readonly end: Instant } => ({
  start,
  end: end + turnaroundMinutes * MINUTE,
});

/** Returns the store that a car was last brought back to by then, or stands at (D-AVAIL-01, 2). */
export const placeAt = (
  storeId: number,
  orders: readonly Pick<PlacedOrder, 'plannedReturn' | 'returnStoreId'>[],
  time: Instant,
): number => {
  let last: Pick<PlacedOrder, 'plannedReturn' | 'returnStoreId'> | undefined;
  for (const each of orders)
    if (each.plannedReturn <= time && (!last || each.plannedReturn > last.plannedReturn)) last = each;
  return last?.returnStoreId ?? storeId;
};

/**
 * Lists where a car belongs over time, as `placeAt` says it: to the store it leaves from until it is back elsewhere and the turnaround is over. Where its
 * next order starts at another store, somebody moves it by then.
 */
export function staysOf(
  storeId: number,
  orders: readonly PlacedOrder[],
  { now, turnaroundMinutes }: { readonly now: Instant; readonly turnaroundMinutes: number },
): readonly Stay[] {
  const stays: Stay[] = [];
  let place = storeId;
  let since = -Infinity;
  const moveTo = (next: number, time: Instant): void => {
    if (next === place) return;
    if (since < time) stays.push({ storeId: place, start: since, end: time });
    place = next;
    since = Math.max(since, time);
  };
  const sorted =
    orders.length < 2 ? orders : orders.toSorted((a, b) => orderSpan(a, now).start - orderSpan(b, now).start);
  for (const order of sorted) {
    const { start, end } = orderSpan(order, now);
    moveTo(order.pickupStoreId, start);
    moveTo(order.returnStoreId, end + turnaroundMinutes * MINUTE);
  }
  stays.push({ storeId: place, start: since, end: Infinity });
  return stays;
}
