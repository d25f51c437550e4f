import { calls } from '../../calls/index.ts';
import { nextState, satang, toBaht } from '../../rules/index.ts';
import { carRecord } from '../availability/index.ts';
import { defineCommand } from '../database.ts';
import { readStores } from '../facts/index.ts';
import { carVerdictOf } from '../order/index.ts';
import { notice, refusalOf } from '../problems.ts';
import { instantOf } from '../times.ts';
import { beginChange, judgeChange, storeOf, text } from './begin.ts';
import { settleOldCar } from './oldCar.ts';
import { nextElsewhere, readPools, strandedSince } from './promises.ts';
import { newPrice } from './terms.ts';
import { writeChange } from './write.ts';

/** Goes on with another car (O26, V5, V6): the old one is back, the new one is out, and the order stays the same. All of it or nothing. */
export const changeCar = defineCommand(calls.changeCar, {
  async run(form, context) {
    const change = await beginChange(context, form);
    const { order, old, store } = change;
    const warnings = await judgeChange(context, change);
    const pools = [...new Set([store.id, order.returnStoreId])].map((storeId) => ({
      storeId,
      subModelId: old.subModelId,
    }));
    const before = await readPools(context, pools, change);
    const { total, due, difference } = await writeChange(context, change);
    const workOrderId = await settleOldCar(context, form.fate, {
      carId: old.id,
      time: new Date(change.time!),
      timeZone: store.timeZone,
      mileage: text(form.unread) === '' ? (form.mileage ?? null) : null,
      orderNo: order.orderNo ?? '',
      reason: form.reason,
      remark: change.remark,
      shopUntil: text(form.shopUntil),
    });
    const known = [
      ...warnings,
      ...(form.fate === 'free' ? await nextElsewhere(context, { id: old.id, storeId: store.id }, change) : []),
      ...strandedSince(before, await readPools(context, pools, change), change),
    ];
    return {
      difference: toBaht(difference),
      total: toBaht(total),
      due: toBaht(due),
      workOrderId,
      warnings: known.map((each) => notice(each, context)),
    };
  },
});

/** What the rest of the rental costs more or less with another car, and what stands against that car. Changes nothing. */
export const changeCarQuote = defineCommand(calls.changeCarQuote, {
  transaction: true,
  async run({ id, carId, storeId, time }, context) {
    const order = await context.row('order', id);
    const step = nextState(order.status, 'changecar');
    if (!step.ok) throw refusalOf([step.refusal], context);
    const { stores } = await readStores(context.db, [order.pickupStoreId, storeId ?? null]);
    const { timeZone } = stores.get(order.pickupStoreId)!;
    const store = storeOf(context, order, stores.get(storeId ?? order.pickupStoreId));
    const pickup = time ? instantOf(time, timeZone, 'time') : context.now;
    const returned = Math.max(order.plannedReturnTime.getTime(), context.now + 1);
    const car = await context.db.selectFrom('vehicle').selectAll().where('id', '=', carId).executeTakeFirst();
    const verdict = await carVerdictOf(context, order, car && carRecord(car), { pickup, returned, storeId: store.id });
    const priced = car ? await newPrice(context, order, car.subModelId, pickup) : { problem: null };
    return {
      difference: 'problem' in priced ? null : toBaht(priced.difference),
      total: 'problem' in priced ? null : toBaht(satang(order.total + priced.difference)),
      errors: verdict.errors.map((each) => notice(each, context)),
      warnings: verdict.warnings.map((each) => notice(each, context)),
    };
  },
});
