import { defineCommand } from '../../../framework/server/contract.ts';
import type { Tables } from '../database.ts';

/** Every step of an order with before and after, newest first (D-ORD-29). */
export const orderLog = defineCommand<{ readonly id: number }, Tables>({
  method: 'GET',
  path: '/order/log/{id}',
  permission: 'order-detail',
  input: {
    type: 'object',
    additionalProperties: false,
    required: ['id'],
    properties: { id: { type: 'integer', minimum: 1 } },
  },
  run: ({ id }, context) => context.history('order', id),
});
