import { calls } from '../../calls/index.ts';
import { defineCommand } from '../database.ts';
import { beginStep } from './step.ts';

/** Writes the remark of an order, in any state (O15). */
export const remarkOrder = defineCommand(calls.remarkOrder, {
  async run({ id, remark }, context) {
    await beginStep(context, id, 'remark');
    await context.write.update('order', id, { remark: remark.trim() });
    return null;
  },
});
