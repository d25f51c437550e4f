import type { StoreSetting } from '../../../schemas/types.generated.ts';
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
import { QUOTE } from './booking.ts';
import { TIME_OR_EMPTY } from './parts.ts';

const RULE = object({ freeHours: NUMBER, penaltyPercent: NUMBER });
const HOLIDAY_RULE = { pickupAllowed: FLAG, returnAllowed: FLAG, startTime: STRING, endTime: STRING } as const;

const PAUSES = list(object({ startTime: STRING, endTime: STRING, remark: STRING }));
const CANCEL_RULES = object({ weekday: RULE, holiday: RULE });

/** What a store says of itself beside its own record, for who may see it in detail: its pauses, its rules of cancelling, and where it brings cars to. */
export const STORE_PARTS = object(
  {},
  {
    pausePeriods: PAUSES,
    cancelRules: CANCEL_RULES,
    deliveryPoints: list(
      object({
        id: ID,
        name: STRING,
        address: STRING,
        latitude: orNull(NUMBER),
        longitude: orNull(NUMBER),
        deliveryFee: NUMBER,
        pickupFee: NUMBER,
        startTime: STRING,
        endTime: STRING,
        status: FLAG,
      }),
    ),
  },
);
export type StoreParts = Required<TypeOf<typeof STORE_PARTS>>;

/** The settings of a store (D-ADM-08) as they hold, whatever of them was ever saved; under the store's id. */
const SETTINGS = object({
  id: ID,
  storeId: ID,
  storeName: STRING,
  pausePeriods: PAUSES,
  cancelRules: CANCEL_RULES,
  holidayPickup: object(HOLIDAY_RULE),
  festivals: list(object({ holidayId: ID, ...HOLIDAY_RULE }, { minDays: INTEGER })),
  /** Pauses to come at most (D-ADM-09). */
  maxPausePeriods: INTEGER,
  updateTime: STRING,
});

/** What saves them: the store by `storeId`, or `id`; parts that are not sent stay. */
interface SavedSettings {
  readonly storeId?: number;
  readonly id?: number;
  readonly updateTime?: string;
  readonly [property: string]: unknown;
}

const TEXT = { type: ['string', 'null'], maxLength: 200 } as const;
const FLAG_OR_NULL = { enum: [0, 1, null] } as const;
const PERCENT = { type: 'number', minimum: 0, maximum: 100 } as const;
const HOURS = { type: 'integer', minimum: 0, maximum: 8760 } as const;
const DRAFT_RULE = object({ freeHours: HOURS, penaltyPercent: PERCENT });
const DRAFT_HOLIDAY = {
  pickupAllowed: FLAG_OR_NULL,
  returnAllowed: FLAG_OR_NULL,
  startTime: TEXT,
  endTime: TEXT,
} as const;

/** Settings that are being typed: what is not complete yet is not counted. */
const DRAFT = object(
  {},
  {
    pausePeriods: orNull(list(object({}, { startTime: TEXT, endTime: TEXT, remark: TEXT }))),
    cancelRules: orNull(object({ weekday: DRAFT_RULE, holiday: DRAFT_RULE })),
    holidayPickup: orNull(object({}, DRAFT_HOLIDAY)),
    festivals: orNull(
      list(
        object(
          {},
          { holidayId: orNull(ID), ...DRAFT_HOLIDAY, minDays: { type: ['integer', 'null'], minimum: 1, maximum: 365 } },
        ),
      ),
    ),
  },
);
export type SettingsDraft = TypeOf<typeof DRAFT>;

const TRIP = object(
  { storeId: ID },
  {
    /** Those that are saved without it. */
    settings: DRAFT,
    subModelId: orNull(ID),
    plannedPickupTime: TIME_OR_EMPTY,
    plannedReturnTime: TIME_OR_EMPTY,
    /** The store itself without it. */
    returnStoreId: orNull(ID),
    /** Delivery points of the store. */
    pickupPointId: orNull(ID),
    returnPointId: orNull(ID),
    channel: INTEGER,
  },
);
export type PreviewInput = TypeOf<typeof TRIP>;

const PREVIEW = object({
  quote: QUOTE,
  /** What cancelling would cost and from when on, on the clock of the store; null while there is no price. */
  cancel: orNull(
    object({ rule: { enum: ['weekday', 'holiday'] }, percent: NUMBER, freeUntil: STRING, penalty: NUMBER }),
  ),
  /** Orders that stand although a pause now covers one of their ends: they are served or changed by hand. */
  orders: list(object({ id: ID, orderNo: STRING, end: { enum: ['pickup', 'return'] }, time: STRING })),
});
export type StorePreview = TypeOf<typeof PREVIEW>;

export const storeCalls = {
  storeSettings: defineCall({
    method: 'GET',
    path: '/basics/store/festivalseting/{id}',
    summary: 'Settings of a store',
    // Whoever may change them sees them before.
    permission: ['store-detail', 'store-edit'],
    input: object({ id: ID }),
    answer: SETTINGS,
  }),
  saveStoreSettings: defineCall({
    method: 'POST',
    path: '/basics/store/savefestivalseting',
    summary: 'Save the settings of a store',
    permission: 'store-edit',
    // The generic save behind it refuses what the schema does not know.
    input: typed<SavedSettings & { readonly [Name in 'pausePeriods' | 'festivals']?: StoreSetting[Name] | null }>({
      type: 'object',
      additionalProperties: true,
      properties: { storeId: ID, id: ID },
    }),
    answer: NOTHING,
    log: { module: 'store', action: 'settings', object: 'storeId' },
    success: 'msg.success.save',
  }),
  previewStore: defineCall({
    method: 'POST',
    path: '/basics/store/previewseting',
    summary: 'What a booking at a store would cost, or why it is refused, by settings that need not be saved',
    permission: 'store-edit',
    input: TRIP,
    answer: PREVIEW,
    reads: true,
  }),
};
