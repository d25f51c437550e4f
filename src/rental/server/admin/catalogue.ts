import { sql, type RawBuilder } from 'kysely';
import { refuseFields, type Row, type SaveEvent } from 'forecourt/server';
import { calls } from '../../calls/index.ts';
import { defineCommand, type Hooks, type RentalContext } from '../database.ts';

/** Of each record the model must belong to the brand, a sub-model to the model (D-CAR-15). Names the first field that does not fit. */
export async function requireCatalogue(context: RentalContext, records: readonly Row[]): Promise<void> {
  const { rows } = await sql<{ model: boolean; subModel: boolean }>`
    select r."modelId" is null or exists(select 1 from model where id = r."modelId" and "brandId" = r."brandId") as model,
           r."subModelId" is null or exists(select 1 from "subModel" s where s.id = r."subModelId" and s."modelId" = r."modelId" and s."brandId" = r."brandId") as "subModel"
    from json_to_recordset(${JSON.stringify(records.map(({ brandId, modelId, subModelId }) => ({ brandId, modelId, subModelId })))}::json)
      as r("brandId" bigint, "modelId" bigint, "subModelId" bigint)
  `.execute(context.db);
  for (const { model, subModel } of rows) {
    if (!model) throw refuseFields({ modelId: 'msg.car.modelNotOfBrand' });
    if (!subModel) throw refuseFields({ subModelId: 'msg.car.subModelNotOfModel' });
  }
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
  async beforeSaveAll(events, context) {
    const used = (id: number): RawBuilder<{ used: boolean }> => sql`
      select exists(select 1 from "subModel" where "modelId" = ${id}) or exists(select 1 from vehicle where "modelId" = ${id}) as used
    `;
    for (const event of events) await requireParentKept(event, ['brandId'], used, context);
  },
};

export const subModelHooks: Hooks<'subModel'> = {
  async beforeSaveAll(events, context) {
    const used = (id: number): RawBuilder<{ used: boolean }> =>
      sql`select exists(select 1 from vehicle where "subModelId" = ${id}) as used`;
    for (const event of events) await requireParentKept(event, ['modelId', 'brandId'], used, context);
    const places = events.map(({ before, values }): Row => {
      const { brandId, modelId } = { ...before, ...values };
      return { brandId, modelId };
    });
    await requireCatalogue(context, places);
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
