import { CREATED, defineCall, ID, INTEGER, list, NOTHING, object, orNull, STRING, type TypeOf } from 'forecourt/calls';
import { code, REMARK, TIME } from './parts.ts';

const ONE = object({ id: ID });

/** An order that may have had the car; times on the clock of the car, `to` empty while it is out. */
const CANDIDATE = object({ orderId: ID, orderNo: STRING, renterName: STRING, from: STRING, to: STRING });
/** The order that had the car, without id and names when several may have had it. */
const MATCH = object({
  orderId: orNull(ID),
  orderNo: STRING,
  renterName: STRING,
  candidates: list(CANDIDATE),
});
export type OrderMatch = TypeOf<typeof MATCH>;

export const violationCalls = {
  matchViolation: defineCall({
    method: 'GET',
    path: '/car/violation/matchorder',
    summary: 'The order that had a car at a moment',
    permission: ['violation-add', 'violation-edit'],
    // By the car, or by the plate of the notice.
    input: object({ time: TIME }, { carId: ID, noticePlate: { type: 'string', maxLength: 30 } }),
    answer: orNull(MATCH),
  }),
  violationStatus: defineCall({
    method: 'POST',
    path: '/car/violation/status',
    summary: 'Move a violation to another state',
    permission: 'violation-enable',
    input: object({ id: ID, status: code('violationStatus') }, { remark: { ...REMARK, type: ['string', 'null'] } }),
    answer: NOTHING,
    log: { module: 'violation', action: 'status', object: 'id' },
    success: 'msg.success.update',
  }),
  decideViolation: defineCall({
    method: 'POST',
    path: '/car/violation/decide',
    summary: 'Say which order a violation belongs to, or that it belongs to none',
    permission: 'violation-edit',
    input: object({ id: ID, orderId: orNull(ID) }),
    answer: NOTHING,
    log: { module: 'violation', action: 'decide', object: 'id' },
    success: 'msg.success.update',
  }),
  rematchViolations: defineCall({
    method: 'POST',
    path: '/car/violation/match',
    summary: 'Look up the orders of pending violations again',
    permission: 'violation-edit',
    input: object({}, { after: { type: 'integer', minimum: 0 } }),
    // `next`: where a further call goes on, and `left`: how many it and those after it will look up; null and 0 when all were.
    answer: object({
      ...{ looked: INTEGER, changed: INTEGER, undecided: INTEGER, none: INTEGER },
      ...{ left: INTEGER, next: orNull(ID) },
    }),
    log: { module: 'violation', action: 'match' },
    success: 'msg.success.update',
  }),
  deductViolation: defineCall({
    method: 'POST',
    path: '/car/violation/deduct',
    summary: 'Ask for the fine out of the waived deposit of a deposit-free order',
    permission: 'deduct-add',
    input: ONE,
    // The deduction, null where nothing is left to deduct from; `feeId`: the line of what is beyond the waived deposit.
    answer: object({ id: orNull(ID) }, { feeId: ID }),
    log: { module: 'violation', action: 'deduct', object: 'id' },
    success: 'msg.success.create',
  }),
  chargeViolation: defineCall({
    method: 'POST',
    path: '/car/violation/charge',
    summary: 'Put the fine on the bill of the order',
    permission: 'order-edit',
    input: ONE,
    answer: CREATED,
    log: { module: 'violation', action: 'charge', object: 'id' },
    success: 'msg.success.create',
  }),
  notifyViolation: defineCall({
    method: 'POST',
    path: '/car/violation/notify',
    summary: 'Tell the renter of a violation by SMS',
    permission: 'violation-edit',
    perMinute: 30,
    input: ONE,
    answer: object({ messageId: ID }),
    log: { module: 'violation', action: 'notify', object: 'id' },
    success: 'msg.sms.queued',
  }),
};
