import { codes } from '../../../resources/codes.ts';
import { defineCall, FLAG, ID, INTEGER, list, NOTHING, object, orNull, STRING, type TypeOf } from 'forecourt/calls';
import { code, DATE, REMARK, STORE_AND_MODEL, TIME } from './parts.ts';

const SPAN = { dateStart: DATE, dateEnd: DATE };

/** Most cars of a window of the schedule. */
export const MOST_CARS = 100;

const STOCK_VIEW = object(SPAN, {
  storeId: ID,
  modelId: ID,
  subModelId: ID,
  category: { type: 'integer', enum: codes.vehicleCategory.map((each) => each.code) },
  /** Plates that contain this. */
  plate: { type: 'string', maxLength: 30 },
  /** Cars that have something of this state within the days. */
  state: code('stockState'),
  /** One car: what changed after a move. */
  carId: ID,
  /** The last car of the page before; without it, the first page. */
  after: ID,
  limit: { type: 'integer', minimum: 1, maximum: MOST_CARS },
  /** 0: bars only, for who draws them; the documented cells are left out. */
  cells: FLAG,
});
export type StockViewInput = TypeOf<typeof STOCK_VIEW>;

/** Something that has a car for a time. An order's times are on the clock of its pickup store, the others on that of the car's. */
const BAR = object({
  kind: code('holdKind'),
  /** The order, storage order or work order; the car itself where it was dispatched, or must be: the latter has an end. 0 where the reader may not see which. */
  id: INTEGER,
  state: orNull(code('stockState')),
  /** Of a storage order: put away or taken off sale. */
  storageKind: orNull(code('storageKind')),
  start: STRING,
  /** Empty: without end. */
  end: STRING,
  /** Of an order, where the reader may see it; else empty. */
  orderNo: STRING,
  renterName: STRING,
  status: orNull(INTEGER),
  /** The planned dispatch; null for everything else. */
  planId: orNull(ID),
  /** Of an order, and of a car that must be or is planned to be dispatched: from where to where. */
  pickupStoreName: STRING,
  returnStoreName: STRING,
  subModelId: orNull(INTEGER),
  plannedReturn: STRING,
  /** What a move sends back, so that it is refused when somebody else was faster. */
  updateTime: STRING,
});
export type StockBar = TypeOf<typeof BAR>;

/** Orders that wait for a plate, of one model at the store that they leave from. */
const WAITING = object({ ...STORE_AND_MODEL, bars: list(BAR) });
export type StockWaiting = TypeOf<typeof WAITING>;

const CELL = object({ state: orNull(code('stockState')) }, { orderId: ID, storageId: ID });
const STOCK_ROW = object(
  {
    carId: ID,
    plate: STRING,
    ...STORE_AND_MODEL,
    status: INTEGER,
    bars: list(BAR),
  },
  { cells: list(CELL) },
);
export type StockRow = TypeOf<typeof STOCK_ROW>;

const STOCK_ANSWER = object(
  {
    dates: list(STRING),
    /** On the clock of the application. */
    now: STRING,
    turnaroundMinutes: INTEGER,
    rows: list(STOCK_ROW),
  },
  {
    /** Of the first page: all cars that the filters find, and the last car of each page but the last. */
    total: INTEGER,
    pages: list(ID),
    /** Of the first page: orders without a plate, as far as the reader sees them and the filters mean them. */
    waiting: list(WAITING),
  },
);
export type StockView = TypeOf<typeof STOCK_ANSWER>;

/** Most rows of a page of the inventory or the forecast. */
const MOST_ROWS = 500;

/** What of all stores and models a page is cut from, whose first rows are those that miss a car. */
const WHOLE = {
  /** Rows of all pages. */
  total: INTEGER,
  /** Of these, rows that have a day below zero. */
  short: INTEGER,
} as const;

const INVENTORY_CELL = object({ total: INTEGER, booked: INTEGER, storage: INTEGER, available: INTEGER });
const INVENTORY = object({
  dates: list(STRING),
  ...WHOLE,
  rows: list(
    object({
      ...STORE_AND_MODEL,
      cells: list(INVENTORY_CELL),
    }),
  ),
});
export type Inventory = TypeOf<typeof INVENTORY>;

const CAUSE = object({ id: INTEGER, orderNo: STRING, plate: STRING, time: STRING });
const FORECAST = object({
  dates: list(STRING),
  ...WHOLE,
  rows: list(
    object({
      ...STORE_AND_MODEL,
      /** Cars that stand there now but are not listed: dispatched, or waiting for their papers. */
      unlisted: INTEGER,
      cells: list(
        object({
          /** Fewest cars of the day; below zero: so many are missing. */
          cars: INTEGER,
          arrivals: INTEGER,
          departures: INTEGER,
        }),
      ),
    }),
  ),
  /** Of the rows of the page. */
  shortages: list(object({ storeId: ID, subModelId: ID, date: STRING, missing: INTEGER, orders: list(CAUSE) })),
});
export type Forecast = TypeOf<typeof FORECAST>;
export type Shortage = Forecast['shortages'][number];

const STOCK_SPAN = object(SPAN, {
  storeId: ID,
  subModelId: ID,
  /** Rows of a page; without it, all. */
  limit: { type: 'integer', minimum: 1, maximum: MOST_ROWS },
  /** Rows before it. */
  offset: { type: 'integer', minimum: 0 },
});
export type StockSpan = TypeOf<typeof STOCK_SPAN>;

/** The cars over the days (D-STOCK-03, 04), and what is put away (D-STOCK-02). */
export const stockCalls = {
  stockView: defineCall({
    method: 'GET',
    path: '/car/stockview',
    summary: 'A window of the schedule: cars by plate, and what has them on these days',
    permission: 'car-inventory',
    input: STOCK_VIEW,
    answer: STOCK_ANSWER,
  }),
  inventory: defineCall({
    method: 'GET',
    path: '/car/inventory',
    summary: 'Listed, booked, stored and free cars of each store and model, day by day',
    permission: 'car-inventoryv2',
    input: STOCK_SPAN,
    answer: INVENTORY,
  }),
  forecast: defineCall({
    method: 'GET',
    path: '/car/forecast',
    summary: 'Where the cars of each model will be, day by day, and where some are missing',
    permission: 'car-inventoryv2',
    input: STOCK_SPAN,
    answer: FORECAST,
  }),
  finishStorage: defineCall({
    method: 'POST',
    path: '/car/storage/finish',
    summary: 'Put a stored car back on sale',
    permission: 'stock-enable',
    input: object({ id: ID, onlineTime: TIME }),
    answer: NOTHING,
    log: { module: 'storageOrder', action: 'finish', object: 'id' },
    success: 'msg.success.update',
  }),
  cancelStorage: defineCall({
    method: 'POST',
    path: '/car/storage/cancel',
    summary: 'Call a storage or offline order off before it begins',
    permission: 'stock-disable',
    input: object({ id: ID }, { reason: REMARK }),
    answer: NOTHING,
    log: { module: 'storageOrder', action: 'cancel', object: 'id' },
    success: 'msg.success.update',
  }),
  carryOutDispatch: defineCall({
    method: 'POST',
    path: '/car/dispatchplan/carryout',
    summary: 'Move a vehicle to the store that it is planned to go to',
    permission: 'car-edit',
    // Orders without a plate may rely on the car until its departure (D-CAR-18).
    input: object({ id: ID }, { confirmed: FLAG }),
    answer: NOTHING,
    log: { module: 'dispatchPlan', action: 'carryout', object: 'id' },
    success: 'msg.success.update',
  }),
  cancelDispatch: defineCall({
    method: 'POST',
    path: '/car/dispatchplan/cancel',
    summary: 'Call a planned dispatch off',
    permission: 'stock-disable',
    input: object({ id: ID }, { reason: REMARK }),
    answer: NOTHING,
    log: { module: 'dispatchPlan', action: 'cancel', object: 'id' },
    success: 'msg.success.update',
  }),
};
