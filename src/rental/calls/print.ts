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
  record,
  STRING,
  type TypeOf,
} from '../../framework/calls/index.ts';
import type { Coupon } from '../../../schemas/types.generated.ts';
import { code } from './parts.ts';
import { DAMAGE_MARK } from './damage.ts';
import { DEPOSITS, FEE, PAYMENT, PRINTED_TASK, RENEWAL } from './orderParts.ts';

/** The printed pages (D-PRINT-01). A key opens one of them for one order. */
export const SHEETS = ['rental', 'settlement', 'fsrental', 'vehiclecar', 'vehiclecar1'] as const;
const SHEET = { enum: SHEETS } as const;

const STORE = object({
  id: ID,
  storeName: STRING,
  phone: orNull(STRING),
  address: orNull(STRING),
  operatorName: orNull(STRING),
  cityName: orNull(STRING),
  supplierName: orNull(STRING),
});
/** The booked model, and the car once there is one. */
const CAR = object({
  brandName: STRING,
  modelName: STRING,
  subModelName: STRING,
  displacement: orNull(STRING),
  id: orNull(ID),
  plate: STRING,
  frameNo: STRING,
  engineNo: STRING,
  color: STRING,
  year: orNull(INTEGER),
  seats: orNull(INTEGER),
  transmission: orNull(code('transmission')),
  fuelType: orNull(code('fuelType')),
  mileage: orNull(INTEGER),
  category: orNull(code('vehicleCategory')),
  etc: orNull(FLAG),
});
/** One that was carried out. */
const DEDUCTION = object({ id: ID, deductNo: STRING, type: code('deductionType'), amount: NUMBER, time: STRING });
const AMOUNT_TEXT = object({ thb: STRING, thbWithCny: STRING });

/** Everything the sheets print; money in baht, times on the store's clock, pictures by short-lived addresses. */
const SHEET_DATA = object({
  id: ID,
  orderNo: STRING,
  channel: code('orderChannel'),
  channelOrderNo: STRING,
  serviceType: orNull(code('channelServiceType')),
  renterName: STRING,
  renterPhone: STRING,
  renterIdType: code('idType'),
  renterIdNo: STRING,
  plannedPickupTime: STRING,
  plannedReturnTime: STRING,
  actualPickupTime: STRING,
  actualReturnTime: STRING,
  createTime: STRING,
  rentalDays: INTEGER,
  rentalHours: INTEGER,
  pickupType: code('pickupType'),
  pickupAddress: STRING,
  returnType: code('returnType'),
  returnAddress: STRING,
  depositType: code('depositType'),
  service: { enum: ['none', 'premium', 'vip'] },
  externalPlate: FLAG,
  etc: FLAG,
  status: code('orderStatus'),
  remark: STRING,
  contractNo: STRING,
  contractStatus: FLAG,
  contractSignTime: STRING,
  contractSignImage: STRING,
  cnyRateThbPerCny: NUMBER,
  total: NUMBER,
  payable: NUMBER,
  paid: NUMBER,
  due: NUMBER,
  surplus: NUMBER,
  texts: object({
    total: AMOUNT_TEXT,
    payable: AMOUNT_TEXT,
    paid: AMOUNT_TEXT,
    due: AMOUNT_TEXT,
    surplus: AMOUNT_TEXT,
  }),
  pickupStore: STORE,
  returnStore: STORE,
  pickupStoreName: STRING,
  returnStoreName: STRING,
  car: CAR,
  printTime: STRING,
  timeZone: STRING,
  fees: list(FEE),
  payments: list(PAYMENT),
  renewals: list(RENEWAL),
  coupon: orNull(record<Coupon>('coupon')),
  deposits: DEPOSITS,
  /** Asked back, not yet carried out. */
  refundPending: NUMBER,
  deductions: list(DEDUCTION),
  tasks: list(PRINTED_TASK),
  /** The marks of the car as it stands: before the pickup those that it goes out with. */
  damages: list(DAMAGE_MARK),
  taskStatus: orNull(code('taskStatus')),
  stockLabel: orNull(STRING),
  refundingMark: { type: 'boolean' },
});
export type SheetData = TypeOf<typeof SHEET_DATA>;

const KEY = object({
  id: ID,
  sheet: SHEET,
  expireTime: STRING,
  uses: INTEGER,
  lastUseTime: STRING,
  userName: STRING,
});
export type SheetKey = TypeOf<typeof KEY>;

export const printCalls = {
  printOrder: defineCall({
    method: 'GET',
    path: '/print/order/{id}',
    summary: 'Everything the sheets print of one order, by a key or in a session',
    permission: 'public',
    perMinute: 60,
    input: object({ id: ID }, { key: { type: 'string', maxLength: 100 }, sheet: SHEET }),
    answer: SHEET_DATA,
  }),
  printKey: defineCall({
    method: 'POST',
    path: '/order/printkey/{id}',
    summary: 'Make a key for one sheet of one order',
    permission: 'order-detail',
    input: object({ id: ID }, { sheet: SHEET }),
    answer: object({ key: STRING, sheet: SHEET, expires: STRING }),
    log: { module: 'order', action: 'printkey', object: 'id' },
  }),
  printKeys: defineCall({
    method: 'GET',
    path: '/order/printkey/{id}',
    summary: 'Keys of an order that still open something, newest first',
    permission: 'order-detail',
    input: object({ id: ID }),
    answer: list(KEY),
  }),
  revokePrintKeys: defineCall({
    method: 'DELETE',
    path: '/order/printkey/{id}',
    summary: 'Take back every key of an order',
    permission: 'order-detail',
    input: object({ id: ID }),
    answer: NOTHING,
    log: { module: 'order', action: 'revokeprintkeys', object: 'id' },
    success: 'msg.success.delete',
  }),
};
