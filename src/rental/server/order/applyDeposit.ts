import { calls } from '../../calls/index.ts';
import {
  DEPOSIT_ITEMS,
  ZERO,
  add,
  applyProblem,
  applyingMoves,
  orderMoney,
  perDeposit,
  subtract,
  toBaht,
} from '../../rules/index.ts';
import type { DepositItem, KeptMoney, OrderMoney, Satang } from '../../rules/index.ts';
import { defineCommand } from '../database.ts';
import type { RentalContext } from '../database.ts';
import { requireNone, satangOf } from '../problems.ts';
import { keepMoney } from './keepMoney.ts';
import { depositRows, heldOf, keptMoney, pendingRefunds } from './money.ts';
import { completePaid } from '../violationClaims/index.ts';
import { textOrNull } from './recordPayment.ts';
import { beginStep } from './step.ts';

/** What pays charges out of deposits. */
interface Applied {
  /** The first that has something pays first. */
  readonly items: readonly DepositItem[];
  readonly amount: Satang;
  readonly remark: string | null;
  /** The field that is wrong where the amount is. */
  readonly field: string;
}

/** Lets deposits that are kept pay charges that are due (O21, D-MONEY-07). No money moves. Answers how the money stands after it. */
export async function applyDeposits(
  context: RentalContext,
  orderId: number,
  { items, amount, remark, field }: Applied,
): Promise<KeptMoney & OrderMoney> {
  const { order } = await beginStep(context, orderId, 'applydeposit');
  const held = heldOf(await depositRows(context.db, orderId).execute());
  const pending = await pendingRefunds(context.db, orderId);
  const free = perDeposit((item) => (items.includes(item) ? subtract(held[item], pending[item]) : ZERO));
  const { due } = orderMoney(keptMoney(order));
  const refusal = applyProblem(amount, { free: add(...DEPOSIT_ITEMS.map((item) => free[item])), due });
  requireNone(refusal ? [refusal.field === 'amount' ? { ...refusal, field } : refusal] : [], context);
  const after = await keepMoney(context, order, { moves: (facts) => applyingMoves(free, facts, amount), remark });
  if (after.due === 0) await completePaid(context, orderId);
  for (const item of items) {
    const paid = subtract(held[item], after.held[item]);
    if (paid > 0)
      await context.write.note('order', orderId, {
        event: 'order.applydeposit',
        detail: { feeItem: item, amount: paid },
      });
  }
  return after;
}

/** Answers what is due and held after it, in baht. */
export const applyDeposit = defineCommand(calls.applyDeposit, {
  async run({ orderId, feeItem, amount, remark }, context) {
    const after = await applyDeposits(context, orderId, {
      items: [feeItem],
      amount: satangOf(amount, 'amount'),
      remark: textOrNull(remark),
      field: 'amount',
    });
    return { due: toBaht(after.due), held: toBaht(after.depositHeld) };
  },
});
