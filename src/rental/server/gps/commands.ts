import { failureSentence } from 'forecourt/locale';
import { notFound, Refusal, refuseFields } from 'forecourt/server';
import { calls } from '../../calls/index.ts';
import { VEHICLE, boundProblem, carTakenProblem, goneProblem, notBoundProblem } from '../../rules/index.ts';
import { defineCommand, type RentalContext, type VehicleRow } from '../database.ts';
import { requireNone } from '../problems.ts';
import type { SyncResult } from './sync.ts';

/** Asks the provider for its devices now. A provider that does not answer is a refusal with its reason; the background goes on trying. */
export const syncDevices = defineCommand(calls.syncDevices, {
  run: () => Promise.resolve({ added: 0, updated: 0, total: 0, provider: 'builtIn' as const }),
  async afterCommit(_answer, { work }) {
    const { error, ...told } = (await work('gps', 'pressed')) as SyncResult;
    if (error !== null) {
      const { key, params } = failureSentence(error);
      throw new Refusal('msg.gps.syncFailed', { params: { ...params, reason: key } });
    }
    return told;
  },
  said: ({ provider, ...counts }, t) => t(`msg.gps.synced.${provider}`, counts),
});

/** Saves the one row of the settings. */
export const saveGpsSettings = defineCommand(calls.saveGpsSettings, {
  async run(input, context) {
    await context.save('gpsSetting', input);
    return null;
  },
});

const NOTHING_KNOWN = { positionTime: null, latitude: null, longitude: null, speed: null, mileage: null };

/** The car of a binding, locked; the device is locked after it. */
async function lockCar(context: RentalContext, id: number): Promise<VehicleRow> {
  const car = await context.db
    .selectFrom('vehicle')
    .selectAll()
    .where('id', '=', id)
    .where(context.inScope('vehicle', 'vehicle'))
    .forUpdate()
    .executeTakeFirst();
  if (!car) throw refuseFields({ carId: 'msg.car.notFound' });
  return car;
}

/** One device a car, one car a device. What the device has counted so far is not the car's. */
export const bindDevice = defineCommand(calls.bindDevice, {
  async run({ id, carId }, context) {
    // A device that is bound to nothing belongs to no store: who may bind sees it by this.
    const found = context.db.selectFrom('gpsDevice').select(['id', 'carId']).where('id', '=', id);
    const seen = await found.executeTakeFirst();
    if (!seen) throw notFound();
    if (seen.carId !== null) await context.row('gpsDevice', id);
    const car = await lockCar(context, carId);
    requireNone(car.status === VEHICLE.sold || car.status === VEHICLE.totalLoss ? [goneProblem()] : [], context);
    const device = await found.forUpdate().executeTakeFirst();
    if (!device) throw notFound();
    requireNone(device.carId === null ? [] : [boundProblem()], context);
    const other = await context.db
      .selectFrom('gpsDevice')
      .select('deviceNo')
      .where('carId', '=', carId)
      .executeTakeFirst();
    requireNone(other ? [carTakenProblem(other.deviceNo)] : [], context);
    await context.write.update('gpsDevice', id, { carId, ...NOTHING_KNOWN }, { expect: { carId: null } });
    return null;
  },
});

export const unbindDevice = defineCommand(calls.unbindDevice, {
  async run({ id }, context) {
    const device = await context.row('gpsDevice', id, { lock: true });
    requireNone(device.carId === null ? [notBoundProblem()] : [], context);
    await context.write.update('gpsDevice', id, { carId: null }, { expect: { carId: device.carId } });
    return null;
  },
});

/** A car that leaves the fleet gives its device back (V9, V10). The car is locked by the caller. */
export async function unbindCar(context: RentalContext, carId: number): Promise<void> {
  const device = await context.db.selectFrom('gpsDevice').select('id').where('carId', '=', carId).executeTakeFirst();
  if (device) await context.write.update('gpsDevice', device.id, { carId: null });
}
