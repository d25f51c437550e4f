import type { Row } from 'forecourt/server';
import { dailyHoursProblem, otherCityProblem, problem, type Problem } from '../../rules/index.ts';
import type { Hooks } from '../database.ts';
import { requireNone } from '../problems.ts';

const POINT = 1;

/** Hours with both ends, a place with both coordinates (D-ADM-07). */
function pointProblems(row: Row): readonly (Problem | null)[] {
  const [latitude, longitude] = [row['latitude'] ?? null, row['longitude'] ?? null];
  const half = (latitude === null) === (longitude === null) ? null : latitude === null ? 'latitude' : 'longitude';
  return [
    dailyHoursProblem(row as { startTime?: string; endTime?: string }),
    half && problem('field.required', {}, half),
  ];
}

/** Delivery points, and fees of a return in another city: not the city in which the store is itself (D-ADM-07). */
export const deliveryFeeHooks: Hooks<'deliveryFee'> = {
  async beforeSave({ values, before }, context) {
    const row: Row = { ...before, ...values };
    if (row['kind'] === POINT) {
      requireNone(
        pointProblems(row).filter((one) => one !== null),
        context,
      );
      return;
    }
    const store = await context.db
      .selectFrom('store')
      .select('cityId')
      .where('id', '=', row['storeId'] as number)
      .executeTakeFirst();
    const wrong = store ? otherCityProblem(store.cityId, row['cityId'] as number) : null;
    if (wrong) requireNone([wrong], context);
  },
};
