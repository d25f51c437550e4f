import { forbidden } from '../../../framework/server/errors.ts';
import type { Actor } from '../../../framework/server/contract.ts';
import { nextState } from '../../rules/index.ts';
import type { OrderEvent, OrderStatus } from '../../rules/index.ts';
import type { OrderRow, RentalContext } from '../database.ts';
import { refusalOf } from '../problems.ts';
import { taskTypeOf } from '../taskType.ts';

/**
 * Delivery staff bring cars out and let the renter sign at the door (D-ORD-21), pickup staff bring them back; both may leave a remark, and
 * nothing else (D-PERM-09).
 */
const TASKS: Readonly<Record<number, readonly OrderEvent[]>> = {
  1: ['pickup', 'sign', 'remark'],
  2: ['return', 'remark'],
};

/** Whether staff with a task type may do this at all; the others may what their keys say. */
export const isTask = (actor: Pick<Actor, 'facts'>, event: OrderEvent): boolean => {
  const taskType = taskTypeOf(actor);
  return taskType === null || (TASKS[taskType] ?? []).includes(event);
};

/** Whether this order is the task of the actor: brought out by its delivery staff, taken back by its pickup staff. */
export function isOwnTask(
  actor: Pick<Actor, 'id' | 'facts'>,
  order: Pick<OrderRow, 'deliveryStaffId' | 'pickupStaffId'>,
  event: OrderEvent,
): boolean {
  if (taskTypeOf(actor) === null) return true;
  if (!isTask(actor, event)) return false;
  if (event === 'pickup' || event === 'sign') return order.deliveryStaffId === actor.id;
  if (event === 'return') return order.pickupStaffId === actor.id;
  return true;
}

/**
 * The order locked for a step, and the state that the step leads to (D-ORD-04). Refuses what the machine does not know with the reason,
 * and with HTTP 403 what is not the task of the actor.
 */
export async function beginStep(
  context: RentalContext,
  id: number,
  event: OrderEvent,
): Promise<{ readonly order: OrderRow; readonly to: OrderStatus }> {
  const order = (await context.row('order', id, { lock: true })) as unknown as OrderRow;
  if (!isOwnTask(context.actor, order, event)) throw forbidden();
  const step = nextState(order.status, event);
  if (!step.ok) throw refusalOf([step.refusal], context);
  return { order, to: step.to };
}
