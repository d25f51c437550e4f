import { calls } from '../../calls/index.ts';
import {
  DEDUCTION,
  REFUND,
  VEHICLE,
  orderSpan,
  overlaps,
  rejectReturnGuard,
  withTurnaround,
  type NamedOrder,
} from '../../rules/index.ts';
import { defineCommand } from '../database.ts';
import type { OrderRow, RentalContext, VehicleRow } from '../database.ts';
import { isPromised, lockForBooking, openOrder, readAvailability, readHolds } from '../availability/index.ts';
import { readParameters } from '../facts/index.ts';
import { requireNone } from '../problems.ts';
import { readLines, voidLines } from './bill.ts';
import { repriceOrder } from './keepMoney.ts';
import { holdCar } from './book.ts';
import { beginStep } from './step.ts';
import { liveTask, mileageBefore } from './task.ts';

const DEPOSITS = ['orderDeposit', 'violationDeposit'] as const;

/** Has deposit money gone back already, or was something taken from a waived one? */
async function depositMoved({ db }: RentalContext, orderId: number): Promise<boolean> {
  const refund = await db
    .selectFrom('refund')
    .select('id')
    .where('orderId', '=', orderId)
    .where('status', '=', REFUND.success)
    .where('feeItem', 'in', DEPOSITS)
    .limit(1)
    .executeTakeFirst();
  const deduction = await db
    .selectFrom('deduction')
    .select('id')
    .where('orderId', '=', orderId)
    .where('status', '=', DEDUCTION.deducted)
    .limit(1)
    .executeTakeFirst();
  const payment = await db
    .selectFrom('payment')
    .select('id')
    .where('orderId', '=', orderId)
    .where('type', '=', 2)
    .where('feeItem', 'in', DEPOSITS)
    .limit(1)
    .executeTakeFirst();
  return [refund, deduction, payment].some((each) => each !== undefined);
}

/** The order that the car was promised to since it came back. */
async function promisedTo(context: RentalContext, order: OrderRow): Promise<NamedOrder | null> {
  const { turnaroundMinutes } = await readParameters(context.db);
  const { orders } = await readHolds(context, order.carId!);
  const spanOf = (each: Parameters<typeof orderSpan>[0]) => {
    const { start, end } = orderSpan(each, context.now);
    return withTurnaround(start, end, turnaroundMinutes);
  };
  const own = spanOf({
    plannedPickup: order.plannedPickupTime.getTime(),
    actualPickup: (order.carSince ?? order.actualPickupTime!).getTime(),
    plannedReturn: order.plannedReturnTime.getTime(),
  });
  return orders.find((each) => overlaps(own, spanOf(each))) ?? null;
}

/** Was the last car of the model, where this one stands since it came back, promised to somebody who waits for a plate? */
async function modelPromised(context: RentalContext, order: OrderRow, car: VehicleRow): Promise<boolean> {
  const { turnaroundMinutes } = await readParameters(context.db);
  const known = await readAvailability(context.db, {
    carIds: [car.id],
    pools: [],
    storeId: null,
    now: context.now,
    order: null,
  });
  return !isPromised(known, car, { now: context.now, turnaroundMinutes }, openOrder(order));
}

/** Undoes a return (O12, V7): the task stays, voided with the reason; bill, car and hold are as before it. */
export const rejectReturn = defineCommand(calls.rejectReturn, {
  async run({ id, reason = '' }, context) {
    const { order, to } = await beginStep(context, id, 'rejectreturn');
    const locked = await lockForBooking(context.db, [], [order.carId], { order });
    const car = locked.get(order.carId!)!;
    const moneyMoved = await depositMoved(context, id);
    requireNone(
      rejectReturnGuard({
        moneyMoved,
        carStatus: car.status,
        colliding: await promisedTo(context, order),
        modelPromised: await modelPromised(context, order, car),
        reason,
      }),
      context,
    );

    const task = (await liveTask(context.db, id, 'return'))!;
    await context.write.update('orderTask', task.id, { voided: 1, reason: reason.trim() });
    const lines = await readLines(context.db, id);
    const charged = (task.charges ?? []).map(({ feeId }) => feeId);
    await voidLines(
      context,
      lines.filter((line) => !line.voided && (line.source === 'overrun' || charged.includes(line.id))),
    );
    const replaced = (task.replacedFeeIds ?? []) as readonly number[];
    await context.write.updateAll('orderFee', replaced, { voided: 0 }, { expect: { voided: 1 } });

    const storeId = task.previousStoreId ?? car.storeId;
    const store = await context.db
      .selectFrom('store')
      .select('cityId')
      .where('id', '=', storeId)
      .executeTakeFirstOrThrow();
    await context.write.update(
      'vehicle',
      car.id,
      { status: VEHICLE.rented, storeId, cityId: store.cityId, mileage: mileageBefore(task, car) },
      { expect: { status: VEHICLE.available } },
    );
    await repriceOrder(context, order, { status: to, actualReturnTime: null });
    await holdCar(context, order, { locked });
    return null;
  },
});
