import { forbidden, type Actor } from 'forecourt/server';
import { nextState, orderStep } from '../../rules/index.ts';
import type { OrderEvent, OrderStatus } from '../../rules/index.ts';
import type { OrderRow, RentalContext } from '../database.ts';
import { refusalOf } from '../problems.ts';
import { taskTypeOf } from '../taskType.ts';

/** Column of the order that names its staff of a task type: delivery staff bring the car out, pickup staff bring it back. */
export const STAFF_COLUMN = { 1: 'deliveryStaffId', 2: 'pickupStaffId' } as const;

/** Whose tasks the actor has; null for everybody who may do what their keys say. */
export const staffOf = (actor: Pick<Actor, 'facts'>): 1 | 2 | null => taskTypeOf(actor) as 1 | 2 | null;

/** Whether staff with a task type may do this at all; the others may what their keys say. */
export const isTask = (actor: Pick<Actor, 'facts'>, event: OrderEvent): boolean => {
  const staff = staffOf(actor);
  return staff === null || orderStep(event).staff?.[staff] !== undefined;
};

/** Whether this order is the task of the actor: brought out by its delivery staff, taken back by its pickup staff. */
export function isOwnTask(
  actor: Pick<Actor, 'id' | 'facts'>,
  order: Pick<OrderRow, 'deliveryStaffId' | 'pickupStaffId'>,
  event: OrderEvent,
): boolean {
  const staff = staffOf(actor);
  if (staff === null) return true;
  const task = orderStep(event).staff?.[staff];
  return task === 'any' || (task === 'own' && order[STAFF_COLUMN[staff]] === actor.id);
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
  const order = await context.row('order', id, { lock: true });
  if (!isOwnTask(context.actor, order, event)) throw forbidden();
  const step = nextState(order.status, event);
  if (!step.ok) throw refusalOf([step.refusal], context);
  return { order, to: step.to };
}
