import { ORDER, knownMileage, readingQuestions } from '../../rules/index.ts';
import type { Problem } from '../../rules/index.ts';
import { readHolds } from '../availability/index.ts';
import type { RentalContext, VehicleRow } from '../database.ts';

/** What is to be asked before this reading of a car is believed, in km; null: nothing was read (D-CAR-20). */
export async function askOfReading(
  context: RentalContext,
  car: VehicleRow,
  mileage: number | null,
): Promise<readonly Problem[]> {
  if (mileage === null) return [];
  const { orders } = await readHolds(context, car.id);
  const out = orders.find(({ status }) => status === ORDER.pickedUp);
  return readingQuestions({
    mileage,
    known: knownMileage(car),
    outSince: out?.actualPickup ?? null,
    now: context.now,
  });
}
