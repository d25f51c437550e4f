import { defineCommand } from '../../../framework/server/contract.ts';
import type { Tables } from '../database.ts';
import { beginStep } from './step.ts';

/** Writes the remark of an order, in any state (O15). */
export const remarkOrder = defineCommand<{ readonly id: number; readonly remark: string }, Tables>({
  method: 'POST',
  path: '/order/remark',
  permission: 'order-edit',
  input: {
    type: 'object',
    additionalProperties: false,
    required: ['id', 'remark'],
    properties: {
      id: { type: 'integer', minimum: 1 },
      remark: { type: 'string', minLength: 1, maxLength: 500, pattern: '\\S' },
    },
  },
  log: { module: 'order', action: 'remark', object: 'id' },
  success: 'msg.success.update',
  async run({ id, remark }, context) {
    await beginStep(context, id, 'remark');
    await context.write.update('order', id, { remark: remark.trim() });
    return null;
  },
});
