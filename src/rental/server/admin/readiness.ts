import type { Command } from 'forecourt/server';
import { calls } from '../../calls/index.ts';
import { READINESS, readinessProblems, type Readiness } from '../../rules/index.ts';
import { defineCommand, type RentalContext, type VehicleRow } from '../database.ts';
import { cleaned, soiled } from '../facts/index.ts';
import { requireNone } from '../problems.ts';

/** Writes whether the car is washed; who said so first stays. */
async function mark(context: RentalContext, car: VehicleRow, ready: Readiness): Promise<void> {
  if ((car.ready ?? READINESS.ready) === ready) return;
  await context.write.update('vehicle', car.id, ready === READINESS.ready ? cleaned(context) : soiled);
}

const markOne = (call: typeof calls.markReady | typeof calls.markDirty, ready: Readiness): Command =>
  defineCommand(call, {
    async run({ id }, context) {
      const car = await context.row('vehicle', id, { lock: true });
      requireNone(readinessProblems(car), context);
      await mark(context, car, ready);
      return null;
    },
  });

/** Several at once, in the one order; one that has gone out meanwhile is left as it is. */
const markMany = defineCommand(calls.markReadyMany, {
  async run({ ids }, context) {
    let count = 0;
    for (const id of ids.toSorted((a, b) => a - b)) {
      const car = await context.row('vehicle', id, { lock: true });
      if (readinessProblems(car).length > 0) continue;
      await mark(context, car, READINESS.ready);
      count += 1;
    }
    return { count };
  },
});

/** Dirty and ready (D-CAR-19). */
export const readinessCommands: readonly Command[] = [
  markOne(calls.markReady, READINESS.ready),
  markOne(calls.markDirty, READINESS.dirty),
  markMany,
];
