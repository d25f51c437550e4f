import {
  PAYMENT,
  REFUND,
  ZERO,
  add,
  depositAccounts,
  refundable,
  satang,
  type DepositAccount,
  type DepositItem,
  type DepositType,
  type FeeItem,
  type OrderStatus,
  type Satang,
} from '../../../rules/index.ts';
import type { OrderInfo } from '../detail/orderInfo.ts';
import { amountIn } from '../../steps/amounts.ts';

const sum = (rows: readonly { readonly amount: number }[]): Satang =>
  add(...rows.map((row) => amountIn({ ...row }, 'amount')));

/** What may be asked back under a fee item (D-REF-02), by the order's own account; the server has the last word. */
export function refundLimit(order: OrderInfo, feeItem: FeeItem | 'total'): Satang {
  const records = order.payments.map((row) => ({
    type: row.type,
    amount: amountIn(row, 'amount'),
    feeItem: row['feeItem'] as FeeItem | 'total',
  }));
  const open = order.refunds.filter((row) => row.status === REFUND.submitted);
  const accounts = depositAccounts({
    records,
    lines: order.fees.map((row) => ({ ...row, amount: amountIn({ ...row }, 'amount') })),
    depositType: order['depositType'] as DepositType,
  });
  const account: DepositAccount | undefined = accounts[feeItem as DepositItem];
  return refundable({
    status: order.status as OrderStatus,
    payable: amountIn(order, 'payable'),
    income: sum(order.payments.filter((row) => row.type === PAYMENT.income)),
    refunded: sum(order.payments.filter((row) => row.type === PAYMENT.refund)),
    pending: sum(open),
    ofItem: {
      income: account?.income ?? ZERO,
      refunded: account?.refunded ?? ZERO,
      pending: sum(open.filter((row) => row.feeItem === feeItem)),
    },
    feeItem,
  });
}

/** What a clerk most likely gives back: a deposit that is held, else what is there. */
export function likelyItem(order: OrderInfo): FeeItem | 'total' {
  const deposit = (['orderDeposit', 'violationDeposit'] as const).find((item) => refundLimit(order, item) > satang(0));
  return deposit ?? 'total';
}
