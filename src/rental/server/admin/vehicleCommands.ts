import { sql } from 'kysely';
import type { Call, NOTHING, Typed } from 'forecourt/calls';
import { refuse, type Command, type Row } from 'forecourt/server';
import { calls } from '../../calls/index.ts';
import {
  AUDIT,
  PRICE,
  VEHICLE,
  auditGuard,
  changeOwnerGuard,
  listGuard,
  messageKey,
  nextVehicleState,
  openOrdersGuard,
  coveredUntil,
  dateOf,
  type VehicleEvent,
  type VehicleStatus,
} from '../../rules/index.ts';
import { defineCommand, type RentalContext, type VehicleRow } from '../database.ts';
import { askOfLeaving, lockForTaking, readHolds } from '../availability/index.ts';
import { zoneOfStore } from '../facts/index.ts';
import { unbindCar } from '../gps/index.ts';
import { requireNone } from '../problems.ts';
import { closePlans, closeStorage, dispatchTo, lockPlansOf, lockStorageOf, openOrdersOf } from '../stock/index.ts';
import { changePlate } from './plates.ts';

/** The car locked for a step, and where the step leads; refused when the machine does not allow it (D-CAR-03). */
async function step(
  context: RentalContext,
  id: number,
  event: VehicleEvent,
): Promise<{ car: VehicleRow; to: VehicleStatus }> {
  const car = await context.row('vehicle', id, { lock: true });
  const next = nextVehicleState(car.status, event);
  if (!next.ok)
    throw refuse('msg.operation.failed', {
      reason: context.t(messageKey(next.refusal.code), next.refusal.params),
    });
  return { car, to: next.to ?? car.status };
}

/** Today at the car's store, and the last day of its compulsory cover. */
async function dates(
  context: RentalContext,
  car: VehicleRow,
): Promise<{ today: string; compulsoryEnd: string | null }> {
  const today = dateOf(context.now, await zoneOfStore(context.db, car.storeId));
  const { policies } = await readHolds(context, car.id);
  return { today, compulsoryEnd: coveredUntil(policies, today) };
}

type StepCall<I extends { readonly id: number }> = Call<'POST', string, Typed<I>, typeof NOTHING>;

/**
 * A command that moves one vehicle along its machine. `values` asks the guards, and answers what else changes beside the status; `first` locks what
 * is locked before cars.
 */
const vehicleStep = <I extends { readonly id: number }>(
  call: StepCall<I>,
  event: VehicleEvent,
  values: (car: VehicleRow, input: I, context: RentalContext) => Promise<Row>,
  first: (context: RentalContext, input: I) => Promise<unknown> = async () => undefined,
): Command =>
  defineCommand(call, {
    async run(input, context) {
      await first(context, input);
      const { car, to } = await step(context, input.id, event);
      const changes = await values(car, input, context);
      await context.write.update('vehicle', car.id, { ...changes, status: to }, { expect: { status: car.status } });
      return null;
    },
  });

const audit = vehicleStep(calls.auditCar, 'audit', async (car, _input, context) => {
  requireNone(auditGuard({ ...car, ...(await dates(context, car)) }), context);
  return { auditStatus: AUDIT.passed };
});

const online = vehicleStep(calls.listCar, 'list', async (car, _input, context) => {
  const { rows } = await sql<{ updateTime: Date }>`
      select "updateTime" from price where "storeId" = ${car.storeId} and "subModelId" = ${car.subModelId} and status = ${PRICE.enabled}
    `.execute(context.db);
  const price = rows[0];
  const moved = car.dispatchTime;
  requireNone(
    listGuard({
      auditStatus: car.auditStatus,
      priced: price !== undefined,
      priceConfirmed: !moved || (price !== undefined && price.updateTime > moved),
      inspectionExpiry: car.inspectionExpiry,
      ...(await dates(context, car)),
    }),
    context,
  );
  return {};
});

/** Whoever books the model waits for a car that leaves, and the other way round (D-CAR-18). */
const lockPromises = (
  context: RentalContext,
  { id, confirmed }: { readonly id: number; readonly confirmed?: 0 | 1 },
): Promise<unknown> => lockForTaking(context, [id], confirmed === 1);

const offline = vehicleStep(
  calls.delistCar,
  'delist',
  async (car, { confirmed }, context) => {
    requireNone(openOrdersGuard(await openOrdersOf(context, car.id)), context);
    await askOfLeaving(context, car, confirmed);
    return {};
  },
  lockPromises,
);

const dispatch = vehicleStep(
  calls.dispatchCar,
  'dispatch',
  async (car, { storeId, remark, confirmed }, context) => {
    const moved = await dispatchTo(context, car, {
      storeId,
      isPlanned: false,
      confirmed,
    });
    if (remark)
      await context.write.note('vehicle', car.id, {
        event: 'dispatch',
        detail: { remark },
      });
    return moved;
  },
  lockPromises,
);

const leave = (call: typeof calls.sellCar | typeof calls.writeOffCar, event: 'sold' | 'totalloss'): Command =>
  vehicleStep(
    call,
    event,
    async (car, { remark, confirmed }, context) => {
      requireNone(openOrdersGuard(await openOrdersOf(context, car.id)), context);
      await askOfLeaving(context, car, confirmed);
      if (remark)
        await context.write.note('vehicle', car.id, {
          event,
          detail: { remark },
        });
      await closeStorage(context, car.id);
      await closePlans(context, car.id);
      await unbindCar(context, car.id);
      return {};
    },
    async (context, input) => {
      await lockStorageOf(context, input.id);
      await lockPlansOf(context, input.id);
      await lockPromises(context, input);
    },
  );

const changeOwner = vehicleStep(
  calls.changeOwner,
  'changeowner',
  async (_car, { ownerType, institutionId }, context) => {
    requireNone(changeOwnerGuard({ ownerType, institutionId }), context);
    await context.row('institution', institutionId);
    await context.requireFit('vehicle', { institutionId });
    return { ownerType, institutionId };
  },
);

/** What a copy does not take over (V1). */
const NOT_COPIED = [
  'id',
  'createTime',
  'updateTime',
  'mileage',
  'nextMaintenanceMileage',
  'licenceNo',
  'registerDate',
  'inspectionExpiry',
  'roadTaxExpiry',
  'usageCharacter',
  'licenceFront',
  'licenceBack',
  'compulsoryInsurance',
  'commercialInsurance',
  'images',
  'auditStatus',
  'status',
  'dispatchTime',
  'ready',
  'readyTime',
  'readyUserId',
  'holdVersion',
  'plateFrom',
  'formerPlates',
];

/** Copies a vehicle under a new identity; insurance and licence data must be filled in afterwards (V1). */
const copy = defineCommand(calls.copyCar, {
  async run({ id, ...identity }, context) {
    const car = await context.row('vehicle', id);
    const values = Object.fromEntries(Object.entries(car).filter(([field]) => !NOT_COPIED.includes(field)));
    const made = await context.write.insert('vehicle', {
      ...values,
      ...identity,
      status: VEHICLE.pending,
      auditStatus: AUDIT.pending,
    });
    return { id: made.id };
  },
});

/** Everything that ever changed on the vehicle, newest first. */
const log = defineCommand(calls.carLog, {
  async run({ id }, context) {
    await context.row('vehicle', id);
    return context.history('vehicle', id);
  },
});

export const vehicleCommands: readonly Command[] = [
  audit,
  online,
  offline,
  dispatch,
  leave(calls.sellCar, 'sold'),
  leave(calls.writeOffCar, 'totalloss'),
  changeOwner,
  changePlate,
  copy,
  log,
];
