import { forbidden } from 'forecourt/server';
import type { PickupInput } from '../../calls/index.ts';
import { orderMoney, orderStep, pickupPaymentProblems, satang, subtract } from '../../rules/index.ts';
import type { Problem, Satang } from '../../rules/index.ts';
import type { OrderRow, RentalContext } from '../database.ts';
import { satangOf } from '../problems.ts';
import { keptMoney } from './money.ts';
import type { PaymentLine } from './recordPayment.ts';
import { isOwnTask } from './step.ts';

/** Money that comes in with a pickup. */
export interface MoneyTaken {
  readonly lines: readonly PaymentLine[];
  readonly sum: Satang;
  /** What is wrong with it, each at its line (D-ORD-23). */
  readonly problems: (unpaidOverride: boolean) => readonly Problem[];
}

const fieldOf = (line: number): string => `payments.${line}.amount`;

/** What is taken with the pickup of the order, which is locked. What authorisations cover of its deposits (`covered`) is not taken. Refuses with HTTP 403 who may hand out the car and may not take payments. */
export function moneyTaken(
  context: RentalContext,
  order: OrderRow,
  payments: NonNullable<PickupInput['payments']>,
  covered: Satang,
): MoneyTaken {
  if (payments.length === 0) return { lines: [], sum: satang(0), problems: () => [] };
  context.require(orderStep('payment').permission);
  if (!isOwnTask(context.actor, order, 'payment')) throw forbidden();
  const amounts = payments.map(({ amount }, line) => satangOf(amount, fieldOf(line)));
  const due = subtract(orderMoney(keptMoney(order)).toCollect, covered);
  return {
    lines: payments.map((line, index) => ({ ...line, feeItem: line.feeItem ?? 'total', amount: amounts[index]! })),
    sum: satang(amounts.reduce((sum, amount) => sum + amount, 0)),
    problems: (unpaidOverride) => pickupPaymentProblems({ amounts, due, unpaidOverride }, fieldOf),
  };
}
