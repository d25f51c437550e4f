import { VEHICLE, knownMileage, tripProblems, tripQuestions } from '../../rules/index.ts';
import { lockForBooking } from '../availability/index.ts';
import type { Hooks, RentalContext, RowOf, VehicleRow } from '../database.ts';
import { cleaned } from '../facts/index.ts';
import { requireNone } from '../problems.ts';
import { readAround } from './around.ts';

type Trip = RowOf<'carTrip'>;

/** Mileage of the car without this trip; one that was read since stays. */
const mileageWithout = (trip: Trip | null, car: VehicleRow): number =>
  trip !== null && car.mileage === trip.endMileage ? (trip.previousMileage ?? 0) : knownMileage(car);

const locked = async (context: RentalContext, carId: number): Promise<VehicleRow | undefined> =>
  (await lockForBooking(context.db, [], [carId])).get(carId);

/** Trips without an order: guarded while nobody hands the car over, and with its mileage moved (D-CAR-20). */
export const tripHooks: Hooks<'carTrip'> = {
  asks: true,
  async beforeSave({ values, before, id, confirmed }, context) {
    const trip = { ...before, ...values } as Trip;
    const car = await locked(context, trip.carId);
    // No such car: the reference is refused by the save itself.
    if (!car) return;
    const carMileage = mileageWithout(before, car);
    const facts = {
      start: trip.startTime.getTime(),
      end: trip.endTime.getTime(),
      startMileage: trip.startMileage,
      endMileage: trip.endMileage,
      now: context.now,
      carMileage,
      ...(await readAround(context, trip, id)),
    };
    requireNone(tripProblems(facts), context);
    if (!confirmed) requireNone(tripQuestions(facts), context);
    Object.assign(values, {
      driverId: trip.driverId ?? context.actor.id,
      previousMileage: carMileage,
      ...(before === null && { storeId: car.storeId }),
    });
    const isWashed = trip.purpose === 'wash' && before?.purpose !== 'wash' && facts.after === null;
    await context.write.update('vehicle', car.id, {
      mileage: Math.max(carMileage, trip.endMileage),
      ...(isWashed && car.status !== VEHICLE.rented && cleaned(context)),
    });
  },
  async beforeDelete(before, context) {
    const car = await locked(context, before.carId);
    if (car) await context.write.update('vehicle', car.id, { mileage: mileageWithout(before, car) });
  },
};
