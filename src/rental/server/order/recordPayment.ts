import { ORDER, PAYMENT, depositsReturned, isDeposit, payableOf, totals } from '../../rules/index.ts';
import type { FeeItem } from '../../rules/index.ts';
import type { OrderRow, RentalContext, RowOf } from '../database.ts';
import { operatorOf } from '../operator.ts';
import { completePaid } from '../violationClaims/index.ts';
import { readAccount } from './bill.ts';

type Payment = RowOf<'payment'>;

/** What came in or went out; satang. */
type PaymentRecord = Pick<Payment, 'type' | 'amount' | 'feeItem' | 'method'> &
  Partial<Pick<Payment, 'transactionNo' | 'payerAccount' | 'time' | 'remark' | 'refundId' | 'deductionId'>>;

/**
 * Writes a payment record and makes `paid` of the order what its records add up to, in one transaction; a deposit that goes back after the
 * return is no longer payable, and violations on a bill that is paid are completed (D-UPK-06). The only way a record comes to be; a mistake is corrected by a record of the other type (D-MONEY-01). The order
 * must be locked by the caller.
 */
export async function recordPayment(
  context: RentalContext,
  order: Pick<OrderRow, 'id' | 'status' | 'depositType'>,
  record: PaymentRecord,
): Promise<{ id: number; paid: number }> {
  const { id } = await context.write.insert('payment', {
    transactionNo: null,
    payerAccount: null,
    remark: null,
    time: new Date(context.now),
    ...record,
    orderId: order.id,
    operatorId: operatorOf(context),
  });
  const { lines, records } = await readAccount(context.db, order.id);
  const paid = records.reduce((sum, each) => sum + (each.type === PAYMENT.income ? each.amount : -each.amount), 0);
  const isDepositBack =
    order.status === ORDER.returned && record.type === PAYMENT.refund && isDeposit(record.feeItem as FeeItem);
  await context.write.update('order', order.id, {
    paid,
    ...(isDepositBack && {
      payable: payableOf(totals(lines, order.depositType), order.status, depositsReturned(records)),
    }),
  });
  if (record.type === PAYMENT.income) await completePaid(context, order.id);
  return { id, paid };
}

export const textOrNull = (text: string | undefined): string | null => text?.trim() || null;

export interface PaymentLine extends Pick<PaymentRecord, 'amount' | 'feeItem' | 'method'> {
  readonly transactionNo?: string;
  readonly payerAccount?: string;
}

/** Records what is paid in several ways, a record a line, as `recordPayment` does; answers their ids. */
export async function recordLines(
  context: RentalContext,
  order: Pick<OrderRow, 'id' | 'status' | 'depositType'>,
  lines: readonly PaymentLine[],
  common: Pick<PaymentRecord, 'type' | 'time' | 'remark'>,
): Promise<readonly number[]> {
  const ids: number[] = [];
  for (const { amount, feeItem, method, transactionNo, payerAccount } of lines) {
    const { id } = await recordPayment(context, order, {
      ...common,
      ...{ amount, feeItem, method },
      transactionNo: textOrNull(transactionNo),
      payerAccount: textOrNull(payerAccount),
    });
    ids.push(id);
  }
  return ids;
}
