import { sql, type RawBuilder } from 'kysely';
import { refuseFields, type ComputedColumn, type Row, type SaveEvent, type SqlContext } from 'forecourt/server';
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

/** The sub-model that a vehicle type is the sheet of: it has the name of the type, with the model before it or without; the model is the series. */
const subModelOf = ({ alias }: SqlContext, what: RawBuilder<unknown>): RawBuilder<unknown> => {
  const own = (name: string) => sql`lower(${sql.ref(`${alias}.${name}`)})`;
  return sql`(select ${what} from "subModel" s join model m on m.id = s."modelId"
    where s."brandId" = ${sql.ref(`${alias}.brandId`)} and (lower(m.name || ' ' || s.name) = ${own('name')} or (lower(m.name) = ${own('series')} and lower(s.name) = ${own('name')}))
    order by s.id limit 1)`;
};

/** What a vehicle type knows of the catalogue of models, so that a new vehicle is filled in by it (D-CAR-01). */
export const carTypeColumns: Readonly<Record<string, ComputedColumn>> = {
  carTypeModel: {
    sql: (query) =>
      sql`coalesce(${subModelOf(query, sql`m.id`)}, (select m.id from model m where m."brandId" = ${sql.ref(`${query.alias}.brandId`)} and lower(m.name) = lower(${sql.ref(`${query.alias}.series`)}) order by m.id limit 1))`,
  },
  carTypeSubModel: { sql: (query) => subModelOf(query, sql`s.id`) },
  carTypeDisplacement: { sql: (query) => subModelOf(query, sql`s.displacement`) },
};

/** Cars of a model that are not sold or lost, as far as the user sees their stores. */
export const modelCars: ComputedColumn = {
  sql: ({ alias, actor }) =>
    sql`(select count(*)::int from vehicle v where v."modelId" = ${sql.ref(`${alias}.id`)} and v.status in (0, 1, 2) and ${
      actor.scope === 'all' ? sql`true` : sql`v."storeId" = any(${[...actor.scope]}::bigint[])`
    })`,
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
