import { calls } from '../../calls/index.ts';
import { applyProblem, orderMoney, subtract, toBaht } from '../../rules/index.ts';
import { defineCommand } from '../database.ts';
import { requireNone, satangOf } from '../problems.ts';
import { keepMoney } from './keepMoney.ts';
import { depositRows, heldOf, keptMoney, pendingRefunds } from './money.ts';
import { completePaid } from '../violationClaims/index.ts';
import { textOrNull } from './recordPayment.ts';
import { beginStep } from './step.ts';

/** Lets a deposit that is kept pay charges that are due (O21, D-MONEY-07). No money moves; answers what is due and held after it, in baht. */
export const applyDeposit = defineCommand(calls.applyDeposit, {
  async run({ orderId, feeItem, amount: baht, remark }, context) {
    const { order } = await beginStep(context, orderId, 'applydeposit');
    const amount = satangOf(baht, 'amount');
    const held = heldOf(await depositRows(context.db, orderId).execute());
    const pending = await pendingRefunds(context.db, orderId);
    const { due } = orderMoney(keptMoney(order));
    const refusal = applyProblem(amount, { free: subtract(held[feeItem], pending[feeItem]), due });
    requireNone(refusal ? [refusal] : [], context);
    const after = await keepMoney(context, order, {
      moves: () => [{ item: feeItem, kind: 'applied', amount }],
      remark: textOrNull(remark),
    });
    if (after.due === 0) await completePaid(context, orderId);
    await context.write.note('order', orderId, { event: 'order.applydeposit', detail: { feeItem, amount } });
    return { due: toBaht(after.due), held: toBaht(after.depositHeld) };
  },
});
