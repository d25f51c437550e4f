import { refuseFields } from 'forecourt/server';
import { calls, type ReturnInput } from '../../calls/index.ts';
import {
  VEHICLE,
  bookedFees,
  citiesSince,
  returnCharges,
  returnGuard,
  satang,
  sumOf,
  toBaht,
} from '../../rules/index.ts';
import type { FeeItem, PriceSnapshot, StoreFees } from '../../rules/index.ts';
import { defineCommand } from '../database.ts';
import type { OrderRow, RentalContext } from '../database.ts';
import { readStores, soiled } from '../facts/index.ts';
import type { StoreFacts } from '../facts/index.ts';
import { release } from '../holds/index.ts';
import { notice, requireNone } from '../problems.ts';
import { addLines, readLines, voidLines } from './bill.ts';
import { repriceOrder } from './keepMoney.ts';
import { chargedUntil, snapshotOfOrder } from './snapshot.ts';
import { marksOf } from './damage.ts';
import { addedBy, chargeReturn, noteCharges } from './returnCharges.ts';
import { beginStep } from './step.ts';
import { keepTask, lockCar, outTask, problemsOf, taskOf, withCar } from './task.ts';

interface Stores {
  readonly pickup: StoreFees;
  readonly actual: StoreFees;
  readonly cityId: number | null;
}

/**
 * Fees of the pickup store and of the store that took the car back, as booked where the snapshot has them (D-PRICE-08, D-PRICE-09). A city that
 * had no fee row then counts as it does today.
 */
function storesOf(
  stores: ReadonlyMap<number, StoreFacts>,
  order: OrderRow,
  snapshot: PriceSnapshot,
  actualId: number,
): Stores {
  const actual = stores.get(actualId);
  if (!actual) throw refuseFields({ returnStoreId: 'msg.unknownRecord' });
  return {
    pickup: citiesSince(snapshot.pickupStore, stores.get(order.pickupStoreId)!.fees),
    actual: bookedFees(snapshot, actualId) ?? actual.fees,
    cityId: actual.fees.cityId,
  };
}

/**
 * Takes the car back (O11, V6): task kept, bill by real time and place, car available where it stands now. Answers baht: what being late,
 * and the real hour and place, changed on the bill, and how it stands now; and warnings, such as a city without a fee.
 */
export async function takeBack(
  context: RentalContext,
  { order, to }: Awaited<ReturnType<typeof beginStep>>,
  form: ReturnInput,
  /** Why nobody can read the car, which then keeps the readings with which it went out (O27). */
  unread?: string,
) {
  const read = await withCar(context, form);
  const car = (await lockCar(context.db, order.carId!))!;
  const storeId = read.returnStoreId ?? order.returnStoreId;
  const { stores: known } = await readStores(context.db, [order.pickupStoreId, storeId]);
  const { timeZone } = known.get(order.pickupStoreId)!;
  const taskOut = await outTask(context.db, order.id);
  const input = unread === undefined ? read : { ...read, mileage: taskOut?.mileage ?? 0, oil: taskOut?.oil ?? 0 };
  const task = taskOf(input, timeZone);
  const pickupMileage = taskOut?.mileage ?? 0;
  const actualPickup = (order.carSince ?? order.actualPickupTime!).getTime();
  const problems = returnGuard({
    task,
    orderCarId: car.id,
    actualPickup,
    pickupMileage,
    now: context.now,
    timeZone,
  });
  requireNone(problemsOf(form, problems), context);

  const snapshot = snapshotOfOrder(order);
  const stores = storesOf(known, order, snapshot, storeId);
  const lines = await readLines(context.db, order.id);
  const charges = returnCharges({
    snapshot: { ...snapshot, pickupStore: stores.pickup },
    pickup: order.plannedPickupTime.getTime(),
    plannedReturn: chargedUntil(order),
    actualReturn: task.time!,
    service: order.service,
    returnStore: stores.actual,
    fees: lines,
  });

  const time = new Date(task.time!);
  const replaced = lines.filter((line) => !line.voided && charges.voids.includes(line.item));
  await voidLines(context, replaced);
  await addLines(context, order.id, charges.fees);
  const { charges: sent, ...handover } = input;
  const marks = taskOut?.damages ?? (await marksOf(context.db, car.id));
  const kept =
    sent &&
    (await chargeReturn(context, order, sent, {
      ...{ time: task.time, mileage: task.mileage, oil: task.oil },
      marks: handover.damages ?? [],
      lastNo: Math.max(0, ...marks.map(({ no }) => no)),
    }));
  await keepTask(context, 'return', handover, time, {
    marks,
    charges: kept,
    ...(unread !== undefined && { unread }),
    previousMileage: car.mileage,
    previousStoreId: car.storeId,
    storeId,
    named: { plate: car.plate, ...known.get(storeId)!.place },
    replacedFeeIds: replaced.map((line) => line.id),
  });
  await context.write.update(
    'vehicle',
    car.id,
    {
      status: VEHICLE.available,
      ...(unread === undefined && { mileage: task.mileage! }),
      ...soiled,
      storeId,
      cityId: stores.cityId,
    },
    { expect: { status: VEHICLE.rented } },
  );
  if (kept) await noteCharges(context, order.id, kept);
  const { total, paid, depositHeld, due, surplus } = await repriceOrder(context, order, {
    status: to,
    actualReturnTime: time,
  });
  await release(context, { kind: 'order', sourceId: order.id });
  const overrun = sumOf(charges.fees, 'rental', 'hourly', 'basicInsurance', 'premiumService', 'vipService');
  const change = (item: FeeItem): number => toBaht(satang(sumOf(charges.fees, item) - sumOf(replaced, item)));
  const answer = {
    charges: toBaht(satang((kept ?? []).reduce((sum, each) => sum + addedBy(each), 0))),
    paid: toBaht(paid),
    held: toBaht(depositHeld),
    overrun: toBaht(overrun),
    nightReturn: change('nightReturn'),
    differentCity: change('differentCity'),
    total: toBaht(total),
    due: toBaht(due),
    surplus: toBaht(surplus),
    warnings: charges.warnings.map((each) => notice(each, context)),
  };
  return { answer, time, timeZone: known.get(storeId)!.timeZone };
}

export const returnCar = defineCommand(calls.returnCar, {
  async run(form, context) {
    const { answer } = await takeBack(context, await beginStep(context, form.id, 'return'), form);
    return answer;
  },
});
