import { calls } from '../../calls/index.ts';
import { RENEWAL, nextState, satang, toBaht, totals } from '../../rules/index.ts';
import { defineCommand } from '../database.ts';
import { lockForBooking } from '../availability/index.ts';
import { notice, refusalOf, requireNone, satangOf } from '../problems.ts';
import { instantOf } from '../times.ts';
import { addLines, readLines } from './bill.ts';
import { repriceOrder } from './keepMoney.ts';
import { holdCar } from './book.ts';
import { zoneOf } from './quote.ts';
import { renewalTerms } from './renewalTerms.ts';
import { beginStep } from './step.ts';

/** What a renewal would cost, and who is in the way; money in baht. Refuses only what the machine does not know. */
export const renewQuote = defineCommand(calls.renewQuote, {
  transaction: true,
  async run({ orderId, time }, context) {
    const order = await context.row('order', orderId);
    const step = nextState(order.status, 'renew');
    if (!step.ok) throw refusalOf([step.refusal], context);
    const to = instantOf(time, await zoneOf(context, order), 'time');
    const { charges, conflicts, warnings } = await renewalTerms(context, order, to);
    const { total } = totals([...(await readLines(context.db, order.id)), ...charges.fees], order);
    return {
      fee: toBaht(charges.fee),
      days: charges.days,
      hours: charges.hours,
      fees: charges.fees.map(({ item, amount }) => ({ item, amount: toBaht(amount) })),
      total: toBaht(total),
      conflicts: conflicts.map((each) => ({
        ...notice(each.problem, context),
        kind: each.kind ?? 'rule',
        orderId: each.orderId ?? null,
      })),
      warnings: warnings.map((each) => notice(each, context)),
    };
  },
});

/**
 * Keeps the car out longer (O9): a record, its fee on the bill, the return and the hold moved. Nobody else can book the car meanwhile. The contract
 * stays signed: the renewal is an addition to it with a record of its own.
 */
export const renew = defineCommand(calls.renew, {
  async run({ orderId, time, fee: agreed, remarks = '' }, context) {
    const { order } = await beginStep(context, orderId, 'renew');
    const locked = await lockForBooking(context.db, [], [order.carId], { order });
    const to = instantOf(time, await zoneOf(context, order), 'time');
    const { charges, chargedFrom, conflicts, warnings } = await renewalTerms(
      context,
      order,
      to,
      agreed === undefined ? undefined : satangOf(agreed, 'fee'),
    );
    requireNone(
      conflicts.map((each) => each.problem),
      context,
    );
    const plannedReturnTime = new Date(to);
    const { id } = await context.write.insert('renewal', {
      orderId,
      time: plannedReturnTime,
      previousTime: order.plannedReturnTime,
      chargedFrom: new Date(chargedFrom),
      fee: charges.fee,
      remarks: remarks.trim() || null,
      status: RENEWAL.valid,
      operatorId: context.actor.id,
    });
    const note = { renewalId: id, remark: remarks.trim() || null };
    await addLines(
      context,
      orderId,
      charges.fees.map((line) => ({ ...line, ...note })),
    );
    await repriceOrder(context, order, { plannedReturnTime, rentalDays: charges.days, rentalHours: charges.hours });
    await holdCar(context, { ...order, plannedReturnTime }, { locked });
    return { id, fee: toBaht(satang(charges.fee)), warnings: warnings.map((each) => notice(each, context)) };
  },
});
