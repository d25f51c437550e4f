import { sql } from 'kysely';
import {
  defineCommand,
  refuseFields,
  type Context,
  type ResourceHooks,
  type Row,
} from '../../../framework/server/index.ts';

/** Prices: each holiday at most once (D-PRICE-05). Saving confirms cars that were moved here (D-CAR-04). */
export const priceHooks: ResourceHooks = {
  beforeSave({ values }) {
    const holidays = ((values['holidayPrices'] as { holidayId: number }[] | null | undefined) ?? []).map(
      (one) => one.holidayId,
    );
    if (new Set(holidays).size !== holidays.length) throw refuseFields({ holidayPrices: 'msg.price.holidayTwice' });
    return Promise.resolve();
  },
};

/** Enables or disables a price; a disabled one gives no quote (D-PRICE-01). */
export const priceStatus = defineCommand<{ id: number; status: 0 | 1 }>({
  method: 'POST',
  path: '/carprice/status',
  permission: ['price-enable', 'price-disable'],
  input: {
    type: 'object',
    required: ['id', 'status'],
    additionalProperties: false,
    properties: { id: { type: 'integer', minimum: 1 }, status: { type: 'integer', enum: [0, 1] } },
  },
  log: { module: 'price', action: 'status', object: 'id' },
  success: 'msg.success.update',
  async run({ id, status }, context) {
    context.require(status ? 'price-enable' : 'price-disable');
    await context.row('price', id, { lock: true });
    await context.write.update('price', id, { status }, { expect: { status: status ? 0 : 1 } });
    return null;
  },
});

async function parameterRow(context: Context): Promise<Row & { id: number }> {
  const { rows } = await sql<{ id: number }>`select id from parameter order by id limit 1`.execute(context.db);
  return context.row('parameter', rows[0]!.id, { lock: true });
}

/** Charge parameters of the business (D-PRICE-07). */
export const parameters = defineCommand<Record<string, never>>({
  method: 'GET',
  path: '/carprice/params',
  permission: ['price-list', 'order-add', 'order-edit'],
  input: { type: 'object', additionalProperties: false, properties: {} },
  async run(_input, context) {
    const { rows } = await sql<{ id: number }>`select id from parameter order by id limit 1`.execute(context.db);
    return context.record('parameter', rows[0]!.id);
  },
});

/** Saves the charge parameters. New quotes follow, orders keep their snapshot (D-PRICE-09). */
export const saveParameters = defineCommand<Row>({
  method: 'POST',
  path: '/carprice/saveparams',
  permission: 'price-edit',
  input: { type: 'object', additionalProperties: true },
  log: { module: 'parameter', action: 'edit' },
  success: 'msg.success.save',
  async run(input, context) {
    const row = await parameterRow(context);
    return context.save('parameter', { ...input, id: row.id });
  },
});
