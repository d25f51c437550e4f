import { calls } from '../../calls/index.ts';
import { ORDER, RENEWAL, VEHICLE, rejectPickupGuard, wasChanged } from '../../rules/index.ts';
import { defineCommand } from '../database.ts';
import type { OrderRow } from '../database.ts';
import { carRecord, lockForBooking } from '../availability/index.ts';
import { requireNone } from '../problems.ts';
import { carVerdictOf } from './assignCar.ts';
import { holdCar } from './book.ts';
import { chargedUntil } from './snapshot.ts';
import { beginStep } from './step.ts';
import { liveTask, mileageBefore } from './task.ts';

/** Undoes a pickup (O8, V6): the task stays, voided with the reason; the car stands there again with its old mileage. */
export const rejectPickup = defineCommand(calls.rejectPickup, {
  async run({ id, reason = '' }, context) {
    const { order, to } = await beginStep(context, id, 'rejectpickup');
    const locked = await lockForBooking(context.db, [], [order.carId], { order });
    const car = locked.get(order.carId!)!;
    const task = await liveTask(context.db, id, 'pickup');
    const renewal = await context.db
      .selectFrom('renewal')
      .select('id')
      .where('orderId', '=', id)
      .where('status', '=', RENEWAL.valid)
      .limit(1)
      .executeTakeFirst();
    const hasReturnTask = (await liveTask(context.db, id, 'return')) !== undefined;
    requireNone(
      rejectPickupGuard({
        hasValidRenewal: renewal !== undefined,
        hasReturnTask,
        hasChange: wasChanged(order),
        reason,
      }),
      context,
    );

    const plannedReturnTime = returnAfterwards(order);
    if (plannedReturnTime > order.plannedReturnTime) {
      const trip = { pickup: order.plannedPickupTime.getTime(), returned: plannedReturnTime.getTime() };
      requireNone((await carVerdictOf(context, order, carRecord(car), trip)).errors, context);
    }

    if (task) await context.write.update('orderTask', task.id, { voided: 1, reason: reason.trim() });
    await context.write.update(
      'vehicle',
      car.id,
      { status: VEHICLE.available, ...(task && { mileage: mileageBefore(task, car) }) },
      { expect: { status: VEHICLE.rented } },
    );
    await context.write.update(
      'order',
      id,
      { status: to, actualPickupTime: null, plannedReturnTime },
      { expect: { status: ORDER.pickedUp } },
    );
    await holdCar(context, { ...order, actualPickupTime: null, plannedReturnTime }, { locked });
    return null;
  },
});

/**
 * The return that the order has without its pickup. One that was moved to before the planned pickup, while an early car was out, is none:
 * it is back where the renter has paid for.
 */
const returnAfterwards = (order: OrderRow): Date =>
  order.plannedReturnTime > order.plannedPickupTime ? order.plannedReturnTime : new Date(chargedUntil(order));
