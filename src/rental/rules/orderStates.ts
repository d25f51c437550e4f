import { problem } from './problem.ts';
import type { Problem } from './problem.ts';

/** Approved 1, car picked up 2, car returned 3, cancelled −1 (D-ORD-01). */
export type OrderStatus = 1 | 2 | 3 | -1;
export const ORDER_STATUSES: readonly OrderStatus[] = [1, 2, 3, -1];

export type OrderEvent =
  | 'new'
  | 'modify'
  | 'edittime'
  | 'assigncar'
  | 'assignstaff'
  | 'pickup'
  | 'rejectpickup'
  | 'renew'
  | 'cancelrenew'
  | 'return'
  | 'rejectreturn'
  | 'cancel'
  | 'push'
  | 'remark'
  | 'payment'
  | 'additionalfee'
  | 'redeem'
  | 'generatecoupon'
  | 'refundrequest'
  | 'sign';

export interface OrderTransition {
  /** Row of the table in D-ORD-04. */
  readonly id: string;
  readonly event: OrderEvent;
  /** null: the order does not exist yet. */
  readonly from: OrderStatus | null;
  readonly to: OrderStatus;
  /** Permission path. */
  readonly permission: string;
}

const row = (
  id: string,
  event: OrderEvent,
  permission: string,
  ...steps: readonly (readonly [OrderStatus | null, OrderStatus])[]
): OrderTransition[] => steps.map(([from, to]) => ({ id, event, from, to, permission }));

/** The order machine, O1–O20 (D-ORD-04). Nothing else is possible. */
export const ORDER_TRANSITIONS: readonly OrderTransition[] = [
  ...row('O1', 'new', 'order-add', [null, 1]),
  ...row('O2', 'modify', 'order-edit', [1, 1]),
  ...row('O3', 'edittime', 'order-edit', [1, 1]),
  ...row('O4', 'edittime', 'order-edit', [2, 2]),
  ...row('O5', 'assigncar', 'order-edit', [1, 1]),
  ...row('O6', 'assignstaff', 'order-edit', [1, 1], [2, 2]),
  ...row('O7', 'pickup', 'order-edit', [1, 2]),
  ...row('O8', 'rejectpickup', 'order-enable', [2, 1]),
  ...row('O9', 'renew', 'order-edit', [2, 2]),
  ...row('O10', 'cancelrenew', 'order-enable', [2, 2]),
  ...row('O11', 'return', 'order-edit', [2, 3]),
  ...row('O12', 'rejectreturn', 'order-enable', [3, 2]),
  ...row('O13', 'cancel', 'order-disable', [1, -1]),
  ...row('O14', 'push', 'order-edit', [2, 2], [3, 3]),
  ...row('O15', 'remark', 'order-edit', [1, 1], [2, 2], [3, 3], [-1, -1]),
  ...row('O16', 'payment', 'order-edit', [1, 1], [2, 2], [3, 3]),
  ...row('O16', 'additionalfee', 'order-edit', [1, 1], [2, 2], [3, 3]),
  ...row('O17', 'redeem', 'order-edit', [1, 1]),
  ...row('O18', 'generatecoupon', 'coupon-add', [1, 1], [2, 2], [3, 3]),
  ...row('O19', 'refundrequest', 'refund-add', [1, 1], [2, 2], [3, 3], [-1, -1]),
  ...row('O20', 'sign', 'order-edit', [1, 1], [2, 2]),
];

/** A step that the machine allows, or the reason why not; the state is unchanged then. */
export type Step<Status> =
  { readonly ok: true; readonly to: Status } | { readonly ok: false; readonly refusal: Problem };

/** The row of the table for an event in a state, if there is one. */
export const orderTransition = (from: OrderStatus | null, event: OrderEvent): OrderTransition | undefined =>
  ORDER_TRANSITIONS.find((each) => each.from === from && each.event === event);

/** Where the event leads, by the table alone; guards are asked apart. */
export function nextState(from: OrderStatus | null, event: OrderEvent): Step<OrderStatus> {
  const transition = orderTransition(from, event);
  return transition
    ? { ok: true, to: transition.to }
    : {
        ok: false,
        refusal: problem(
          from === null ? 'order.refusal.state.none' : `order.refusal.state.${from === -1 ? 'cancelled' : from}`,
        ),
      };
}
