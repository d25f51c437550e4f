import { calls } from '../../calls/index.ts';
import { ORDER, assignCarGuard, etcGuard, problem } from '../../rules/index.ts';
import type { Instant, Problem, Verdict } from '../../rules/index.ts';
import { defineCommand } from '../database.ts';
import type { OrderRow, RentalContext } from '../database.ts';
import { carRecord, judge, lockForBooking } from '../availability/index.ts';
import type { CarRecord, Wish } from '../availability/index.ts';
import { readParameters } from '../facts/index.ts';
import { notice, requireNone } from '../problems.ts';
import { holdCar } from './book.ts';
import { zoneOf } from './quote.ts';
import { beginStep } from './step.ts';
import { unsigned } from './unsigned.ts';

interface Trip {
  readonly pickup: Instant;
  readonly returned: Instant;
  /** Where the car goes out; the order's own store when missing. */
  readonly storeId?: number;
}

/** What the order asks of the cars for another time than it has, or from another store. */
export async function wishOf(
  context: RentalContext,
  order: OrderRow,
  { pickup, returned, storeId = order.pickupStoreId }: Trip,
): Promise<Wish> {
  const { turnaroundMinutes } = await readParameters(context.db);
  return {
    pickup,
    returned: Math.max(pickup, returned),
    pickupStoreId: storeId,
    returnStoreId: order.returnStoreId,
    order,
    now: context.now,
    timeZone: await zoneOf(context, order),
    turnaroundMinutes,
  };
}

/**
 * Why the car is not free for the order at this time, and what is to be known of it beside, asked as for a booking (D-AVAIL-01, D-AVAIL-02). The car
 * must be locked by the caller.
 */
export async function carVerdictOf(
  context: RentalContext,
  order: OrderRow,
  car: CarRecord | undefined,
  trip: Trip,
): Promise<Verdict> {
  if (!car) return { errors: [problem('car.notFound', {}, 'carId')], warnings: [] };
  const { ofCar, stranded } = await judge(context.db, await wishOf(context, order, trip), { carIds: [car.id] });
  const { reasons, warnings } = ofCar(car);
  return { errors: reasons, warnings: [...warnings, ...stranded({ ...car, carId: car.id })] };
}

/** What stands against giving this car to the order from `pickup` on (O5): not free, or of another model than booked without a remark. */
export async function assignmentVerdict(
  context: RentalContext,
  order: OrderRow,
  car: CarRecord | undefined,
  { pickup, remark }: { readonly pickup: Instant; readonly remark: string },
): Promise<Verdict> {
  const trip = { pickup, returned: order.plannedReturnTime.getTime() };
  const otherModel =
    car && assignCarGuard({ bookedSubModelId: order.subModelId, carSubModelId: car.subModelId, remark });
  const noEtc = car && etcGuard({ wished: order.etc, fitted: car.etc });
  const { errors, warnings } = await carVerdictOf(context, order, car, trip);
  return { errors: [...errors, ...[otherModel, noEtc].filter((each) => !!each)], warnings };
}

/** An order that gives its plate back waits for a car of its model again: there must be one that nobody else was promised. */
async function waitingProblems(context: RentalContext, order: OrderRow): Promise<readonly Problem[]> {
  if (order.carId === null) return [];
  const pool = { storeId: order.pickupStoreId, subModelId: order.subModelId };
  const trip = { pickup: order.plannedPickupTime.getTime(), returned: order.plannedReturnTime.getTime() };
  const { ofModel } = await judge(context.db, await wishOf(context, order, trip), { pools: [pool] });
  return ofModel(pool).available ? [] : [problem('quote.error.noCar', {}, 'carId')];
}

/** The log of an upgrade: why another model than booked. */
export const modelOverride = (
  order: OrderRow,
  car: Pick<CarRecord, 'subModelId'>,
  remark: string,
): Record<string, unknown> =>
  car.subModelId === order.subModelId
    ? {}
    : { overrides: [...(order.overrides ?? []), { kind: 'model', reason: remark }] };

/** Gives the order a plate, another one, or none (O5); says what is to be known of the car although it may be given (D-AVAIL-01, 6). */
export const assignCar = defineCommand(calls.assignCar, {
  async run({ id, carId, remark = '', updateTime }, context) {
    const { order } = await beginStep(context, id, 'assigncar');
    const locked = await lockForBooking(
      context.db,
      [{ storeId: order.pickupStoreId, subModelId: order.subModelId }],
      [carId, order.carId],
      { order },
    );
    let override = {};
    let warnings: readonly Problem[] = [];
    if (carId === null) requireNone(await waitingProblems(context, order), context);
    else {
      const row = locked.get(carId);
      const car = row && carRecord(row);
      const verdict = await assignmentVerdict(context, order, car, {
        pickup: order.plannedPickupTime.getTime(),
        remark,
      });
      requireNone(verdict.errors, context);
      ({ warnings } = verdict);
      override = modelOverride(order, car!, remark);
    }
    await context.write.update(
      'order',
      id,
      { carId, ...override, ...unsigned(order) },
      { expect: { status: ORDER.approved }, updateTime },
    );
    await holdCar(context, { ...order, carId }, { locked });
    return { warnings: warnings.map((each) => notice(each, context)) };
  },
});
