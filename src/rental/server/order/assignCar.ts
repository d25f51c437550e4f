import { defineCommand } from '../../../framework/server/contract.ts';
import { assignCarGuard, problem } from '../../rules/index.ts';
import type { Instant, Problem } from '../../rules/index.ts';
import type { OrderRow, RentalContext, Tables } from '../database.ts';
import { judge, lockForBooking, readCar } from '../availability/index.ts';
import type { CarRecord, Wish } from '../availability/index.ts';
import { readParameters } from '../facts/index.ts';
import { requireNone } from '../problems.ts';
import { holdCar } from './book.ts';
import { zoneOf } from './quote.ts';
import { beginStep } from './step.ts';
import { unsigned } from './unsigned.ts';

interface AssignCarInput {
  readonly id: number;
  /** null gives the plate back; the order then counts against its model again. */
  readonly carId: number | null;
  readonly remark?: string;
}

/**
 * What stands against giving this car to the order for [pickup, planned return) (O5): not free, or of another model than booked without a
 * remark. The car must be locked by the caller.
 */
export async function assignmentProblems(
  context: RentalContext,
  order: OrderRow,
  car: CarRecord | undefined,
  { pickup, remark }: { readonly pickup: Instant; readonly remark: string },
): Promise<readonly Problem[]> {
  if (!car) return [problem('car.notFound', {}, 'carId')];
  const { turnaroundMinutes } = await readParameters(context.db);
  const wish: Wish = {
    pickup,
    returned: Math.max(pickup, order.plannedReturnTime.getTime()),
    pickupStoreId: order.pickupStoreId,
    returnStoreId: order.returnStoreId,
    order,
    now: context.now,
    timeZone: await zoneOf(context, order),
    turnaroundMinutes,
  };
  const verdict = (await judge(context.db, wish, { cars: [car] })).ofCar(car);
  const otherModel = assignCarGuard({ bookedSubModelId: order.subModelId, carSubModelId: car.subModelId, remark });
  return [...verdict.reasons, ...(otherModel ? [otherModel] : [])];
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

/** Gives the order a plate, another one, or none (O5). */
export const assignCar = defineCommand<AssignCarInput, Tables>({
  method: 'POST',
  path: '/order/assigncar',
  permission: 'order-edit',
  input: {
    type: 'object',
    additionalProperties: false,
    required: ['id', 'carId'],
    properties: {
      id: { type: 'integer', minimum: 1 },
      carId: { type: ['integer', 'null'], minimum: 1 },
      remark: { type: 'string', maxLength: 500 },
    },
  },
  log: { module: 'order', action: 'assigncar', object: 'id' },
  success: 'msg.success.update',
  async run({ id, carId, remark = '' }, context) {
    const { order } = await beginStep(context, id, 'assigncar');
    await lockForBooking(
      context.db,
      [{ storeId: order.pickupStoreId, subModelId: order.subModelId }],
      [carId, order.carId],
    );
    let override = {};
    if (carId !== null) {
      const car = await readCar(context.db, carId);
      requireNone(
        await assignmentProblems(context, order, car, { pickup: order.plannedPickupTime.getTime(), remark }),
        context,
      );
      override = modelOverride(order, car!, remark);
    }
    await context.write.update('order', id, { carId, ...override, ...unsigned(order) }, { expect: { status: 1 } });
    await holdCar(context, { ...order, carId });
    return null;
  },
});
