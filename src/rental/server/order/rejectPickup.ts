import { defineCommand } from '../../../framework/server/contract.ts';
import { rejectPickupGuard } from '../../rules/index.ts';
import type { Tables } from '../database.ts';
import { lockForBooking } from '../availability/index.ts';
import { requireNone } from '../problems.ts';
import { holdCar } from './book.ts';
import { beginStep } from './step.ts';
import { liveTask, lockCar, mileageBefore } from './task.ts';

/** Input of the two steps that undo the last task (D-ORD-15). */
export interface RejectInput {
  readonly id: number;
  readonly reason?: string;
}
export const REJECT_INPUT = {
  type: 'object',
  additionalProperties: false,
  required: ['id'],
  properties: { id: { type: 'integer', minimum: 1 }, reason: { type: 'string', maxLength: 500 } },
} as const;

/** Undoes a pickup (O8, V6): the task stays, voided with the reason; the car stands there again with its old mileage. */
export const rejectPickup = defineCommand<RejectInput, Tables>({
  method: 'POST',
  path: '/order/rejectpickup',
  permission: 'order-enable',
  input: REJECT_INPUT,
  log: { module: 'order', action: 'rejectpickup', object: 'id' },
  success: 'msg.success.update',
  async run({ id, reason = '' }, context) {
    const { order, to } = await beginStep(context, id, 'rejectpickup');
    await lockForBooking(context.db, [], [order.carId]);
    const car = (await lockCar(context.db, order.carId!))!;
    const task = await liveTask(context.db, id, 'pickup');
    const renewal = await context.db
      .selectFrom('renewal')
      .select('id')
      .where('orderId', '=', id)
      .where('status', '=', 1)
      .limit(1)
      .executeTakeFirst();
    const hasReturnTask = (await liveTask(context.db, id, 'return')) !== undefined;
    requireNone(rejectPickupGuard({ hasValidRenewal: renewal !== undefined, hasReturnTask, reason }), context);

    if (task) await context.write.update('orderTask', task.id, { voided: 1, reason: reason.trim() });
    await context.write.update(
      'vehicle',
      car.id,
      { status: 1, ...(task && { mileage: mileageBefore(task, car) }) },
      { expect: { status: 2 } },
    );
    await context.write.update('order', id, { status: to, actualPickupTime: null }, { expect: { status: 2 } });
    await holdCar(context, { ...order, actualPickupTime: null });
    return null;
  },
});
