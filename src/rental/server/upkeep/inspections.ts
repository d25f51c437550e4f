import { inspectionProblem, dateOf } from '../../rules/index.ts';
import type { Hooks } from '../database.ts';
import { zoneOfStore } from '../facts/index.ts';
import { requireNone } from '../problems.ts';

/** Inspections: the next date becomes the expiry of the vehicle, the old one stays with the entry (D-UPK-04). */
export const inspectionHooks: Hooks<'annualInspection'> = {
  async beforeSave({ values, before }, context) {
    const carId = values.carId ?? before!.carId;
    const car = await context.row('vehicle', carId, { lock: true });
    const next = values.nextInspectionDate ?? before!.nextInspectionDate;
    const today = dateOf(context.now, await zoneOfStore(context.db, car.storeId));
    const refusal = inspectionProblem({ next, today, moved: before !== null && carId !== before.carId });
    requireNone(refusal ? [refusal] : [], context);
    if (!before) values.expiry = car.inspectionExpiry;
  },
  async afterSave({ after }, context) {
    const newest = await context.db
      .selectFrom('annualInspection')
      .select('id')
      .where('carId', '=', after.carId)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    // A correction of an old entry says nothing of today.
    if (newest?.id === after.id)
      await context.write.update('vehicle', after.carId, { inspectionExpiry: after.nextInspectionDate });
  },
};
