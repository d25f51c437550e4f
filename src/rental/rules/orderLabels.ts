import { ORDER } from './orderSteps.ts';
import type { OrderStatus } from './orderSteps.ts';
import type { Instant } from './storeTime.ts';
import { REFUND } from './moneyStates.ts';

/** Labels of an order; all are derived, none is stored (D-ORD-02). Texts: code tables of the same names. */
interface OrderLabels {
  /** orderListLabel: first status column of the list. */
  readonly list: 'pendingPayment' | 'paid' | 'inUse' | 'completed' | 'cancelled' | 'refunding' | 'refunded';
  /** orderDetailLabel. */
  readonly detail: 'pendingPickup' | 'inUse' | 'completed' | 'cancelled';
  /** taskStatus; null for cancelled orders. */
  readonly task: 1 | 2 | 3 | null;
  /** Vehicle progress: second status column of the list; null for cancelled orders. */
  readonly progress: 'audited' | 'dispatched' | 'returned' | null;
  /** stockState: the cell of the stock schedule; null for cancelled orders. */
  readonly stock: 'audited' | 'dispatched' | 'returned' | 'overdue' | null;
  /** Past the planned pickup while approved, past the planned return while in use. */
  readonly overdue: boolean;
  /** Mark of an order in use or completed that has an open refund. */
  readonly refundingMark: boolean;
}

export interface OrderLabelFacts {
  readonly status: OrderStatus;
  readonly payStatus: 0 | 1;
  readonly plannedPickup: Instant;
  readonly plannedReturn: Instant;
  readonly now: Instant;
  /** Refund statuses (0 submitted, 1 success, −1 failed) of the order's refunds. */
  readonly refunds: readonly number[];
}

const PROGRESS = { 1: 'audited', 2: 'dispatched', 3: 'returned' } as const;
const DETAIL = { 1: 'pendingPickup', 2: 'inUse', 3: 'completed', [-1]: 'cancelled' } as const;

/** How far the tasks of an order are (taskStatus); null for cancelled orders. */
export const taskStatusOf = (status: OrderStatus): OrderLabels['task'] => (status === ORDER.cancelled ? null : status);

/** Overdue is strict: at the planned minute itself nobody is late. */
const isOverdue = (facts: Pick<OrderLabelFacts, 'status' | 'plannedPickup' | 'plannedReturn' | 'now'>): boolean =>
  (facts.status === ORDER.approved && facts.now > facts.plannedPickup) ||
  (facts.status === ORDER.pickedUp && facts.now > facts.plannedReturn);

/** Derives every label of an order (D-ORD-02). */
export function orderLabels(facts: OrderLabelFacts): OrderLabels {
  const { status } = facts;
  const overdue = isOverdue(facts);
  const progress = status === ORDER.cancelled ? null : PROGRESS[status];
  return {
    list: listLabel(facts),
    detail: DETAIL[status],
    task: taskStatusOf(status),
    progress,
    stock: overdue ? 'overdue' : progress,
    overdue,
    refundingMark: (status === ORDER.pickedUp || status === ORDER.returned) && facts.refunds.includes(REFUND.submitted),
  };
}

function listLabel({ status, payStatus, refunds }: OrderLabelFacts): OrderLabels['list'] {
  if (status === ORDER.approved) return payStatus === 1 ? 'paid' : 'pendingPayment';
  if (status === ORDER.pickedUp) return 'inUse';
  if (status === ORDER.returned) return 'completed';
  if (refunds.includes(0)) return 'refunding';
  return refunds.length > 0 && refunds.every((each) => each === 1) ? 'refunded' : 'cancelled';
}
