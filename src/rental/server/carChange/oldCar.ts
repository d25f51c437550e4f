import { VEHICLE, inTheWayOfWork, openOrdersGuard } from '../../rules/index.ts';
import type { CarFate, CarChangeReason } from '../../rules/index.ts';
import { readHolds } from '../availability/index.ts';
import type { RentalContext } from '../database.ts';
import { unbindCar } from '../gps/index.ts';
import { requireNone } from '../problems.ts';
import { closePlans, closeStorage, lockPlansOf, lockStorageOf, openOrdersOf } from '../stock/index.ts';
import { instantOf, wireTime } from '../times.ts';

/** What a total loss needs beside the change: the key of those who write cars off, and its yard and plans locked before the car (V10). */
export async function beginFate(context: RentalContext, fate: CarFate, carId: number): Promise<void> {
  if (fate !== 'totalLoss') return;
  context.require('car-disable');
  await lockStorageOf(context, carId);
  await lockPlansOf(context, carId);
}

interface GivenBack {
  readonly carId: number;
  readonly time: Date;
  /** Zone of the store where the car is now. */
  readonly timeZone: string;
  /** In km; null: nobody could read it. */
  readonly mileage: number | null;
  readonly orderNo: string;
  /** null: the rental ended with it. */
  readonly reason: CarChangeReason | null;
  readonly remark: string;
  /** Wall clock of that store; empty: open. */
  readonly shopUntil: string;
}

/**
 * The car is in the shop from now on, with a work order of its own (M1). Refuses where the car is promised meanwhile: a change of car takes it from no
 * other order.
 */
async function sendToShop(context: RentalContext, car: GivenBack): Promise<number> {
  const end = car.shopUntil === '' ? null : instantOf(car.shopUntil, car.timeZone, 'shopUntil');
  const { orders } = await readHolds(context, car.carId);
  const { now } = context;
  const { timeZone } = car;
  requireNone(inTheWayOfWork({ start: car.time.getTime(), end, orders, now, timeZone }), context);
  const said = [
    car.orderNo,
    car.reason === null ? '' : context.t(`codes.carChangeReason.${car.reason}`),
    car.remark,
  ].filter(Boolean);
  const { id } = await context.save('maintenance', {
    carId: car.carId,
    storageFlag: 1,
    startTime: wireTime(car.time, car.timeZone),
    ...(car.shopUntil !== '' && { endTime: car.shopUntil }),
    ...(car.mileage !== null && { mileage: car.mileage }),
    cost: 0,
    remark: said.join(' · ').slice(0, 500),
    // Nobody can drive it, whoever relies on it.
    confirmed: 1,
  });
  return id;
}

/** The car is gone for good (V10): no open order may need it, its yard, plans and GPS device are given up. */
async function writeOff(context: RentalContext, { carId, orderNo, remark }: GivenBack): Promise<void> {
  requireNone(openOrdersGuard(await openOrdersOf(context, carId), 'fate'), context);
  const said = [orderNo, remark].filter(Boolean).join(' · ');
  await context.write.note('vehicle', carId, { event: 'totalloss', detail: { remark: said } });
  await closeStorage(context, carId);
  await closePlans(context, carId);
  await unbindCar(context, carId);
  await context.write.update(
    'vehicle',
    carId,
    { status: VEHICLE.totalLoss },
    { expect: { status: VEHICLE.available } },
  );
}

/** What becomes of the car that came back (O26). Answers the id of its work order, if there is one. */
export async function settleOldCar(context: RentalContext, fate: CarFate, car: GivenBack): Promise<number | null> {
  if (fate === 'shop') return sendToShop(context, car);
  if (fate === 'totalLoss') await writeOff(context, car);
  return null;
}
