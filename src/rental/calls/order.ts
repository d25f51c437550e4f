import {
  defineCall,
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
import { RENEWAL } from './orderParts.ts';
import { PAYMENTS_TAKEN } from './paidBy.ts';
import { BAHT, code, HISTORY, NOTICES, REASON, REMARK, UPDATE_TIME } from './parts.ts';
import { RETURN_TERMS, SENT_CHARGES } from './returnCharges.ts';
import { TASK } from './taskParts.ts';

const ONE = object({ id: ID });
const STAFF = { type: ['integer', 'null'], minimum: 1 } as const;

const PICKUP = object(
  { id: ID },
  {
    ...TASK,
    /** Somebody with order-enable lets an unpaid order go; the remark says why (D-ORD-23). */
    allowUnpaid: FLAG,
    /** Likewise a renter on the blacklist (D-ORD-09). */
    allowBlacklisted: FLAG,
    overrideReason: REMARK,
    /** The name of a picture of the signature that the renter has just drawn; the contract is signed with the pickup (D-ORD-21). */
    signImage: { type: 'string', maxLength: 100 },
    /** Why the car goes out without one. */
    unsignedReason: REMARK,
    /** What of the bill is paid at the counter now: car and money, or neither (D-ORD-23). */
    payments: PAYMENTS_TAKEN,
    /** The version of the contract that was read. */
    updateTime: UPDATE_TIME,
  },
);
export type PickupInput = TypeOf<typeof PICKUP>;
/** What the forms of a pickup and of a return have in common. */
const RETURN = object({ id: ID }, { ...TASK, returnStoreId: ID, charges: SENT_CHARGES });
export type ReturnInput = TypeOf<typeof RETURN>;

export type TaskForm = Omit<
  PickupInput,
  'allowUnpaid' | 'allowBlacklisted' | 'overrideReason' | 'signImage' | 'unsignedReason' | 'payments' | 'updateTime'
>;

/** One of the two steps that undo the last task (D-ORD-15). */
const REJECT = object({ id: ID }, { reason: REMARK });

const WORDS = object({ 'zh-CN': STRING, 'en-US': STRING, 'th-TH': STRING });
export type Words = TypeOf<typeof WORDS>;
/** A contract word for word: headings, labels and values, and the terms, every text in every language. */
const DOCUMENT = object({
  title: WORDS,
  sections: list(
    object({
      title: WORDS,
      rows: list(object({ label: WORDS, value: typed<string | Words>({ anyOf: [STRING, WORDS] }) })),
    }),
  ),
  termsTitle: WORDS,
  terms: list(WORDS),
  agreement: WORDS,
});
export type ContractDocument = TypeOf<typeof DOCUMENT>;
const CONTRACT = object({
  contractNo: STRING,
  html: STRING,
  document: DOCUMENT,
  status: FLAG,
  signTime: STRING,
  signImage: STRING,
  updateTime: STRING,
});
export type ContractInfo = TypeOf<typeof CONTRACT>;

const CANCEL_PREVIEW = object({
  rule: { enum: ['weekday', 'holiday'] },
  freeHours: NUMBER,
  hoursToPickup: NUMBER,
  percent: NUMBER,
  base: NUMBER,
  penalty: NUMBER,
  refundable: NUMBER,
  /** Orders that rely on the vehicle being brought to the return store. */
  warnings: NOTICES,
});
export type CancelPreview = TypeOf<typeof CANCEL_PREVIEW>;

/** What a cancellation or a no-show did. */
const CANCELLATION = object({
  penalty: NUMBER,
  refundId: orNull(ID),
  refunds: list(object({ id: ID, amount: NUMBER, method: code('paymentMethod') })),
  warnings: NOTICES,
});

const STAFF_MEMBER = object({
  id: ID,
  name: STRING,
  phone: orNull(STRING),
  taskType: orNull(code('taskRole')),
});

/** The steps of an order's life and what is read beside them. */
export const orderCalls = {
  pickup: defineCall({
    method: 'POST',
    path: '/order/pickup',
    summary: 'Hand the car over',
    permission: 'order-edit',
    input: PICKUP,
    answer: object({ warnings: NOTICES }),
    log: { module: 'order', action: 'pickup', object: 'id' },
    success: 'msg.success.update',
  }),
  rejectPickup: defineCall({
    method: 'POST',
    path: '/order/rejectpickup',
    summary: 'Undo a pickup',
    permission: 'order-enable',
    input: REJECT,
    answer: NOTHING,
    log: { module: 'order', action: 'rejectpickup', object: 'id' },
    success: 'msg.success.update',
  }),
  returnCar: defineCall({
    method: 'POST',
    path: '/order/return',
    summary: 'Take the car back',
    permission: 'order-edit',
    // The store that really took the car back; the planned one when empty.
    input: RETURN,
    answer: object({
      /** What fuel, kilometres and damage came to, and what was changed about the late return. */
      charges: NUMBER,
      paid: NUMBER,
      /** Deposits that are held: they may pay what is due. */
      held: NUMBER,
      overrun: NUMBER,
      nightReturn: NUMBER,
      differentCity: NUMBER,
      total: NUMBER,
      due: NUMBER,
      surplus: NUMBER,
      warnings: NOTICES,
    }),
    log: { module: 'order', action: 'return', object: 'id' },
    success: 'msg.success.update',
  }),
  returnTerms: defineCall({
    method: 'GET',
    path: '/order/returnterms/{id}',
    summary: 'What the charges of a return are worked out from',
    permission: 'order-edit',
    input: ONE,
    answer: RETURN_TERMS,
  }),
  rejectReturn: defineCall({
    method: 'POST',
    path: '/order/rejectreturn',
    summary: 'Undo a return',
    permission: 'order-enable',
    input: REJECT,
    answer: NOTHING,
    log: { module: 'order', action: 'rejectreturn', object: 'id' },
    success: 'msg.success.update',
  }),
  assignCar: defineCall({
    method: 'POST',
    path: '/order/assigncar',
    summary: 'Give an order a plate, another one, or none (null)',
    permission: 'order-edit',
    input: object(
      { id: ID, carId: { type: ['integer', 'null'], minimum: 1 } },
      { remark: REMARK, updateTime: UPDATE_TIME },
    ),
    answer: object({ warnings: NOTICES }),
    log: { module: 'order', action: 'assigncar', object: 'id' },
    success: 'msg.success.update',
  }),
  assignStaff: defineCall({
    method: 'POST',
    path: '/order/assignstaff',
    summary: 'Say who brings the car out and who takes it back',
    permission: 'order-edit',
    input: object({ id: ID }, { deliveryStaffId: STAFF, pickupStaffId: STAFF }),
    answer: NOTHING,
    log: { module: 'order', action: 'assignstaff', object: 'id' },
    success: 'msg.success.update',
  }),
  taskUsers: defineCall({
    method: 'GET',
    path: '/admin/user/taskuser',
    summary: 'Staff that can be given tasks',
    permission: 'order-edit',
    input: object({}, { taskType: { type: 'integer', enum: [1, 2] }, storeId: ID }),
    answer: list(STAFF_MEMBER),
  }),
  cancelPreview: defineCall({
    method: 'GET',
    path: '/order/cancelpreview/{id}',
    summary: 'What a cancellation now would cost',
    permission: 'order-disable',
    input: ONE,
    answer: CANCEL_PREVIEW,
  }),
  cancelOrder: defineCall({
    method: 'POST',
    path: '/order/cancel',
    summary: 'Call an order off',
    permission: 'order-disable',
    // Another penalty than the computed one is for who holds order-enable.
    input: object({ id: ID, reason: REASON }, { penalty: BAHT }),
    // One refund for each way by which the money came; `refundId` is the first.
    answer: CANCELLATION,
    log: { module: 'order', action: 'cancel', object: 'id' },
    success: 'msg.success.cancel',
  }),
  noShow: defineCall({
    method: 'POST',
    path: '/order/noshow',
    summary: 'Close an order whose renter did not come',
    permission: 'order-disable',
    input: object({ id: ID, reason: REASON }, { penalty: BAHT }),
    answer: CANCELLATION,
    log: { module: 'order', action: 'noshow', object: 'id' },
    success: 'msg.success.noshow',
  }),
  waivePenalty: defineCall({
    method: 'POST',
    path: '/order/waivepenalty',
    summary: 'Give up what a cancelled order still owes',
    permission: 'order-enable',
    input: object({ id: ID, reason: REASON }),
    answer: NOTHING,
    log: { module: 'order', action: 'waivepenalty', object: 'id' },
    success: 'msg.success.waivepenalty',
  }),
  renewals: defineCall({
    method: 'GET',
    path: '/order/renewals/{id}',
    summary: 'Renewals of an order, oldest first',
    permission: 'order-detail',
    input: ONE,
    answer: list(RENEWAL),
  }),
  cancelRenewal: defineCall({
    method: 'POST',
    path: '/order/cancelrenew',
    summary: 'Take the last renewal back, by its id',
    permission: 'order-enable',
    input: object({ id: ID, reason: REASON }),
    answer: NOTHING,
    log: { module: 'order', action: 'cancelrenew', object: 'id' },
    success: 'msg.success.cancel',
  }),
  getContract: defineCall({
    method: 'GET',
    path: '/order/contract/{id}',
    summary: 'The contract as it was signed or would be signed now',
    permission: 'order-detail',
    // The car that is about to go out, where it is another one.
    input: object({ id: ID }, { carId: ID }),
    answer: CONTRACT,
  }),
  signContract: defineCall({
    method: 'POST',
    path: '/order/contract/sign',
    summary: 'Sign a contract',
    permission: 'order-edit',
    input: object(
      /** Name of the uploaded picture of the signature. */
      { orderId: ID, signImage: { type: 'string', minLength: 1, maxLength: 100 } },
      /** Of the order as the renter read it; another one means that the text has changed since. */
      { updateTime: { type: 'string', maxLength: 40 } },
    ),
    answer: NOTHING,
    log: { module: 'order', action: 'sign', object: 'orderId' },
    success: 'msg.success.update',
  }),
  remarkOrder: defineCall({
    method: 'POST',
    path: '/order/remark',
    summary: 'Write the remark of an order',
    permission: 'order-edit',
    input: object({ id: ID, remark: REASON }),
    answer: NOTHING,
    log: { module: 'order', action: 'remark', object: 'id' },
    success: 'msg.success.update',
  }),
  pushOrder: defineCall({
    method: 'POST',
    path: '/order/push',
    summary: "Tell the order's channel that the car went out or came back",
    permission: 'order-edit',
    input: object({ id: ID, event: { type: 'string', enum: ['pickup', 'return'] } }),
    answer: object({ pushId: ID, result: { const: 'queued' } }),
    log: { module: 'order', action: 'push', object: 'id' },
    success: 'msg.push.queued',
  }),
  orderLog: defineCall({
    method: 'GET',
    path: '/order/log/{id}',
    summary: 'Every step of an order with before and after, newest first',
    permission: 'order-detail',
    input: ONE,
    answer: HISTORY,
  }),
  tabCount: defineCall({
    method: 'GET',
    path: '/order/tabcount',
    summary: 'Numbers on the tabs of the order list, under its other filters',
    permission: 'order-list',
    // The filters of the list, which refuses what it does not know.
    input: typed<Readonly<Record<string, string>>>({ type: 'object', additionalProperties: { type: 'string' } }),
    answer: typed<Readonly<Record<string, number>>>({ type: 'object', additionalProperties: INTEGER }),
  }),
};
