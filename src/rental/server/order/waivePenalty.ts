import { calls } from '../../calls/index.ts';
import { openPenaltyProblem, orderMoney } from '../../rules/index.ts';
import { defineCommand } from '../database.ts';
import { requireNone } from '../problems.ts';
import { addLine } from './bill.ts';
import { repriceOrder } from './keepMoney.ts';
import { keptMoney } from './money.ts';
import { beginStep } from './step.ts';

/** Gives up what a cancelled order still owes (O24): a reduction on the bill, with the reason; the penalty stays to be seen. */
export const waivePenalty = defineCommand(calls.waivePenalty, {
  async run({ id, reason }, context) {
    const { order } = await beginStep(context, id, 'waivepenalty');
    const due = orderMoney(keptMoney(order)).toCollect;
    const closed = openPenaltyProblem(due);
    requireNone(closed ? [closed] : [], context);
    const remark = reason.trim();
    await addLine(context, id, { item: 'reduction', amount: due, source: 'manual', remark });
    const overrides = [...(order.overrides ?? []), { kind: 'penalty', reason: remark }];
    await repriceOrder(context, order, { overrides });
    return null;
  },
});
