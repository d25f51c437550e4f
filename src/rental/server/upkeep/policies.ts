import { INSURANCE, dateOf, shownPolicy } from '../../rules/index.ts';
import type { InsuranceType } from '../../rules/index.ts';
import type { Hooks, RentalContext, RowOf, VehicleRow } from '../database.ts';
import { zoneOfStore } from '../facts/index.ts';

type Policy = RowOf<'insurance'>;
/** The policy as the form of a vehicle has it. */
type Document = NonNullable<VehicleRow['compulsoryInsurance']>;

/** Where a vehicle shows the policy of each type. */
const SHOWN = [
  [INSURANCE.compulsory, 'compulsoryInsurance'],
  [INSURANCE.commercial, 'commercialInsurance'],
] as const;

const policiesOf = ({ db }: Pick<RentalContext, 'db'>, carId: number): Promise<Policy[]> =>
  db.selectFrom('insurance').selectAll().where('carId', '=', carId).orderBy('id').execute();

const documentOf = ({ company, policyNo, startDate, endDate, image }: Policy): Document => ({
  ...(company !== null && { company }),
  ...(policyNo !== null && { policyNo }),
  ...(startDate !== null && { startDate }),
  endDate,
  ...(image !== null && { image }),
});

const TERMS = ['company', 'policyNo', 'startDate', 'endDate', 'image'] as const;
const isSame = (one: Document | null, other: Document | null): boolean =>
  TERMS.every((name) => (one?.[name] ?? '') === (other?.[name] ?? ''));

/** The policies that the vehicle shows today, by the properties that show them; only those that it does not show yet. */
export async function newlyShown(
  context: RentalContext,
  car: VehicleRow,
  without?: number,
): Promise<Partial<Pick<VehicleRow, 'compulsoryInsurance' | 'commercialInsurance'>>> {
  const policies = (await policiesOf(context, car.id)).filter(({ id }) => id !== without);
  const today = dateOf(context.now, await zoneOfStore(context.db, car.storeId));
  return Object.fromEntries(
    SHOWN.flatMap(([type, field]) => {
      const ofType = policies.filter((each) => each.type === type);
      const shown = shownPolicy(
        ofType.map((each) => ({ ...each, start: each.startDate, end: each.endDate })),
        today,
      );
      const document = shown && documentOf(shown);
      return isSame(document, car[field] ?? null) ? [] : [[field, document]];
    }),
  );
}

/** Lets the vehicle show what it is insured by (D-UPK-05). */
async function show(context: RentalContext, carId: number, without?: number): Promise<void> {
  const car = await context.row('vehicle', carId, { lock: true });
  const changes = await newlyShown(context, car, without);
  if (Object.keys(changes).length > 0) await context.write.update('vehicle', carId, changes);
}

/** Policies, and the vehicle that shows the newest of each type that covers today. */
export const insuranceHooks: Hooks<'insurance'> = {
  async afterSave({ before, after }, context) {
    await show(context, after.carId);
    if (before && before.carId !== after.carId) await show(context, before.carId);
  },
  async beforeDelete({ id, carId }, context) {
    await show(context, carId, id);
  },
};

/**
 * Treats a policy that was typed into the form of its vehicle like any other. The same number corrects a policy,
 * another number is another policy, and an emptied one is gone.
 */
export async function keepTyped(context: RentalContext, car: VehicleRow, before: VehicleRow | null): Promise<void> {
  const typed = SHOWN.filter(([, field]) => !isSame(car[field] ?? null, before?.[field] ?? null));
  if (typed.length === 0) return;
  const stored = before ? await policiesOf(context, car.id) : [];
  for (const [type, field] of typed) {
    const ofType = stored.filter((each) => each.type === type);
    const named = (document: Document | null | undefined) =>
      document?.endDate ? ofType.find(({ policyNo }) => (policyNo ?? '') === (document.policyNo ?? '')) : undefined;
    const typedNow = car[field] ?? null;
    if (typedNow?.endDate) await keepOne(context, { carId: car.id, type }, typedNow, named(typedNow));
    else if (named(before?.[field])) await context.write.delete('insurance', named(before![field])!.id);
  }
  const changes = await newlyShown(context, car);
  if (Object.keys(changes).length > 0) await context.write.update('vehicle', car.id, changes);
}

async function keepOne(
  context: RentalContext,
  of: { readonly carId: number; readonly type: InsuranceType },
  document: Document,
  known: Policy | undefined,
): Promise<void> {
  const values = Object.fromEntries(TERMS.map((name) => [name, document[name] || null]));
  if (known) await context.write.update('insurance', known.id, values);
  else await context.write.insert('insurance', { ...of, ...values });
}

/** Vehicles of an earlier version have their policies in the form only. */
export const POLICIES_OF_FORMS = SHOWN.map(
  ([type, field]) => `
insert into insurance ("carId", type, company, "policyNo", "startDate", "endDate", image)
select v.id, ${type}, (select i.id from institution i where i.id = (d.policy ->> 'company')::bigint), nullif(d.policy ->> 'policyNo', ''),
  nullif(d.policy ->> 'startDate', '')::date, (d.policy ->> 'endDate')::date, nullif(d.policy ->> 'image', '')
from vehicle v cross join lateral (select v."${field}" as policy) d
where nullif(d.policy ->> 'endDate', '') is not null and not exists (select 1 from insurance where "carId" = v.id and type = ${type});`,
).join('\n');
