import { sql, type RawBuilder } from 'kysely';
import { refuseFields, type Row, type SaveEvent } from '../../../framework/server/index.ts';
import { calls } from '../../calls/index.ts';
import { defineCommand, type Hooks, type RentalContext } from '../database.ts';

/** A model must belong to the brand, a sub-model to the model (D-CAR-15). Names the first field that does not fit. */
export async function requireCatalogue(context: RentalContext, record: Row): Promise<void> {
  const { rows } = await sql<{ model: boolean; subModel: boolean }>`
    select ${record['modelId'] ?? null}::bigint is null or exists(select 1 from model where id = ${record['modelId'] ?? null} and "brandId" = ${record['brandId'] ?? null}) as model,
           ${record['subModelId'] ?? null}::bigint is null or exists(select 1 from "subModel" where id = ${record['subModelId'] ?? null}
             and "modelId" = ${record['modelId'] ?? null} and "brandId" = ${record['brandId'] ?? null}) as "subModel"
  `.execute(context.db);
  if (!rows[0]!.model) throw refuseFields({ modelId: 'msg.car.modelNotOfBrand' });
  if (!rows[0]!.subModel) throw refuseFields({ subModelId: 'msg.car.subModelNotOfModel' });
}

/** An entry that vehicles or entries below it use stays where it is, or they would no longer belong together (D-CAR-15). */
async function requireParentKept(
  { values, before }: SaveEvent,
  parents: readonly string[],
  used: (id: number) => RawBuilder<{ used: boolean }>,
  context: RentalContext,
): Promise<void> {
  const moved = parents.find((field) => before && field in values && values[field] !== before[field]);
  if (!moved) return;
  const { rows } = await used(before!['id'] as number).execute(context.db);
  if (rows[0]!.used) throw refuseFields({ [moved]: 'msg.catalogue.inUse' });
}

export const modelHooks: Hooks<'model'> = {
  beforeSave: (event, context) =>
    requireParentKept(
      event,
      ['brandId'],
      (id) => sql`
        select exists(select 1 from "subModel" where "modelId" = ${id}) or exists(select 1 from vehicle where "modelId" = ${id}) as used
      `,
      context,
    ),
};

export const subModelHooks: Hooks<'subModel'> = {
  async beforeSave(event, context) {
    const { values, before } = event;
    const used = (id: number): RawBuilder<{ used: boolean }> =>
      sql`select exists(select 1 from vehicle where "subModelId" = ${id}) as used`;
    await requireParentKept(event, ['modelId', 'brandId'], used, context);
    const record = { ...before, ...values };
    await requireCatalogue(context, { brandId: record['brandId'], modelId: record['modelId'] });
  },
};

/** Copies a vehicle type; the copy says so in its name. */
export const copyCarType = defineCommand(calls.copyCarType, {
  async run({ id }, context) {
    const { id: _id, createTime: _created, updateTime: _updated, ...values } = await context.row('carType', id);
    const name = `${String(values['name'])} (${context.t('rental.copy')})`.slice(0, 100);
    const copy = await context.write.insert('carType', { ...values, name });
    return { id: copy.id };
  },
});
