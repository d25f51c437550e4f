import { calls } from '../../calls/index.ts';
import { endWithoutCarProblems } from '../../rules/index.ts';
import { lockForBooking } from '../availability/index.ts';
import { defineCommand } from '../database.ts';
import { beginStep, takeBack } from '../order/index.ts';
import { requireNone } from '../problems.ts';
import { text } from './begin.ts';
import { beginFate, settleOldCar } from './oldCar.ts';

/**
 * Ends a rental whose car nobody can read (O27): burnt, stolen, or towed away. As a return, but for mileage and fuel; the car goes to the shop or leaves the
 * fleet with it.
 */
export const endWithoutCar = defineCommand(calls.endWithoutCar, {
  async run({ fate, unread, shopUntil, ...form }, context) {
    const begun = await beginStep(context, form.id, 'endwithoutcar');
    const { order } = begun;
    const { plate } = await context.db
      .selectFrom('vehicle')
      .select('plate')
      .where('id', '=', order.carId!)
      .executeTakeFirstOrThrow();
    const facts = { carId: form.carId, orderCarId: order.carId!, orderPlate: plate, unread: text(unread), fate };
    requireNone(endWithoutCarProblems(facts), context);
    await beginFate(context, fate, order.carId!);
    // The work order locks prices before the car, so they are locked before the return locks the car.
    await lockForBooking(context.db, [], [order.carId], { order });
    const { answer, time, timeZone } = await takeBack(context, begun, form, text(unread));
    const workOrderId = await settleOldCar(context, fate, {
      ...{ carId: order.carId!, time, timeZone, mileage: null, orderNo: order.orderNo ?? '' },
      ...{ reason: null, remark: text(unread), shopUntil: text(shopUntil) },
    });
    const { total, due, held, warnings } = answer;
    return { total, due, held, workOrderId, warnings };
  },
});
