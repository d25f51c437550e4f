import { calls } from '../../calls/index.ts';
import { defineCommand } from '../database.ts';

/** Every step of an order with before and after, newest first (D-ORD-29). */
export const orderLog = defineCommand(calls.orderLog, {
  run: ({ id }, context) => context.history('order', id),
});
