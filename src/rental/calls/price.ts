import {
  defineCall,
  FLAG,
  ID,
  INTEGER,
  NUMBER,
  STRING,
  list,
  object,
  orNull,
  typed,
  type Schema,
  type TypeOf,
} from 'forecourt/calls';
import { PRICE_PARTS } from '../rules/index.ts';
import { BAHT, code, DATE, SOME_BAHT, STORE_AND_MODEL, UPDATE_TIME } from './parts.ts';

/** What a row asks for, in baht. */
const AMOUNTS = {
  dailyPrice: NUMBER,
  monthlyPrice: orNull(NUMBER),
  deposit: NUMBER,
  holidayPrices: list(object({ holidayId: ID, dailyPrice: NUMBER })),
} as const;

/** A row as it is and as it would be; without an id it would be made, without an `after` taken away again. */
const CHANGED_ROW = object({
  id: orNull(ID),
  updateTime: STRING,
  ...STORE_AND_MODEL,
  before: orNull(object(AMOUNTS)),
  after: orNull(object(AMOUNTS)),
});
export type ChangedPrice = TypeOf<typeof CHANGED_ROW>;
const PREVIEW = object({ rows: list(CHANGED_ROW) });

/** As many rows as one change takes: a transaction that a desk waits for. */
const MOST_ROWS = 500;

/** As many of anything, and at least one. */
const few = <const S extends Schema>(items: S, minItems: number, maxItems: number) =>
  typed<readonly TypeOf<S>[]>({ type: 'array', items, minItems, maxItems });

const WANTED = object({
  dailyPrice: SOME_BAHT,
  monthlyPrice: orNull(SOME_BAHT),
  deposit: BAHT,
  holidayPrices: few(object({ holidayId: ID, dailyPrice: SOME_BAHT }), 0, 100),
});
const WANTED_ROW = object(
  { storeId: ID, subModelId: ID, after: orNull(WANTED) },
  { id: orNull(ID), updateTime: UPDATE_TIME },
);

export const priceCalls = {
  priceCalendar: defineCall({
    method: 'GET',
    path: '/carprice/calendar',
    summary: 'What each day costs for a model at a store, and by which rule',
    permission: 'price-list',
    input: object({ storeId: ID, subModelId: ID, from: DATE, to: DATE }),
    answer: object({
      id: orNull(ID),
      dailyPrice: orNull(NUMBER),
      monthlyPrice: orNull(NUMBER),
      days: list(
        object({
          date: STRING,
          /** Baht; null: nothing can be priced, there is no enabled row. */
          price: orNull(NUMBER),
          holidayId: orNull(ID),
          holidayName: STRING,
          /** 1: the row has a price of its own for the holiday. */
          ownPrice: FLAG,
          bookingOpen: FLAG,
          minDays: orNull(INTEGER),
        }),
      ),
    }),
  }),
  previewPrices: defineCall({
    method: 'POST',
    path: '/carprice/preview',
    reads: true,
    summary: 'What a change of many prices by percent would come to; nothing is saved',
    permission: 'price-edit',
    input: object(
      {
        part: { enum: PRICE_PARTS },
        percent: { type: 'number', minimum: -90, maximum: 500, multipleOf: 0.01 },
        roundTo: { type: 'number', minimum: 0.01, maximum: 10_000, multipleOf: 0.01 },
      },
      { holidayId: ID, cityId: ID, storeId: ID, category: code('vehicleCategory'), subModelId: ID },
    ),
    answer: PREVIEW,
  }),
  previewCopy: defineCall({
    method: 'POST',
    path: '/carprice/previewcopy',
    reads: true,
    summary: 'What copying the prices of a store to another one would come to; nothing is saved',
    permission: ['price-add', 'price-edit'],
    input: object({ fromStoreId: ID, toStoreId: ID }, { overwrite: FLAG }),
    answer: PREVIEW,
  }),
  changePrices: defineCall({
    method: 'POST',
    path: '/carprice/change',
    summary: 'Save a previewed change of many prices: all of them, or none where one was changed meanwhile',
    permission: ['price-add', 'price-edit', 'price-delete'],
    input: object({ rows: few(WANTED_ROW, 1, MOST_ROWS) }),
    answer: object({ rows: list(object({ id: ID, updateTime: STRING })) }),
    log: { module: 'price', action: 'change' },
    success: 'msg.success.save',
  }),
};
