import { formatTHB } from './money.ts';
import type { Satang } from './money.ts';
import { aboutOrder, problem } from './problem.ts';
import type { Problem } from './problem.ts';

/** What a question tells of another order. */
interface ToldOrder {
  readonly orderNo: string;
  readonly pickupStoreId: number;
  readonly returnStoreId: number;
}

/** Asks about a new order whose renter has the same model at the same times already (D-ORD-32). */
export const sameTripQuestion = (order: ToldOrder): Problem =>
  aboutOrder(order, 'order.ask.otherSameTrip', problem('order.ask.sameTrip', { orderNo: order.orderNo }, 'confirmed'));

/** Asks about a new order whose renter owes money for `count` orders that are over (D-ORD-32). */
export const owesQuestion = (amount: Satang, count: number): Problem =>
  problem('order.ask.owes', { amount: formatTHB(amount), count }, 'confirmed');

/** Refuses a channel order number that this live order has already (D-ORD-33). */
export const channelNumberTaken = (order: ToldOrder): Problem =>
  aboutOrder(
    order,
    'order.refusal.otherChannelNumberTaken',
    problem('order.refusal.channelNumberTaken', { orderNo: order.orderNo }, 'channelOrderNo'),
  );

/** Asks before a car leaves that this order, and `count` in all, rely on without a plate (D-CAR-16, D-CAR-18). */
export const promisedQuestion = (order: ToldOrder, count: number): Problem =>
  aboutOrder(
    order,
    'vehicle.ask.otherPromised',
    problem('vehicle.ask.promised', { orderNo: order.orderNo, count }, 'confirmed'),
  );
