import {
  ORDER,
  PAYMENT,
  applyingMoves,
  heldAfter,
  isDepositItem,
  perDeposit,
  refundMoves,
  satang,
  ZERO,
} from '../../rules/index.ts';
import type { DepositFacts, DepositMove, DepositTerms, FeeItem, Satang } from '../../rules/index.ts';
import type { OrderRow, RentalContext, RowOf } from '../database.ts';
import { bookDay } from '../drawer/index.ts';
import { operatorOf } from '../operator.ts';
import { completePaid } from '../violationClaims/index.ts';
import { keepMoney } from './keepMoney.ts';
import { pendingRefunds } from './money.ts';

type Payment = RowOf<'payment'>;

/** What came in or went out; satang. */
type PaymentRecord = Pick<Payment, 'type' | 'amount' | 'feeItem' | 'method'> &
  Partial<Pick<Payment, 'storeId' | 'transactionNo' | 'payerAccount' | 'time' | 'remark' | 'refundId' | 'deductionId'>>;

/**
 * What a record moves of the deposits. One that goes back after the return is released: what is kept of it pays the charges that are due, except what
 * `reserved` is asked back already (D-MONEY-07).
 */
function movesOf(
  { type, feeItem, amount }: { type: number; feeItem: FeeItem | 'total'; amount: Satang },
  facts: DepositFacts,
  reserved: Satang | null,
): readonly DepositMove[] {
  if (type === PAYMENT.income) return isDepositItem(feeItem) ? [{ item: feeItem, kind: 'collected', amount }] : [];
  const back = refundMoves(feeItem, amount, { ...facts, paid: satang(facts.paid + amount) });
  if (reserved === null) return back;
  const held = heldAfter(facts.held, back);
  const free = perDeposit((item) => satang(item === feeItem ? Math.max(0, held[item] - reserved) : ZERO));
  return [...back, ...applyingMoves(free, { ...facts, held })];
}

/**
 * Writes a payment record and makes the sums of the order what its records add up to, in one transaction. Deposits
 * move with it (D-MONEY-07), and violations on a paid bill are completed (D-UPK-06).
 * This is the only way a record comes to be. A record of the other type corrects a mistake (D-MONEY-01). Without
 * `storeId` no drawer was touched: what a channel pays belongs to the store that owns the order (D-MONEY-09). The
 * caller must have locked the order.
 */
export async function recordPayment(
  context: RentalContext,
  order: Pick<OrderRow, 'id' | 'status' | keyof DepositTerms | 'pickupStoreId'>,
  record: PaymentRecord,
): Promise<{ id: number; paid: number }> {
  const time = record.time ?? new Date(context.now);
  const storeId = record.storeId ?? order.pickupStoreId;
  const { day, isLate } = await bookDay(context, storeId, time.getTime());
  const { id } = await context.write.insert('payment', {
    transactionNo: null,
    payerAccount: null,
    remark: null,
    ...record,
    ...{ storeId, day, late: isLate ? 1 : 0 },
    time,
    orderId: order.id,
    operatorId: operatorOf(context),
  });
  const feeItem = (record.feeItem ?? 'total') as FeeItem | 'total';
  const isReleased = order.status === ORDER.returned && record.type === PAYMENT.refund && isDepositItem(feeItem);
  const reserved = isReleased ? (await pendingRefunds(context.db, order.id))[feeItem] : null;
  const { paid, due } = await keepMoney(context, order, {
    moves: (facts) => movesOf({ type: record.type, feeItem, amount: satang(record.amount) }, facts, reserved),
    paymentId: id,
    time,
  });
  if (due === ZERO) await completePaid(context, order.id);
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
  order: Pick<OrderRow, 'id' | 'status' | keyof DepositTerms | 'pickupStoreId'>,
  lines: readonly PaymentLine[],
  common: Pick<PaymentRecord, 'type' | 'time' | 'remark' | 'storeId'>,
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
