import { defineCall, ID, INTEGER, list, NOTHING, object, STRING, typed, type TypeOf } from 'forecourt/calls';
import { SHEET_PARTS, SHEETS, type Sheet, type SheetOf } from './sheets.ts';

const SHEET = { enum: SHEETS } as const;

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
    summary: 'What one sheet prints of one order, by a key or in a session',
    permission: 'public',
    perMinute: 60,
    input: object({ id: ID }, { key: { type: 'string', maxLength: 100 }, sheet: SHEET }),
    answer: typed<SheetOf<Sheet>>({ anyOf: Object.values(SHEET_PARTS) }),
  }),
  printKey: defineCall({
    method: 'POST',
    path: '/order/printkey/{id}',
    summary: 'Make a key for one sheet of one order',
    permission: 'order-detail',
    input: object({ id: ID }, { sheet: SHEET }),
    answer: object({ key: STRING, sheet: SHEET, expires: STRING }),
    secretAnswer: true,
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
