import { calls } from '../../calls/index.ts';
import { RENEWAL, cancelRenewalGuard, lastCharged, rentalLength } from '../../rules/index.ts';
import { defineCommand } from '../database.ts';
import { lockForBooking } from '../availability/index.ts';
import { requireNone } from '../problems.ts';
import { voidLines } from './bill.ts';
import { repriceOrder } from './keepMoney.ts';
import { holdCar } from './book.ts';
import { snapshotOfOrder, withoutCharged } from './snapshot.ts';
import { beginStep } from './step.ts';

/**
 * Takes the last valid renewal back (O10): its lines are voided and the return is where it was, or nearer where it has been moved nearer since. What
 * was paid for it is a surplus from now on, which may be refunded (D-REF-02).
 */
export const cancelRenewal = defineCommand(calls.cancelRenewal, {
  async run({ id, reason }, context) {
    const renewal = await context.row('renewal', id);
    const { order } = await beginStep(context, renewal.orderId, 'cancelrenew');
    const valid = await context.db
      .selectFrom('renewal')
      .select('id')
      .where('orderId', '=', order.id)
      .where('status', '=', RENEWAL.valid)
      .orderBy('id')
      .execute();
    const refusal = cancelRenewalGuard(
      id,
      valid.map((each) => each.id),
    );
    requireNone(refusal ? [refusal] : [], context);
    const locked = await lockForBooking(context.db, [], [order.carId]);

    await context.write.update(
      'renewal',
      id,
      { status: RENEWAL.cancelled, cancelReason: reason.trim() },
      { expect: { status: RENEWAL.valid } },
    );
    const lines = await context.db
      .selectFrom('orderFee')
      .select('id')
      .where('orderId', '=', order.id)
      .where('renewalId', '=', id)
      .where('voided', '=', 0)
      .execute();
    await voidLines(context, lines);

    const returned = Math.min(renewal.previousTime!.getTime(), order.plannedReturnTime.getTime());
    const plannedReturnTime = new Date(returned);
    const snapshot = withoutCharged(snapshotOfOrder(order));
    const charged = renewal.chargedFrom!.getTime();
    const pickup = order.plannedPickupTime.getTime();
    const { days, hours } = rentalLength(pickup, lastCharged(pickup, charged), snapshot.parameters);
    await repriceOrder(context, order, {
      plannedReturnTime,
      rentalDays: days,
      rentalHours: hours,
      // Charged beyond the planned return when that was moved nearer before (D-ORD-12).
      priceSnapshot: charged > returned ? { ...snapshot, chargedUntil: charged } : snapshot,
    });
    await holdCar(context, { ...order, plannedReturnTime }, { locked });
    return null;
  },
});
