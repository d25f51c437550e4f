import type { TaskForm } from '../../calls/index.ts';
import { VEHICLE, ZERO, additionalFeeProblems, satang, subtract } from '../../rules/index.ts';
import type { PriceSnapshot, Satang } from '../../rules/index.ts';
import type { RentalContext } from '../database.ts';
import { soiled } from '../facts/index.ts';
import {
  addLine,
  holdCar,
  keepTask,
  marksOf,
  modelNames,
  modelOverride,
  repriceOrder,
  unsigned,
} from '../order/index.ts';
import { requireNone } from '../problems.ts';
import { sinceOf, text, type Change } from './begin.ts';
import { newPrice } from './terms.ts';

/** The prices that the order has from now on; nothing changes where the price is kept. */
async function priceOf(
  context: RentalContext,
  { form, order, car, time }: Change,
): Promise<{ readonly snapshot?: PriceSnapshot; readonly difference: Satang }> {
  if (form.price !== 'new') return { difference: ZERO };
  const priced = await newPrice(context, order, car!.subModelId, time!);
  if ('problem' in priced) {
    requireNone([priced.problem], context);
    return { difference: ZERO };
  }
  const off = subtract(ZERO, priced.difference);
  if (off > 0) requireNone(additionalFeeProblems('reduce', off, satang(order.total), text(form.priceReason)), context);
  return priced;
}

/** Keeps both handovers and moves both cars (V5, V6): the old one stands at the store, the new one is out. */
async function moveCars(
  context: RentalContext,
  { form, store, old, car, time, taskOut, remark }: Change,
): Promise<void> {
  const at = new Date(time!);
  const isRead = text(form.unread) === '';
  const taskForm = (carId: number, reading: Pick<TaskForm, 'mileage' | 'oil' | 'damagePhotos'>): TaskForm => ({
    id: form.id,
    carId,
    ...reading,
    remark,
  });
  const facts = { storeId: store.id };
  if (isRead)
    await keepTask(
      context,
      'changeback',
      taskForm(old.id, { mileage: form.mileage, oil: form.oil, damagePhotos: form.photos }),
      at,
      {
        ...facts,
        marks: taskOut.damages ?? (await marksOf(context.db, old.id)),
        previousMileage: old.mileage,
        previousStoreId: old.storeId,
        named: { plate: old.plate, ...store.place },
      },
    );
  await keepTask(
    context,
    'changeout',
    taskForm(car!.id, { mileage: form.newMileage, oil: form.newOil, damagePhotos: form.newPhotos }),
    at,
    {
      ...facts,
      marks: await marksOf(context.db, car!.id),
      previousMileage: car!.mileage,
      previousStoreId: car!.storeId,
      named: {
        plate: car!.plate,
        ...store.place,
        ...(await modelNames(context.db, car!.subModelId).executeTakeFirstOrThrow()),
      },
    },
  );
  await context.write.update(
    'vehicle',
    old.id,
    {
      status: VEHICLE.available,
      ...soiled,
      storeId: store.id,
      cityId: store.fees.cityId,
      ...(isRead && { mileage: form.mileage! }),
    },
    { expect: { status: VEHICLE.rented } },
  );
  await context.write.update(
    'vehicle',
    car!.id,
    { status: VEHICLE.rented, mileage: form.newMileage! },
    { expect: { status: VEHICLE.available } },
  );
}

/** Writes the change: its record, the difference on the bill, and the order with its new car, which it holds from now on. */
export async function writeChange(context: RentalContext, change: Change) {
  const { form, order, old, car, store, locked, remark } = change;
  const time = new Date(change.time!);
  const { snapshot, difference } = await priceOf(context, change);
  await moveCars(context, change);
  await context.write.insert('carChange', {
    orderId: order.id,
    carId: old.id,
    newCarId: car!.id,
    since: sinceOf(order),
    time,
    storeId: store.id,
    reason: form.reason,
    remark: remark || null,
    fate: form.fate,
    unread: text(form.unread) || null,
    price: form.price ?? 'kept',
    priceReason: text(form.priceReason) || null,
    difference,
    operatorId: context.actor.id,
  });
  if (difference !== ZERO)
    await addLine(context, order.id, {
      item: difference > 0 ? 'additional' : 'reduction',
      amount: satang(Math.abs(difference)),
      source: 'manual',
      remark: `${old.plate} → ${car!.plate}: ${text(form.priceReason)}`.slice(0, 500),
    });
  const money = await repriceOrder(
    context,
    order,
    {
      carId: car!.id,
      carSince: time,
      ...(snapshot && { priceSnapshot: snapshot }),
      ...modelOverride(order, car!, remark),
      ...unsigned(order),
    },
    { updateTime: form.updateTime },
  );
  await holdCar(context, { ...order, carId: car!.id, carSince: time }, { locked });
  return { ...money, difference };
}
