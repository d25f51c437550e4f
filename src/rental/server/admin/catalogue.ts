import { sql } from 'kysely';
import {
  defineCommand,
  refuseFields,
  type Context,
  type ResourceHooks,
  type Row,
} from '../../../framework/server/index.ts';

/** A model must belong to the brand, a sub-model to the model (D-CAR-15). Names the first field that does not fit. */
export async function requireCatalogue(context: Context, record: Row): Promise<void> {
  const { rows } = await sql<{ model: boolean; subModel: boolean }>`
    select ${record['modelId'] ?? null}::bigint is null or exists(select 1 from model where id = ${record['modelId'] ?? null} and "brandId" = ${record['brandId'] ?? null}) as model,
           ${record['subModelId'] ?? null}::bigint is null or exists(select 1 from "subModel" where id = ${record['subModelId'] ?? null}
             and "modelId" = ${record['modelId'] ?? null} and "brandId" = ${record['brandId'] ?? null}) as "subModel"
  `.execute(context.db);
  if (!rows[0]!.model) throw refuseFields({ modelId: 'msg.car.modelNotOfBrand' });
  if (!rows[0]!.subModel) throw refuseFields({ subModelId: 'msg.car.subModelNotOfModel' });
}

export const subModelHooks: ResourceHooks = {
  async beforeSave({ values, before }, context) {
    const record = { ...before, ...values };
    await requireCatalogue(context, { brandId: record['brandId'], modelId: record['modelId'] });
  },
};

/** Copies a vehicle type; the copy says so in its name. */
export const copyCarType = defineCommand<{ id: number }>({
  method: 'POST',
  path: '/car/cartype/copy/{id}',
  permission: 'cartype-add',
  input: {
    type: 'object',
    required: ['id'],
    additionalProperties: false,
    properties: { id: { type: 'integer', minimum: 1 } },
  },
  log: { module: 'carType', action: 'copy', object: 'id' },
  success: 'msg.success.create',
  async run({ id }, context) {
    const { id: _id, createTime: _created, updateTime: _updated, ...values } = await context.row('carType', id);
    const name = `${String(values['name'])} (${context.t('rental.copy')})`.slice(0, 100);
    const copy = await context.write.insert('carType', { ...values, name });
    return { id: copy.id };
  },
});
