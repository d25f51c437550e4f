import { ORDER, orderSpan, overlaps } from '../../rules/index.ts';
import type { Interval, OrderHold } from '../../rules/index.ts';
import { readHolds } from '../availability/index.ts';
import type { OrderRow, RentalContext } from '../database.ts';
import { beginStep, holdCar, unsigned } from '../order/index.ts';
import type { LockedCars } from '../holds/index.ts';
import { taskTypeOf } from '../taskType.ts';

/**
 * May whoever takes the car into the shop for this time take it from this order (D-UPK-01)? It must not have gone out, and be an order that he sees. He may
 * change orders, or decides about work: a broken car goes to nobody.
 */
export function mayBeFreed({ actor, can, now }: RentalContext, order: OrderHold, shop: Interval | null): boolean {
  const { scope } = actor;
  const isSeen = scope === 'all' || [order.pickupStoreId, order.returnStoreId].some((id) => scope.includes(id));
  return (
    shop !== null &&
    order.status === ORDER.approved &&
    overlaps(shop, orderSpan(order, now)) &&
    isSeen &&
    (can('order-edit') || can('maintenance-enable')) &&
    taskTypeOf(actor) === null
  );
}

/** The orders from which the car is taken for its time in the shop, locked by id. */
export async function ordersToFree(
  context: RentalContext,
  carId: number,
  shop: Interval | null,
): Promise<readonly OrderRow[]> {
  const { orders } = await readHolds(context, carId);
  const ids = orders.filter((each) => mayBeFreed(context, each, shop)).map(({ orderId }) => orderId);
  const locked: OrderRow[] = [];
  for (const id of ids.toSorted((a, b) => a - b)) locked.push((await beginStep(context, id, 'assigncar')).order);
  // Another car was given to it meanwhile.
  return locked.filter((order) => order.carId === carId);
}

/** Takes the car from an order, which waits for another one of its model; its prices and its coupon stay. */
export async function freeOrder(context: RentalContext, order: OrderRow, locked: LockedCars): Promise<void> {
  await context.write.update(
    'order',
    order.id,
    { carId: null, ...unsigned(order) },
    { expect: { status: ORDER.approved } },
  );
  await holdCar(context, { ...order, carId: null }, { locked });
}
