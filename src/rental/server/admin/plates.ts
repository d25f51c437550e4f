import { refuse } from 'forecourt/server';
import { calls } from '../../calls/index.ts';
import {
  formerPlatesOf,
  messageKey,
  nextVehicleState,
  plateChangeProblems,
  plateTakenProblem,
  toWallClock,
  type Instant,
} from '../../rules/index.ts';
import { defineCommand, type RentalContext } from '../database.ts';
import { spansOfPlate, zoneOfStore } from '../facts/index.ts';
import { requireNone } from '../problems.ts';
import { instantOf, wireTime } from '../times.ts';

/** Until when another car had the plate at the latest; null where none had it before. */
async function takenUntil(context: RentalContext, plate: string, carId: number): Promise<Instant | null> {
  const spans = await spansOfPlate(context.db, plate);
  const ends = spans.flatMap((span) => (span.carId === carId || span.until === null ? [] : [span.until]));
  return ends.length === 0 ? null : Math.max(...ends);
}

/** Whether another car has or had the plate: then the new holder has it from its entry on, and not ever since. */
export async function wasOnOther(context: RentalContext, plate: string, carId: number | null): Promise<boolean> {
  const spans = await spansOfPlate(context.db, plate);
  return spans.some((span) => span.carId !== carId);
}

/**
 * Gives a car another plate from a moment on (D-CAR-17), also while it is rented or promised. The plate before is kept with its dates. The same moment
 * again corrects the plate of that change.
 */
export const changePlate = defineCommand(calls.changePlate, {
  async run({ id, plate: typed, plateFrom, remark }, context) {
    const car = await context.row('vehicle', id, { lock: true });
    const next = nextVehicleState(car.status, 'edit');
    if (!next.ok)
      throw refuse('msg.operation.failed', { reason: context.t(messageKey(next.refusal.code), next.refusal.params) });
    const plate = typed.trim();
    const zone = await zoneOfStore(context.db, car.storeId);
    const from = plateFrom === undefined ? context.now : instantOf(plateFrom, zone, 'plateFrom');
    const currentFrom = car.plateFrom?.getTime() ?? null;
    const since = wireTime(car.plateFrom, zone);
    const facts = { plate, current: car.plate, from, now: context.now, currentFrom, since };
    requireNone(plateChangeProblems(facts), context);
    const isCorrection = from === currentFrom;
    await context.write.update('vehicle', id, {
      plate,
      plateFrom: new Date(from),
      ...(!isCorrection && { formerPlates: formerPlatesOf([car.plate, ...(car.formerPlates?.split(', ') ?? [])]) }),
    });
    if (!isCorrection)
      await context.write.insert('carPlate', {
        carId: id,
        plate: car.plate,
        validFrom: car.plateFrom,
        validUntil: new Date(from),
        reason: remark,
        operatorId: context.actor.id,
      });
    // Read once the plate is this car's: somebody who gives it away at the same time has done so by now.
    const until = await takenUntil(context, plate, id);
    requireNone(until !== null && until > from ? [plateTakenProblem(toWallClock(until, zone))] : [], context);
    await context.write.note('vehicle', id, { event: 'plate', detail: { remark } });
    return null;
  },
});
