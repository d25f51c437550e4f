import { sql } from 'kysely';
import { refuse, type Row } from 'forecourt/server';
import { AUDIT, ORDER, VEHICLE, deleteGuard, isSamePlate, resetsAudit } from '../../rules/index.ts';
import type { Hooks, RentalContext } from '../database.ts';
import { requireNone } from '../problems.ts';
import { keepTyped, newlyShown } from '../upkeep/index.ts';
import { requireCatalogue } from './catalogue.ts';
import { wasOnOther } from './plates.ts';

const FINAL: readonly unknown[] = [3, 4];

const changedFields = (values: Row, before: Row): string[] =>
  Object.keys(values).filter(
    (field) => JSON.stringify(values[field] ?? null) !== JSON.stringify(before[field] ?? null),
  );

/** Cities of stores, by store. */
async function citiesOf(
  context: RentalContext,
  storeIds: readonly unknown[],
): Promise<ReadonlyMap<unknown, number | null>> {
  if (storeIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; cityId: number | null }>`
    select id, "cityId" from store where id = any(${[...new Set(storeIds)]}::bigint[])
  `.execute(context.db);
  return new Map(rows.map(({ id, cityId }) => [id, cityId]));
}

/** Vehicles: consistent catalogue, city from the store, identity fixed once listed (V1, V12, V13; D-CAR-15). */
export const vehicleHooks: Hooks<'vehicle'> = {
  async beforeSaveAll(events, context) {
    const records = events.map(({ values, before }): Row => ({ ...before, ...values }));
    await requireCatalogue(context, records);
    const created = events.flatMap(({ values, before }) => (before ? [] : [values['storeId']]));
    const cities = await citiesOf(context, created);
    for (const { values, before } of events) {
      const { plate } = values;
      const isOther = typeof plate === 'string' && (before === null || !isSamePlate(plate, before.plate));
      if (isOther && (await wasOnOther(context, plate, before?.id ?? null)))
        values['plateFrom'] = new Date(context.now);
      if (before === null) {
        values['cityId'] = cities.get(values['storeId']) ?? null;
        continue;
      }
      if (FINAL.includes(before['status']))
        throw refuse('msg.operation.failed', {
          reason: context.t(`rental.vehicle.refusal.state.${String(before['status'])}`),
        });
      if (resetsAudit(changedFields(values, before))) values['auditStatus'] = AUDIT.pending;
    }
  },
  async afterSaveAll(events, context) {
    for (const { before, after } of events) await keepTyped(context, after, before);
  },
  beside: {
    insurance: { resource: 'insurance', by: 'carId' },
    inspections: { resource: 'annualInspection', by: 'carId' },
    currentOrder: { resource: 'order', by: 'carId', where: { status: ORDER.pickedUp }, first: true },
    plates: { resource: 'carPlate', by: 'carId' },
    gps: { resource: 'gpsDevice', by: 'carId', first: true },
  },
  // A renewal begins by itself: the policy of today may be another than the one of the last save.
  info: async (record, context) => ({
    ...record,
    ...(await newlyShown(context, await context.row('vehicle', record['id'] as number))),
  }),
  async beforeDelete(before, context) {
    if (before['status'] !== VEHICLE.pending) throw refuse(`rental.vehicle.refusal.state.${String(before['status'])}`);
    const { rows } = await sql<{ used: boolean }>`
      select exists(select 1 from "order" where "carId" = ${before.id}) or exists(select 1 from hold where "carId" = ${before.id})
        or exists(select 1 from violation where "carId" = ${before.id}) or exists(select 1 from "carPlate" where "carId" = ${before.id})
        or exists(select 1 from maintenance where "carId" = ${before.id}) or exists(select 1 from "annualInspection" where "carId" = ${before.id})
        or exists(select 1 from insurance where "carId" = ${before.id} group by type having count(*) > 1) as used
    `.execute(context.db);
    requireNone(deleteGuard({ auditStatus: before['auditStatus'] as number, hasHistory: rows[0]!.used }), context);
    // Those of the form go with it.
    const policies = await context.db.selectFrom('insurance').select('id').where('carId', '=', before.id).execute();
    for (const { id } of policies) await context.write.delete('insurance', id);
  },
};
