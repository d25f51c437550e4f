import {
  CREATED,
  defineCall,
  file,
  FLAG,
  ID,
  INTEGER,
  list,
  NOTHING,
  NUMBER,
  object,
  orNull,
  STRING,
  typed,
  type TypeOf,
} from 'forecourt/calls';
import { DEPOSIT_ITEMS, type DepositItem } from '../rules/index.ts';
import { BAHT, BAHT_OR_NULL, code, REASON, SOME_BAHT } from './parts.ts';

const TRANSACTION_NO = { type: 'string', maxLength: 60 } as const;

/** What became of it: carried out, with the number of the transaction if there is one; failed, with the reason. */
const RESULT_NEEDS = { id: ID, success: FLAG } as const;
const RESULT_MORE = { transactionNo: TRANSACTION_NO, failReason: { type: 'string', maxLength: 500 } } as const;
const RESULT = object(RESULT_NEEDS, RESULT_MORE);
export type ResultInput = TypeOf<typeof RESULT>;

/** Whose drawer money comes into or goes out of; decided by the rules where nobody chose it. */
const PAID_BY_STORE = { paidByStoreId: orNull(ID) } as const;
const REFUND_RESULT = object(RESULT_NEEDS, { ...RESULT_MORE, ...PAID_BY_STORE });

/** Of whom the money is asked back, or null. */
const PAYEE = { type: ['string', 'null'], maxLength: 100 } as const;

/** The deposits that are asked back together. */
const DEPOSITS = typed<readonly DepositItem[]>({
  ...{ type: 'array', items: { enum: [...DEPOSIT_ITEMS] } },
  ...{ minItems: 1, maxItems: DEPOSIT_ITEMS.length, uniqueItems: true },
});

/** Why money goes back by another way than it came. */
const PAYEE_REASON = { type: ['string', 'null'], maxLength: 500 } as const;

const FLOW = { count: INTEGER, in: NUMBER, out: NUMBER, net: NUMBER };
const DAY = object({ storeId: ID }, { date: { type: 'string', maxLength: 10 } });
export type DayInput = TypeOf<typeof DAY>;
const PAYMENT = object({
  id: ID,
  time: STRING,
  type: code('paymentType'),
  amount: NUMBER,
  method: code('paymentMethod'),
  feeItem: code('feeItem'),
  transactionNo: STRING,
  remark: STRING,
  orderId: ID,
  orderNo: orNull(STRING),
  renterName: STRING,
  operator: STRING,
  /** When somebody entered it. */
  createTime: STRING,
  /** Entered after the day of its time was closed. */
  late: FLAG,
});
/** So many notes or coins of one value; baht. */
const NOTES = list(object({ value: NUMBER, number: { type: 'integer', minimum: 0, maximum: 1_000_000 } as const }));
const COUNT = object({
  id: ID,
  kind: code('drawerCountKind'),
  time: STRING,
  float: NUMBER,
  cash: NUMBER,
  expected: NUMBER,
  counted: NUMBER,
  /** What it was counted by; empty where somebody entered the sum. */
  notes: NOTES,
  difference: NUMBER,
  carried: NUMBER,
  banked: NUMBER,
  reason: STRING,
  operator: STRING,
  taker: STRING,
  takerId: orNull(ID),
  takenTime: STRING,
});
/** How many rows a list shows, and what they come to; null where they say no amount. */
const OPEN = object({ count: INTEGER, amount: orNull(NUMBER) });
/** Money of a store on one of its days; baht, the store's clock. */
const DAY_CLOSE = object({
  storeId: ID,
  storeName: STRING,
  date: STRING,
  timeZone: STRING,
  /** When it was read. */
  time: STRING,
  total: object(FLOW),
  methods: list(object({ method: typed<number>(code('paymentMethod')), ...FLOW })),
  operators: list(object({ operator: STRING, ...FLOW, cash: NUMBER })),
  /** What is still to do, by item of `openRows`. */
  open: object({
    notReturned: OPEN,
    due: OPEN,
    deposits: OPEN,
    preauths: OPEN,
    refunds: OPEN,
    deductions: OPEN,
  }),
  /** Nothing enters this day any more. */
  closed: { type: 'boolean' },
  /** What the next count begins with; null before the first one, which says its float itself. */
  drawer: object({ float: orNull(NUMBER), cash: NUMBER, expected: orNull(NUMBER) }),
  counts: list(COUNT),
  /** Who can take the drawer over. */
  staff: list(object({ id: ID, name: STRING })),
  payments: list(PAYMENT),
});
export type DayClose = TypeOf<typeof DAY_CLOSE>;
export type DayFlow = DayClose['total'];
export type DrawerCounted = TypeOf<typeof COUNT>;
export type DayPayment = TypeOf<typeof PAYMENT>;

export const moneyCalls = {
  requestRefund: defineCall({
    method: 'POST',
    path: '/order/refund/save',
    summary: 'Ask for money back',
    permission: 'refund-add',
    input: object(
      { orderId: ID, reason: REASON },
      // Deposits: these go back whole, by the ways by which they came; else fee item, amount and method say what does. Confirmed: charges that are paid go back.
      {
        /** Of the deposits, so much pays charges that are due and stays. */
        keep: SOME_BAHT,
        ...{ deposits: DEPOSITS, feeItem: code('feeItem'), amount: SOME_BAHT, method: code('paymentMethod') },
        payeeAccount: PAYEE,
        remark: { type: ['string', 'null'], maxLength: 500 },
        confirmed: FLAG,
        methodReason: PAYEE_REASON,
      },
    ),
    // Null: all of the deposits was kept.
    answer: object({ id: orNull(ID) }),
    log: { module: 'refund', action: 'request', object: 'orderId' },
    success: 'msg.success.refundRequest',
  }),
  refundResult: defineCall({
    method: 'POST',
    path: '/order/refund/result',
    summary: 'Say what became of a refund',
    permission: 'refund-enable',
    input: REFUND_RESULT,
    answer: NOTHING,
    log: { module: 'refund', action: 'result', object: 'id' },
    success: 'msg.success.update',
  }),
  carryOutRefunds: defineCall({
    method: 'POST',
    path: '/order/refund/successbatch',
    summary: 'Several refunds were carried out, by one transaction if it has a number',
    permission: 'refund-enable',
    input: object(
      { ids: typed<readonly number[]>({ type: 'array', items: ID, minItems: 1, maxItems: 100, uniqueItems: true }) },
      // The number of a refund follows it in payment records.
      { transactionNo: { ...TRANSACTION_NO, maxLength: 39 }, ...PAID_BY_STORE },
    ),
    answer: object({ count: INTEGER, failures: list(object({ id: ID, name: STRING, message: STRING })) }),
    log: { module: 'refund', action: 'successbatch' },
    success: 'msg.success.update',
  }),
  retryRefund: defineCall({
    method: 'POST',
    path: '/order/refund/retry',
    summary: 'Ask again for a refund that failed',
    permission: 'refund-enable',
    input: object(
      { id: ID },
      {
        amount: SOME_BAHT,
        method: code('paymentMethod'),
        payeeAccount: PAYEE,
        confirmed: FLAG,
        methodReason: PAYEE_REASON,
      },
    ),
    answer: NOTHING,
    log: { module: 'refund', action: 'retry', object: 'id' },
    success: 'msg.success.update',
  }),
  reviewDeduction: defineCall({
    method: 'POST',
    path: '/order/deduct/review',
    summary: 'Release a deduction to the channel',
    permission: 'deduct-enable',
    input: object({ id: ID }),
    answer: NOTHING,
    log: { module: 'deduction', action: 'review', object: 'id' },
    success: 'msg.success.review',
  }),
  deductionResult: defineCall({
    method: 'POST',
    path: '/order/deduct/result',
    summary: 'Say what the channel answered to a deduction',
    permission: 'deduct-enable',
    input: RESULT,
    answer: NOTHING,
    log: { module: 'deduction', action: 'result', object: 'id' },
    success: 'msg.success.update',
  }),
  retryDeduction: defineCall({
    method: 'POST',
    path: '/order/deduct/retry',
    summary: 'Ask the channel again for a deduction that failed',
    permission: 'deduct-enable',
    input: object({ id: ID }),
    answer: NOTHING,
    log: { module: 'deduction', action: 'retry', object: 'id' },
    success: 'msg.success.update',
  }),
  revokeDeduction: defineCall({
    method: 'POST',
    path: '/order/deduct/revoke',
    summary: 'Take a deduction back before it is carried out',
    permission: 'deduct-disable',
    input: object({ id: ID, reason: REASON }),
    answer: NOTHING,
    log: { module: 'deduction', action: 'revoke', object: 'id' },
    success: 'msg.success.update',
  }),
  dayCloseReport: defineCall({
    method: 'GET',
    path: '/order/dayclose',
    summary: 'Money of a store on one of its days',
    permission: 'order-dayclose',
    input: DAY,
    answer: DAY_CLOSE,
  }),
  countDrawer: defineCall({
    method: 'POST',
    path: '/order/drawercount/count',
    summary: 'Count the drawer of a store, to hand it over (kind 1) or to close a day (kind 2)',
    permission: 'dayclose-add',
    input: object(
      { storeId: ID, kind: code('drawerCountKind'), counted: BAHT },
      {
        date: { type: 'string', maxLength: 10 },
        /** Asked by the first count of a drawer alone; later ones go on with what was carried. */
        float: BAHT_OR_NULL,
        carried: BAHT_OR_NULL,
        /** The notes and coins that `counted` is the sum of. */
        notes: { ...NOTES, maxItems: 20 },
        reason: { type: ['string', 'null'], maxLength: 500 },
        takerId: orNull(ID),
      },
    ),
    answer: CREATED,
    log: { module: 'drawerCount', action: 'count', object: 'storeId' },
    success: 'msg.success.save',
  }),
  takeOverDrawer: defineCall({
    method: 'POST',
    path: '/order/drawercount/takeover',
    summary: 'Say that the drawer was taken over',
    permission: 'dayclose-query',
    input: object({ id: ID }),
    answer: NOTHING,
    log: { module: 'drawerCount', action: 'takeover', object: 'id' },
    success: 'msg.success.save',
  }),
  dayCloseExport: defineCall({
    method: 'GET',
    path: '/order/dayclose/export',
    summary: 'Payment records of a store on one of its days, as a spreadsheet',
    // Whoever may close a day may also take its sheet along.
    permission: ['dayclose-export', 'dayclose-add'],
    input: DAY,
    answer: file('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  }),
};
