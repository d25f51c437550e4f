import { defineCall, FLAG, ID, list, NUMBER, object, orNull, STRING, type TypeOf } from 'forecourt/calls';
import { code, NOTICES, REMARK, TIME_OR_EMPTY, UPDATE_TIME } from './parts.ts';
import { TASK } from './taskParts.ts';

const CHANGE = object(
  {
    id: ID,
    /** The car that comes back, as the form showed it: somebody else may have changed it meanwhile. */
    oldCarId: ID,
    reason: code('carChangeReason'),
    /** What becomes of the car that comes back. */
    fate: code('carFate'),
  },
  {
    time: TIME_OR_EMPTY,
    /** Where the cars change hands; the pickup store when empty. */
    storeId: ID,
    /** Another model than booked needs one. */
    remark: REMARK,
    mileage: TASK.mileage,
    oil: TASK.oil,
    mileageConfirmed: FLAG,
    photos: TASK.damagePhotos,
    /** Why mileage and fuel of the car that comes back cannot be read. */
    unread: REMARK,
    /** The new car. */
    carId: ID,
    newMileage: TASK.mileage,
    newOil: TASK.oil,
    newMileageConfirmed: FLAG,
    newPhotos: TASK.damagePhotos,
    /** 'kept' when empty. */
    price: code('carChangePrice'),
    priceReason: REMARK,
    /** Until when the shop is planned to have the car that comes back; open when empty. */
    shopUntil: TIME_OR_EMPTY,
    updateTime: UPDATE_TIME,
  },
);
export type CarChangeInput = TypeOf<typeof CHANGE>;

const QUOTE = object({
  /** Baht; below 0: the rest of the rental costs less. null: the pickup store has no price for the model. */
  difference: orNull(NUMBER),
  total: orNull(NUMBER),
  errors: NOTICES,
  warnings: NOTICES,
});
export type CarChangeQuote = TypeOf<typeof QUOTE>;

/** A car that an order has had, from handover to handover; times on the clock of the pickup store. */
export const CAR_PART = object({
  carId: ID,
  plate: STRING,
  /** As it was called then. */
  modelName: STRING,
  since: STRING,
  /** Empty while the car is out. */
  until: STRING,
  mileageOut: NUMBER,
  mileageIn: orNull(NUMBER),
  /** Eighths. */
  oilOut: NUMBER,
  oilIn: orNull(NUMBER),
  /** Kilometres; null while an end of it is not known. */
  distance: orNull(NUMBER),
  /** Why the car was changed for the next; empty of the last one. */
  reason: orNull(code('carChangeReason')),
  fate: orNull(code('carFate')),
  remark: STRING,
  unread: STRING,
});
export type CarPartRow = TypeOf<typeof CAR_PART>;
export const CAR_PARTS = list(CAR_PART);

/** A rental that ends while nobody can read its car. */
const WITHOUT_CAR = object(
  { id: ID, carId: ID, fate: code('carFate') },
  {
    time: TIME_OR_EMPTY,
    /** Why nobody can read it. */
    unread: REMARK,
    /** Where it stands now; the planned return store when empty. */
    returnStoreId: ID,
    remark: REMARK,
    shopUntil: TIME_OR_EMPTY,
  },
);

/** An order that goes on with another car, or ends without its own. */
export const carChangeCalls = {
  changeCarQuote: defineCall({
    method: 'POST',
    path: '/order/changecarquote',
    summary: 'What the rest of a rental costs more or less with another car, and what stands against it',
    permission: 'order-edit',
    reads: true,
    input: object({ id: ID, carId: ID }, { storeId: ID, time: TIME_OR_EMPTY }),
    answer: QUOTE,
  }),
  endWithoutCar: defineCall({
    method: 'POST',
    path: '/order/endwithoutcar',
    summary: 'End a rental whose car nobody can read: it goes to the shop or is a total loss',
    permission: 'order-edit',
    input: WITHOUT_CAR,
    answer: object({ total: NUMBER, due: NUMBER, held: NUMBER, workOrderId: orNull(ID), warnings: NOTICES }),
    log: { module: 'order', action: 'endwithoutcar', object: 'id' },
    success: 'msg.success.update',
  }),
  changeCar: defineCall({
    method: 'POST',
    path: '/order/changecar',
    summary: 'Go on with another car: one comes back, the other goes out',
    permission: 'order-edit',
    input: CHANGE,
    answer: object({ difference: NUMBER, total: NUMBER, due: NUMBER, workOrderId: orNull(ID), warnings: NOTICES }),
    log: { module: 'order', action: 'changecar', object: 'id' },
    success: 'msg.success.update',
  }),
};
