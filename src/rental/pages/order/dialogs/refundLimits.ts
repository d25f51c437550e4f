import {
  DEPOSIT_ITEMS,
  PAYMENT,
  REFUND,
  add,
  isDepositItem,
  perDeposit,
  refundable,
  satang,
  type FeeItem,
  type KeptMoney,
  type OrderStatus,
  type RefundFacts,
  type Satang,
} from '../../../rules/index.ts';
import type { OrderInfo } from '../info/orderInfo.ts';
import { amountIn } from '../../steps/amounts.ts';

/** The sums of an order as it was read, in satang. */
export const moneyIn = (order: Readonly<Record<string, unknown>>): KeptMoney => ({
  total: amountIn(order, 'total'),
  payable: amountIn(order, 'payable'),
  paid: amountIn(order, 'paid'),
  depositHeld: amountIn(order, 'depositHeld'),
});

/** What limits money that goes back under a fee item (D-REF-02), by the order's own account; the server has the last word. */
export function refundFactsOf(order: OrderInfo, feeItem: FeeItem | 'total'): RefundFacts {
  const open = order.refunds.filter((row) => row.status === REFUND.submitted);
  const asked = (of: (item: string) => boolean): Satang =>
    add(...open.filter((row) => of(row.feeItem)).map((row) => amountIn({ ...row }, 'amount')));
  return {
    status: order.status as OrderStatus,
    money: moneyIn(order),
    held: perDeposit((item) => amountIn({ ...order.deposits[item] }, 'held')),
    pending: {
      ...perDeposit((item) => asked((other) => other === item)),
      other: asked((item) => !isDepositItem(item)),
    },
    feeItem,
  };
}

export const refundLimit = (order: OrderInfo, feeItem: FeeItem | 'total'): Satang =>
  refundable(refundFactsOf(order, feeItem));

/** What a clerk most likely gives back: a deposit that is held, else what is there. */
export function likelyItem(order: OrderInfo): FeeItem | 'total' {
  return DEPOSIT_ITEMS.find((item) => refundLimit(order, item) > satang(0)) ?? 'total';
}

/** What came in by a method, and neither went back nor is asked back: so much may go back the same way. */
export function cameIn(order: OrderInfo, method: unknown): Satang {
  const sum = (rows: readonly { readonly amount: number }[]): number =>
    add(...rows.map((row) => amountIn({ ...row }, 'amount')));
  const own = order.payments.filter((row) => row.method === method);
  const asked = order.refunds.filter((row) => row.method === method && row.status === REFUND.submitted);
  const [income, back] = [PAYMENT.income, PAYMENT.refund].map((type) => sum(own.filter((row) => row.type === type)));
  return satang(income! - back! - sum(asked));
}
