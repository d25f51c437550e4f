import schema from '../../../schemas/order.json' with { type: 'json' };
import { codes } from '../../../resources/codes.ts';
import type { Order } from '../../../schemas/types.generated.ts';
import {
  defineCall,
  FLAG,
  ID,
  INTEGER,
  list,
  NUMBER,
  object,
  orNull,
  STRING,
  typed,
  type Schema,
  type Typed,
  type TypeOf,
} from 'forecourt/calls';
import {
  BAHT,
  BAHT_OR_NULL,
  FEE_ITEM,
  FEE_SOURCE,
  NOTICE,
  NOTICES,
  REMARK,
  TIME,
  TIME_OR_EMPTY,
  UPDATE_TIME,
} from './parts.ts';

/** Properties of an order that a clerk fills in and that are stored as they come. */
export const DRAFT_PLAIN = [
  'channel',
  'channelOrderNo',
  'serviceType',
  'renterName',
  'renterCountryCode',
  'renterPhone',
  'renterIdType',
  'renterIdNo',
  'pickupStoreId',
  'returnStoreId',
  'subModelId',
  'carId',
  'externalPlate',
  'etc',
  'pickupType',
  'pickupPointId',
  'pickupAddress',
  'pickupLatitude',
  'pickupLongitude',
  'returnType',
  'returnPointId',
  'returnAddress',
  'returnLatitude',
  'returnLongitude',
  'depositType',
  'orderDepositWaived',
  'violationDepositWaived',
  'service',
  'discount',
  'remark',
] as const;
export type DraftName = (typeof DRAFT_PLAIN)[number];

interface PropertyKeywords {
  readonly type: string;
  readonly 'x-codes'?: string;
  readonly pattern?: string;
  readonly [keyword: string]: unknown;
}

/** The property of schemas/order.json, loosened so that a half-filled form passes: every value may be empty. */
function loosened(name: DraftName): Schema {
  const { type, pattern, 'x-codes': table, ...limits } = schema.properties[name] as PropertyKeywords;
  const kept = Object.fromEntries(
    Object.entries(limits).filter(
      ([keyword]) => !keyword.startsWith('x-') && keyword !== 'default' && keyword !== 'readOnly',
    ),
  );
  if (table !== undefined) return { enum: [...codes[table as keyof typeof codes].map((each) => each.code), null] };
  return {
    ...kept,
    type: [type, 'null'],
    ...(pattern !== undefined && { pattern: `^$|${pattern}` }),
    ...(type === 'integer' && { minimum: 1 }),
  };
}

/** As it comes over the wire: every part optional, `null` and `""` are empty (D-API-04: missing parts stay). */
const DRAFT = {
  ...(Object.fromEntries(DRAFT_PLAIN.map((name) => [name, loosened(name)])) as {
    readonly [Name in DraftName]: Typed<Order[Name] | null>;
  }),
  discount: typed<Order['discount']>({
    type: ['object', 'null'],
    additionalProperties: false,
    required: ['kind', 'value'],
    properties: { kind: { enum: codes.discountKind.map((each) => each.code) }, value: BAHT },
  }),
  plannedPickupTime: TIME_OR_EMPTY,
  plannedReturnTime: TIME_OR_EMPTY,
  /** The order that the draft changes; empty for a new one. */
  id: ID,
  channelTotal: BAHT_OR_NULL,
  /** Of a new order: a coupon to redeem with the booking, as it was typed. A stored one redeems by its own call. */
  couponCode: { type: ['string', 'null'], maxLength: 30 },
} as const;
const QUOTE_INPUT = object({}, DRAFT);
export type QuoteInput = TypeOf<typeof QUOTE_INPUT>;

const SAVE_INPUT = object(
  {},
  {
    ...DRAFT,
    updateTime: UPDATE_TIME,
    /** Somebody with order-enable books for a renter on the blacklist, and says why (D-ORD-09). */
    allowBlacklisted: FLAG,
    overrideReason: REMARK,
    /** Somebody has been asked about the same trip, or about what the renter owes, and books all the same (D-ORD-32). */
    confirmed: FLAG,
    /** The channel has the renter's money: an income of the total is recorded (D-ORD-03). */
    prepaid: FLAG,
  },
);
export type SaveInput = TypeOf<typeof SAVE_INPUT>;

/** What a draft costs; null where a part is missing that the price needs. */
export const QUOTE = object({
  rentalDays: orNull(INTEGER),
  rentalHours: orNull(INTEGER),
  /** Baht, never negative: the item says whether it adds or takes off. */
  fees: list(object({ item: FEE_ITEM, amount: NUMBER, source: FEE_SOURCE })),
  total: orNull(NUMBER),
  payable: orNull(NUMBER),
  /** Against the stored order's total, when one is changed. */
  difference: orNull(NUMBER),
  availableCount: orNull(INTEGER),
  errors: NOTICES,
  warnings: NOTICES,
});
export type Quote = TypeOf<typeof QUOTE>;
export type QuoteLine = Quote['fees'][number];

const AVAILABLE_CARS = object(
  { storeId: ID, pickupTime: TIME, returnTime: TIME },
  {
    returnStoreId: ID,
    subModelId: ID,
    excludeOrderId: ID,
    /** 1: only cars with an ETC device (D-ORD-20). */
    etc: FLAG,
    /** 1: also cars that are not free because a renter has them, and who that is. */
    withOut: FLAG,
  },
);
export type AvailableCarsInput = TypeOf<typeof AVAILABLE_CARS>;

const CAR = { id: ID, plate: STRING, subModelId: ID, subModelName: STRING, mileage: INTEGER, warnings: NOTICES };
/** A car that can have the order's time at its store (D-AVAIL-01). */
const FREE_CAR = object(
  {
    ...CAR,
    etc: FLAG,
    externalPlate: FLAG,
    /** What this rental costs with its model and nothing beside it, in baht, as the quote says it; null: it cannot be priced. */
    total: orNull(NUMBER),
  },
  {
    /** 0: cannot be chosen, a renter has it. */
    free: FLAG,
    /** Who has it now: order and renter are empty for whoever may not see that order. Minutes that it is late. */
    out: object({ id: orNull(ID), orderNo: STRING, renterName: STRING, returnTime: STRING, late: INTEGER }),
  },
);
export type FreeCar = TypeOf<typeof FREE_CAR>;
export type CarOut = NonNullable<FreeCar['out']>;

/** How many cars can have the trip, and what it costs with nothing beside it, in baht; null: as it was booked. */
const OFFER = { count: INTEGER, total: orNull(NUMBER) };
/** What else can be booked where a model has no car for a trip (D-AVAIL-04): the nearest first, each list a few. */
const ALTERNATIVES = object({
  stores: list(object({ storeId: ID, storeName: STRING, ...OFFER })),
  /** Of the same day and as long as the trip: the nearest before, the nearest after. */
  times: list(object({ pickupTime: STRING, returnTime: STRING, ...OFFER })),
  models: list(object({ subModelId: ID, subModelName: STRING, ...OFFER })),
});
export type Alternatives = TypeOf<typeof ALTERNATIVES>;
const ALTERNATIVES_ASKED = object(
  { storeId: ID, subModelId: ID, pickupTime: TIME, returnTime: TIME },
  { returnStoreId: ID, excludeOrderId: ID, channel: INTEGER },
);
export type AlternativesInput = TypeOf<typeof ALTERNATIVES_ASKED>;

/** An approved order whose car has not come back from the order before. */
const RISK = object({
  id: ID,
  orderNo: STRING,
  renterName: STRING,
  subModelId: ID,
  subModelName: STRING,
  storeName: STRING,
  plannedPickupTime: STRING,
  plate: STRING,
  /** Minutes that are left were the car to come now, turnaround included; negative: too late. */
  margin: INTEGER,
  /** The order that has the car; without its id and number where the reader may not see it. */
  late: object({ id: orNull(ID), orderNo: STRING, plannedReturnTime: STRING, minutes: INTEGER }),
  /** That could take over, the booked model first. */
  cars: list(object(CAR)),
});
export type Risk = TypeOf<typeof RISK>;

const RENEWAL = { orderId: ID, time: TIME };
const RENEW_QUOTE = object({
  fee: NUMBER,
  days: INTEGER,
  hours: INTEGER,
  fees: list(object({ item: FEE_ITEM, amount: NUMBER })),
  total: NUMBER,
  conflicts: list(
    object({
      ...NOTICE.properties,
      kind: STRING,
      /** The order that needs the car; null for a rule of the calendar, storage and maintenance. */
      orderId: orNull(ID),
    }),
  ),
  warnings: NOTICES,
});
export type RenewQuote = TypeOf<typeof RENEW_QUOTE>;
export type RenewConflict = RenewQuote['conflicts'][number];

const EDIT_TIME = object({ id: ID, plannedReturnTime: TIME }, { plannedPickupTime: TIME, updateTime: UPDATE_TIME });
export type EditTimeInput = TypeOf<typeof EDIT_TIME>;
const EDITED_TIME = object({ total: NUMBER, difference: NUMBER, warnings: NOTICES });
export type EditedTime = TypeOf<typeof EDITED_TIME>;

/** What an order is booked for, and what that costs. */
export const bookingCalls = {
  quote: defineCall({
    method: 'POST',
    path: '/order/quote',
    summary: 'Price a draft without saving it',
    permission: ['order-add', 'order-edit'],
    input: QUOTE_INPUT,
    answer: QUOTE,
    reads: true,
  }),
  saveOrder: defineCall({
    method: 'POST',
    path: '/order/save',
    summary: 'Make an order (no id) or change it (id)',
    permission: ['order-add', 'order-edit'],
    input: SAVE_INPUT,
    answer: object({ id: ID, orderNo: STRING, warnings: NOTICES }),
    log: { module: 'order', action: 'save', object: 'id' },
    success: 'msg.success.save',
  }),
  availableCars: defineCall({
    method: 'GET',
    path: '/order/availablecars',
    summary: 'Cars that may be assigned for a time at a store',
    permission: ['order-add', 'order-edit'],
    input: AVAILABLE_CARS,
    answer: list(FREE_CAR),
  }),
  alternatives: defineCall({
    method: 'GET',
    path: '/order/alternatives',
    summary: 'Stores, times and models that can be booked where a model has no car for a trip',
    permission: ['order-add', 'order-edit'],
    input: ALTERNATIVES_ASKED,
    answer: ALTERNATIVES,
  }),
  lateReturns: defineCall({
    method: 'GET',
    path: '/order/latereturns',
    summary: 'Orders whose car is still out although it should be back, and which cars could take over',
    permission: 'order-list',
    input: object({}),
    answer: list(RISK),
  }),
  editTime: defineCall({
    method: 'POST',
    path: '/order/edittime',
    summary: 'Move an order in time',
    permission: 'order-edit',
    input: EDIT_TIME,
    answer: EDITED_TIME,
    log: { module: 'order', action: 'edittime', object: 'id' },
    success: 'msg.success.update',
  }),
  renewQuote: defineCall({
    method: 'POST',
    path: '/order/renewquote',
    summary: 'What a renewal would cost, and who is in the way',
    permission: 'order-edit',
    input: object(RENEWAL),
    answer: RENEW_QUOTE,
    reads: true,
  }),
  renew: defineCall({
    method: 'POST',
    path: '/order/renew',
    summary: 'Keep the car out longer',
    permission: 'order-edit',
    // The fee that staff agreed with the renter instead of the computed one; also 0.
    input: object(RENEWAL, { fee: BAHT, remarks: REMARK }),
    answer: object({ id: ID, fee: NUMBER, warnings: NOTICES }),
    log: { module: 'order', action: 'renew', object: 'orderId' },
    success: 'msg.success.renewal',
  }),
};
