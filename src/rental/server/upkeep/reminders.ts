import type { AnnualInspection, Insurance, Maintenance } from '../../../../schemas/types.generated.ts';
import { calls } from '../../calls/index.ts';
import { knownMileage, mileageProblem } from '../../rules/index.ts';
import { defineCommand } from '../database.ts';
import type { RentalContext, Tables } from '../database.ts';
import { requireNone } from '../problems.ts';
import { askOfReading } from './readings.ts';
import { saveEach } from './saveEach.ts';

/** Everything of one car in the words of its own list; an unknown car is not found (D-CAR-14). */
async function historyOf<R>(
  context: RentalContext,
  resource: keyof Tables & string,
  carId: number,
): Promise<readonly R[]> {
  await context.row('vehicle', carId);
  return context.list<R>(resource, { carId: String(carId) });
}

/** Sets what the speedometer shows, and when the next maintenance is due (D-UPK-02). */
export const saveMileage = defineCommand(calls.saveMileage, {
  async run({ carId, mileage, remark = '', confirmed, ...next }, context) {
    const car = await context.row('vehicle', carId, { lock: true });
    const refusal = mileageProblem({
      mileage,
      known: knownMileage(car),
      reason: remark,
    });
    requireNone(refusal ? [refusal] : [], context);
    if (confirmed !== 1) requireNone(await askOfReading(context, car, mileage), context);
    await context.write.update('vehicle', carId, { mileage, ...next });
    if (remark.trim() !== '')
      await context.write.note('vehicle', carId, {
        event: 'mileage',
        detail: { remark: remark.trim() },
      });
    return null;
  },
});

export const maintenanceHistory = defineCommand(calls.maintenanceHistory, {
  run: ({ carId }, context) => historyOf<Maintenance>(context, 'maintenance', carId),
});

export const insuranceHistory = defineCommand(calls.insuranceHistory, {
  run: ({ carId }, context) => historyOf<Insurance>(context, 'insurance', carId),
});

export const inspectionHistory = defineCommand(calls.inspectionHistory, {
  run: ({ carId }, context) => historyOf<AnnualInspection>(context, 'annualInspection', carId),
});

export const insureMany = defineCommand(calls.insureMany, {
  run: ({ ids, ...values }, context) => saveEach(context, 'insurance', ids, values),
});

export const inspectMany = defineCommand(calls.inspectMany, {
  run: ({ ids, ...values }, context) => saveEach(context, 'annualInspection', ids, values),
});
