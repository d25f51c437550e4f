import type { Coupon } from '../../../schemas/types.generated.ts';
import { FLAG, ID, INTEGER, list, NUMBER, object, orNull, record, STRING, typed, type TypeOf } from 'forecourt/calls';
import { LEDGER_KINDS, RETURN_CHARGES, type LedgerKind } from '../rules/index.ts';
import { CAR_PARTS } from './carChange.ts';
import { DAMAGE_MARK } from './damage.ts';
import { code, FEE_ITEM, FEE_SOURCE } from './parts.ts';

/** What belongs to an order, as its calls answer it: money in baht, times of the pickup store's clock, empty texts as "". */

const SEEN = { operatorId: orNull(ID), operator: STRING };

/** A line of the bill; the amount is never negative: the item says whether it adds or takes off. */
export const FEE = object({
  id: ID,
  orderId: ID,
  item: FEE_ITEM,
  amount: NUMBER,
  source: FEE_SOURCE,
  renewalId: orNull(ID),
  deductionId: orNull(ID),
  remark: STRING,
  voided: FLAG,
  time: STRING,
  ...SEEN,
});
export type FeeRow = TypeOf<typeof FEE>;

export const PAYMENT = object({
  id: ID,
  orderId: ID,
  /** 1 income, 2 refund. */
  type: code('paymentType'),
  amount: NUMBER,
  feeItem: code('feeItem'),
  method: code('paymentMethod'),
  transactionNo: STRING,
  payerAccount: STRING,
  time: STRING,
  refundId: orNull(ID),
  deductionId: orNull(ID),
  /** Whose drawer it came into or went out of. */
  storeId: orNull(ID),
  storeName: STRING,
  remark: STRING,
  ...SEEN,
});
export type PaymentRow = TypeOf<typeof PAYMENT>;

export const RENEWAL = object({
  id: ID,
  orderId: ID,
  time: STRING,
  previousTime: STRING,
  fee: NUMBER,
  remarks: STRING,
  status: code('renewalStatus'),
  cancelReason: STRING,
  createTime: STRING,
  ...SEEN,
});
export type RenewalRow = TypeOf<typeof RENEWAL>;

/** What a return charged beside the rental, and what was proposed (D-ORD-37). */
const CHARGE = object({
  kind: { enum: RETURN_CHARGES },
  /** Of a car that the order had before; empty: the car that came back. */
  plate: STRING,
  /** Number of the damage. */
  no: orNull(INTEGER),
  proposed: orNull(NUMBER),
  amount: NUMBER,
  reason: STRING,
});
export type ChargeOfReturn = TypeOf<typeof CHARGE>;

const TASK = object({
  id: ID,
  orderId: ID,
  type: code('orderTaskType'),
  time: STRING,
  carId: ID,
  plate: STRING,
  mileage: INTEGER,
  oil: NUMBER,
  /** Why nobody could read the car; mileage and oil are then those with which it went out. */
  unread: STRING,
  mileagePhoto: STRING,
  frontPhoto: STRING,
  damagePhotos: list(STRING),
  damages: list(DAMAGE_MARK),
  charges: list(CHARGE),
  remark: STRING,
  voided: FLAG,
  /** Why it was rejected. */
  reason: STRING,
  storeId: orNull(ID),
  storeName: STRING,
  ...SEEN,
  idPhotos: list(STRING),
  licencePhotos: list(STRING),
  video: STRING,
  attachments: list(STRING),
});
export type TaskRow = TypeOf<typeof TASK>;

/** held = collected − applied − returned. */
const DEPOSIT = object({
  amount: NUMBER,
  /** Still to be collected. */
  due: NUMBER,
  collected: NUMBER,
  /** What of it has paid charges. */
  applied: NUMBER,
  returned: NUMBER,
  held: NUMBER,
  /** Of what is held, asked back and not yet carried out. */
  pending: NUMBER,
  /** Day from which it may go back; empty before the return. */
  releaseDate: STRING,
  /** Still held after that day. */
  late: { type: 'boolean' },
});
/** How the deposits are taken: the type speaks for those that are not waived (D-MONEY-04). */
export const TERMS = {
  depositType: code('depositType'),
  orderDepositWaived: FLAG,
  violationDepositWaived: FLAG,
} as const;
const DEPOSITS = object({
  ...TERMS,
  orderDeposit: DEPOSIT,
  violationDeposit: DEPOSIT,
  settled: { type: 'boolean' },
});
export type DepositPart = TypeOf<typeof DEPOSIT>;
export type Deposits = TypeOf<typeof DEPOSITS>;

const REFUND = object({
  id: ID,
  refundNo: STRING,
  feeItem: code('feeItem'),
  amount: NUMBER,
  method: code('paymentMethod'),
  /** 0 asked for, 1 carried out, −1 failed. */
  status: code('refundStatus'),
  reason: STRING,
  failReason: STRING,
  applyTime: STRING,
  finishTime: STRING,
});
export type RefundRow = TypeOf<typeof REFUND>;

const DEDUCTION = object({
  id: ID,
  deductNo: STRING,
  type: code('deductionType'),
  amount: NUMBER,
  status: code('deductionStatus'),
  reason: STRING,
  failReason: STRING,
  submitTime: STRING,
  finishTime: STRING,
});
export type DeductionRow = TypeOf<typeof DEDUCTION>;

/** What happened to the order's money at one moment, and how it stood afterwards. */
const LEDGER_ROW = object({
  time: STRING,
  kind: typed<LedgerKind>({ enum: LEDGER_KINDS }),
  /** Source of charges, fee item of money. */
  item: STRING,
  charged: NUMBER,
  in: NUMBER,
  out: NUMBER,
  /** From a deposit to the charges, or from the surplus to a deposit. */
  moved: NUMBER,
  paid: NUMBER,
  refunded: NUMBER,
  deducted: NUMBER,
  held: NUMBER,
  /** The part of what is held that is deposits. */
  deposits: NUMBER,
  earned: NUMBER,
});
export type LedgerEntry = TypeOf<typeof LEDGER_ROW>;

/** What `GET /order/info/{id}` answers beside the order's own record. */
export const ORDER_PARTS = object({
  timeZone: STRING,
  fees: list(FEE),
  payments: list(PAYMENT),
  renewals: list(RENEWAL),
  tasks: list(TASK),
  /** Each car that the order has had, the first first (O26). */
  cars: CAR_PARTS,
  coupon: orNull(record<Coupon>('coupon')),
  deposits: DEPOSITS,
  /** Oldest first; the last row is how the money stands now. */
  ledger: list(LEDGER_ROW),
  refunds: list(REFUND),
  deductions: list(DEDUCTION),
  taskStatus: orNull(code('taskStatus')),
  stockLabel: orNull(STRING),
  refundingMark: { type: 'boolean' },
});
export type OrderParts = TypeOf<typeof ORDER_PARTS>;
