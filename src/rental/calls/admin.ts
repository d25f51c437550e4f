import type { Parameter } from '../../../schemas/types.generated.ts';
import {
  CREATED,
  defineCall,
  EMPTY,
  FLAG,
  ID,
  INTEGER,
  list,
  NOTHING,
  NUMBER,
  object,
  orNull,
  record,
  SAVED,
  STRING,
  typed,
  type TypeOf,
} from 'forecourt/calls';

const OWN_STORE = object({
  id: ID,
  storeName: STRING,
  cityId: orNull(ID),
  cityName: STRING,
  /** How long before a pickup it must be booked; 0: not at all. */
  minAdvanceMinutes: INTEGER,
  /** Null: open day and night. */
  businessHours: orNull(object({ start: STRING, end: STRING })),
});
export type OwnStore = TypeOf<typeof OWN_STORE>;

/** A place on the map. */
const PLACE = object({ name: STRING, address: STRING, latitude: NUMBER, longitude: NUMBER });
export type Place = TypeOf<typeof PLACE>;

export const adminCalls = {
  copyCarType: defineCall({
    method: 'POST',
    path: '/car/cartype/copy/{id}',
    summary: 'Copy a vehicle type',
    permission: 'cartype-add',
    input: object({ id: ID }),
    answer: CREATED,
    log: { module: 'carType', action: 'copy', object: 'id' },
    success: 'msg.success.create',
  }),
  priceStatus: defineCall({
    method: 'POST',
    path: '/carprice/status',
    summary: 'Enable or disable a price',
    permission: ['price-enable', 'price-disable'],
    input: object({ id: ID, status: FLAG }),
    answer: NOTHING,
    log: { module: 'price', action: 'status', object: 'id' },
    success: 'msg.success.update',
  }),
  parameters: defineCall({
    method: 'GET',
    path: '/carprice/params',
    summary: 'Charge parameters of the business',
    permission: ['price-list', 'order-add', 'order-edit'],
    input: EMPTY,
    answer: record<Parameter>('parameter'),
  }),
  saveParameters: defineCall({
    method: 'POST',
    path: '/carprice/saveparams',
    summary: 'Save the charge parameters',
    permission: 'price-edit',
    // The generic save behind it refuses what the schema does not know.
    input: typed<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
    answer: SAVED,
    log: { module: 'parameter', action: 'edit' },
    success: 'msg.success.save',
  }),
  holidayStatus: defineCall({
    method: 'POST',
    path: '/basics/holiday/status',
    summary: 'Open or close booking over a holiday',
    permission: ['holiday-enable', 'holiday-disable'],
    input: object({ id: ID, bookingOpen: FLAG }),
    answer: NOTHING,
    log: { module: 'holiday', action: 'status', object: 'id' },
    success: 'msg.success.update',
  }),
  ownStores: defineCall({
    method: 'GET',
    path: '/basics/getstore',
    summary: "Stores of the user's own data permission",
    permission: 'session',
    input: EMPTY,
    answer: list(OWN_STORE),
  }),
  orderChannels: defineCall({
    method: 'GET',
    path: '/basics/orderchannel',
    summary: 'Where orders come from',
    permission: 'session',
    input: EMPTY,
    answer: list(object({ id: INTEGER, name: STRING, code: INTEGER, status: FLAG })),
  }),
  searchPlace: defineCall({
    method: 'GET',
    path: '/basics/searchplace',
    summary: 'Places by name',
    permission: 'session',
    perMinute: 60,
    input: object({}, { keyword: { type: 'string', maxLength: 60 }, cityId: ID }),
    answer: list(PLACE),
  }),
};
