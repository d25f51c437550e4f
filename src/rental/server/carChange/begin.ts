import { refuseFields } from 'forecourt/server';
import type { CarChangeInput } from '../../calls/index.ts';
import { carChangeGuard, dateOf, dirtyWarnings, isDirty, problem } from '../../rules/index.ts';
import type { Instant, Problem } from '../../rules/index.ts';
import { carRecord, lockForBooking } from '../availability/index.ts';
import type { OrderRow, RentalContext, RowOf, VehicleRow } from '../database.ts';
import { readStores } from '../facts/index.ts';
import type { StoreFacts } from '../facts/index.ts';
import type { LockedCars } from '../holds/index.ts';
import { beginStep, carVerdictOf, outTask } from '../order/index.ts';
import { requireNone } from '../problems.ts';
import { instantOf } from '../times.ts';
import { beginFate } from './oldCar.ts';
import { readNewCar } from './terms.ts';

/** Everything that a change of car is judged by and written with; both cars are locked. */
export interface Change {
  readonly form: CarChangeInput;
  readonly order: OrderRow;
  /** Where the cars change hands. */
  readonly store: StoreFacts;
  readonly timeZone: string;
  readonly turnaroundMinutes: number;
  readonly locked: LockedCars;
  readonly old: VehicleRow;
  readonly car: VehicleRow | undefined;
  readonly taskOut: RowOf<'orderTask'>;
  readonly time: Instant | null;
  readonly remark: string;
}

export const text = (value: string | undefined): string => value?.trim() ?? '';

/** The store where the cars change hands: one of the order's own, or an open one of the actor's. */
export function storeOf(context: RentalContext, order: OrderRow, store: StoreFacts | undefined): StoreFacts {
  if (!store) throw refuseFields({ storeId: 'msg.unknownRecord' });
  if (store.id === order.pickupStoreId || store.id === order.returnStoreId) return store;
  context.requireScope(store.id);
  requireNone(store.rules.open ? [] : [problem('quote.error.storeClosed', {}, 'storeId')], context);
  return store;
}

/** Reads what the change is about, and locks it in the one order: order, yard and plans of a lost car, prices, cars. */
export async function beginChange(context: RentalContext, form: CarChangeInput): Promise<Change> {
  const { order } = await beginStep(context, form.id, 'changecar');
  const storeId = form.storeId ?? order.pickupStoreId;
  const { parameters, stores } = await readStores(context.db, [order.pickupStoreId, storeId]);
  const { timeZone } = stores.get(order.pickupStoreId)!;
  const store = storeOf(context, order, stores.get(storeId));
  await beginFate(context, form.fate, order.carId!);
  const pool = { storeId, subModelId: order.subModelId };
  const locked = await lockForBooking(context.db, [pool], [form.carId ?? null, order.carId], { order });
  const taskOut = await outTask(context.db, order.id);
  if (!taskOut) throw new Error(`order ${order.id} is out without a handover`);
  return {
    ...{ form, order, store, timeZone, locked, taskOut },
    turnaroundMinutes: parameters.turnaroundMinutes,
    old: locked.get(order.carId!)!,
    car: form.carId === undefined ? undefined : locked.get(form.carId),
    time: form.time ? instantOf(form.time, timeZone, 'time') : null,
    remark: text(form.remark),
  };
}

/** Since when the order has the car that it gives back. */
export const sinceOf = (order: OrderRow): Date => order.carSince ?? order.actualPickupTime!;

/** Refuses what the rules do not allow; answers what is to be known of the new car although it may go. */
export async function judgeChange(context: RentalContext, change: Change): Promise<readonly Problem[]> {
  const { form, order, car, time, timeZone } = change;
  const known =
    car && (await readNewCar(context, car, { today: dateOf(context.now, timeZone), after: time ?? context.now }));
  requireNone(
    carChangeGuard({
      time,
      back: {
        carId: form.oldCarId,
        mileage: form.mileage ?? null,
        oil: form.oil ?? null,
        mileageConfirmed: form.mileageConfirmed === 1,
        unread: text(form.unread),
      },
      out: {
        carId: form.carId ?? null,
        mileage: form.newMileage ?? null,
        oil: form.newOil ?? null,
        mileageConfirmed: form.newMileageConfirmed === 1,
      },
      orderCarId: order.carId!,
      orderPlate: change.old.plate,
      since: sinceOf(order).getTime(),
      outMileage: change.taskOut.mileage,
      car: known?.car ?? null,
      bookedSubModelId: order.subModelId,
      lastBack: known?.lastBack ?? null,
      fate: form.fate,
      remark: change.remark,
      price: form.price ?? 'kept',
      priceReason: text(form.priceReason),
      now: context.now,
      timeZone,
    }),
    context,
  );
  // Whoever comes after the planned return keeps the new car until now.
  const returned = Math.max(order.plannedReturnTime.getTime(), context.now + 1);
  const trip = { pickup: time!, returned, storeId: change.store.id };
  const { errors, warnings } = await carVerdictOf(context, order, carRecord(car!), trip);
  requireNone(errors, context);
  return [...dirtyWarnings({ dirty: isDirty(car!) }), ...warnings];
}
