import { FLAG, INTEGER, list, NUMBER, object, orNull, STRING, ID, type TypeOf } from 'forecourt/calls';
import { DAMAGE_KINDS, DAMAGE_ZONE_NAMES } from '../rules/index.ts';
import { TERMS } from './orderParts.ts';
import { code, FEE_ITEM, FEE_SOURCE } from './parts.ts';

/** The printed pages (D-PRINT-01). A key opens one of them for one order. */
export const SHEETS = ['rental', 'settlement', 'fsrental', 'vehiclecar', 'vehiclecar1', 'deposit'] as const;
export type Sheet = (typeof SHEETS)[number];

/** Above a sheet: who rents out. */
const HEAD_STORE = { storeName: STRING, phone: orNull(STRING), supplierName: orNull(STRING) };
/** Where a rental begins or ends. */
const END_STORE = { ...HEAD_STORE, cityName: orNull(STRING), address: orNull(STRING) };
const HEAD = { orderNo: STRING, printTime: STRING };
const MODEL = { brandName: STRING, modelName: STRING, subModelName: STRING, plate: STRING };
const TIMES = {
  plannedPickupTime: STRING,
  plannedReturnTime: STRING,
  actualPickupTime: STRING,
  actualReturnTime: STRING,
};
const RENTER = { renterName: STRING, renterPhone: STRING };
/** Kilometres of a started day, and what each one beyond costs; null: no limit. */
const KILOMETRES = { kmPerDay: orNull(INTEGER), extraKmPrice: orNull(NUMBER) };
const FEE = { item: FEE_ITEM, amount: NUMBER };
const RELEASE = object({ releaseDate: STRING });

/** What both agreements print: renter, ends, bill, deposits, signature. */
const AGREEMENT = {
  ...HEAD,
  ...RENTER,
  ...TIMES,
  renterIdNo: STRING,
  pickupStore: object(END_STORE),
  returnStore: object(END_STORE),
  pickupType: code('pickupType'),
  pickupAddress: STRING,
  returnType: code('returnType'),
  returnAddress: STRING,
  rentalDays: INTEGER,
  rentalHours: INTEGER,
  ...KILOMETRES,
  fees: list(object(FEE)),
  total: NUMBER,
  payable: NUMBER,
  paid: NUMBER,
  due: NUMBER,
  /** Deposits still to be collected. */
  depositDue: NUMBER,
  ...TERMS,
  deposits: object({ orderDeposit: RELEASE, violationDeposit: RELEASE }),
  contractSignTime: STRING,
  contractSignImage: STRING,
};

/** Mileage and oil are null where nobody could read the car. */
const TASK = { type: code('orderTaskType'), mileage: orNull(INTEGER), oil: orNull(NUMBER) } as const;
/** What a task shows of the car. */
const PICTURES = { mileagePhoto: STRING, frontPhoto: STRING, damagePhotos: list(STRING) } as const;
/** The cars that the order has had, as sheets print them where there are several (O26). */
const CARS = list(
  object({
    ...{ plate: STRING, modelName: STRING, since: STRING, until: STRING, mileageOut: NUMBER, oilOut: NUMBER },
    ...{ mileageIn: orNull(NUMBER), oilIn: orNull(NUMBER), distance: orNull(NUMBER) },
    reason: orNull(code('carChangeReason')),
  }),
);
/** A mark on the sketch, without its photo. */
const MARK = object({
  no: INTEGER,
  zone: { enum: DAMAGE_ZONE_NAMES },
  x: INTEGER,
  y: INTEGER,
  kind: { enum: DAMAGE_KINDS },
  size: orNull(INTEGER),
  note: STRING,
});
const CHECK = { ...HEAD, ...RENTER, ...TIMES, pickupStore: object(HEAD_STORE), cars: CARS };
const HELD = object({
  ...{ amount: NUMBER, collected: NUMBER, applied: NUMBER, returned: NUMBER, held: NUMBER },
  releaseDate: STRING,
});

/** What each sheet prints, and so what is answered for it: money in baht, times on the store's clock, pictures by short-lived addresses. */
export const SHEET_PARTS = {
  rental: object({
    ...AGREEMENT,
    contractNo: STRING,
    renterIdType: code('idType'),
    car: object({ ...MODEL, frameNo: STRING, color: STRING, fuelType: orNull(code('fuelType')) }),
    tasks: list(object(TASK)),
    cars: CARS,
    externalPlate: FLAG,
    etc: FLAG,
    remark: STRING,
  }),
  settlement: object({
    ...HEAD,
    ...RENTER,
    ...TIMES,
    pickupStore: object(HEAD_STORE),
    returnStore: object({ storeName: STRING }),
    car: object(MODEL),
    cars: CARS,
    ...KILOMETRES,
    /** The renter's copy of the pictures, printed where somebody ticks it. */
    tasks: list(object({ type: TASK.type, ...PICTURES })),
    fees: list(object({ ...FEE, source: FEE_SOURCE, remark: STRING })),
    payments: list(
      object({
        ...{ id: ID, type: code('paymentType'), amount: NUMBER, feeItem: code('feeItem') },
        ...{ method: code('paymentMethod'), transactionNo: STRING, time: STRING },
      }),
    ),
    /** Deductions that were carried out. */
    deductions: list(object({ id: ID, deductNo: STRING, type: code('deductionType'), amount: NUMBER, time: STRING })),
    total: NUMBER,
    payable: NUMBER,
    paid: NUMBER,
    due: NUMBER,
    depositDue: NUMBER,
    surplus: NUMBER,
    /** Asked back, not yet carried out. */
    refundPending: NUMBER,
    cnyRateThbPerCny: NUMBER,
    ...TERMS,
    deposits: object({ orderDeposit: HELD, violationDeposit: HELD }),
  }),
  fsrental: object({
    ...AGREEMENT,
    channelOrderNo: STRING,
    cars: CARS,
    car: object({ ...MODEL, fuelType: orNull(code('fuelType')) }),
  }),
  vehiclecar: object({
    ...CHECK,
    car: object({ ...MODEL, category: orNull(code('vehicleCategory')) }),
    tasks: list(object({ ...TASK, damages: list(MARK) })),
    /** The marks of the car as it stands: before the pickup those that it goes out with. */
    damages: list(MARK),
  }),
  /** The receipt for deposits: what was taken under each, by whom, and what of it is held. */
  deposit: object({
    ...HEAD,
    ...RENTER,
    ...TIMES,
    renterIdNo: STRING,
    /** Another one after each further deposit that is taken. */
    receiptNo: STRING,
    pickupStore: object({ ...HEAD_STORE, address: orNull(STRING) }),
    car: object(MODEL),
    taken: list(
      object({
        ...{ item: code('depositItem'), amount: NUMBER, method: orNull(code('paymentMethod')), time: STRING },
        takenBy: STRING,
      }),
    ),
    takenTotal: NUMBER,
    deposits: object({ orderDeposit: HELD, violationDeposit: HELD }),
  }),
  vehiclecar1: object({
    ...CHECK,
    car: object(MODEL),
    tasks: list(object({ ...TASK, ...PICTURES })),
  }),
};
/** What a sheet prints. */
export type SheetOf<S extends Sheet> = TypeOf<(typeof SHEET_PARTS)[S]>;
