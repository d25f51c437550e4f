import { CREATED, defineCall, ID, list, NOTHING, NUMBER, object, orNull, typed } from 'forecourt/calls';
import { DEPOSIT_ITEMS, type DepositItem } from '../rules/index.ts';
import { FEE, PAYMENT } from './orderParts.ts';
import { PAID_BY, PAYMENT_LINES } from './paidBy.ts';
import { code, REMARK, SOME_BAHT, TIME_OR_EMPTY } from './parts.ts';

const ONE = object({ id: ID });

const DEPOSIT_ITEM = typed<DepositItem>({ enum: DEPOSIT_ITEMS });

/** Either `amount` and `method`, or `lines`. */
const PAYMENT_INPUT = object(
  { orderId: ID },
  {
    ...PAID_BY,
    lines: PAYMENT_LINES,
    type: code('paymentType'),
    feeItem: code('feeItem'),
    time: TIME_OR_EMPTY,
    /** Whose drawer it comes into or goes out of; decided by the rules where nobody chose it (D-MONEY-09). */
    storeId: ID,
    remark: REMARK,
    /** Why money goes back by another way than it came. */
    methodReason: REMARK,
    /** Somebody has seen that more comes in than is due, or that paid charges go back. */
    confirmed: { enum: [0, 1, true, false] },
  },
);

/** What is on the bill of an order, and the money that went over the counter. */
export const billCalls = {
  savePayment: defineCall({
    method: 'POST',
    path: '/order/payment/save',
    summary: 'Record money that came in (type 1), or ask for it back (type 2), which another person carries out',
    permission: 'order-edit',
    input: PAYMENT_INPUT,
    // The payment record, null while a refund waits for the other person.
    answer: object({ id: orNull(ID) }, { refundId: ID }),
    log: { module: 'order', action: 'payment', object: 'orderId' },
    success: 'msg.success.save',
  }),
  payments: defineCall({
    method: 'GET',
    path: '/order/payments/{id}',
    summary: 'Payment records of an order, oldest first',
    permission: 'order-detail',
    input: ONE,
    answer: list(PAYMENT),
  }),
  additionalFee: defineCall({
    method: 'POST',
    path: '/order/additionalfee',
    summary: 'Add to a bill (type 1) or take off it (type 2) by hand',
    permission: 'order-edit',
    input: object({ orderId: ID, type: { enum: [1, 2] }, amount: SOME_BAHT }, { remark: REMARK }),
    answer: CREATED,
    log: { module: 'order', action: 'additionalfee', object: 'orderId' },
    success: 'msg.success.save',
  }),
  applyDeposit: defineCall({
    method: 'POST',
    path: '/order/deposit/apply',
    summary: 'Let a deposit pay charges that are due',
    permission: 'order-edit',
    input: object({ orderId: ID, feeItem: DEPOSIT_ITEM, amount: SOME_BAHT }, { remark: REMARK }),
    answer: object({ due: NUMBER, held: NUMBER }),
    log: { module: 'order', action: 'applydeposit', object: 'orderId' },
    success: 'msg.success.save',
  }),
  voidFee: defineCall({
    method: 'DELETE',
    path: '/order/additionalfee/delete/{id}',
    summary: 'Take a manual line off a bill again',
    permission: 'order-enable',
    input: ONE,
    answer: NOTHING,
    log: { module: 'order', action: 'voidfee', object: 'id', names: 'orderFee' },
    success: 'msg.success.delete',
  }),
  fees: defineCall({
    method: 'GET',
    path: '/order/fees/{id}',
    summary: 'Lines of a bill',
    permission: 'order-detail',
    input: ONE,
    answer: list(FEE),
  }),
};
