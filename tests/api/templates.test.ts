import { afterAll, beforeAll, expect, test } from 'vitest';
import { compileModel, ModelError, type EntitySchema, type Model } from 'forecourt/model';
import type { DataLayer } from '../../packages/forecourt/src/server/data/index.ts';
import { createTestDatabase, type TestDatabase } from '../postgres.ts';
import { actor, caller, codes, layer, pageOf } from './dataModel.ts';

const text = { type: 'string', maxLength: 40 } as const;
const place: EntitySchema = {
  type: 'object',
  'x-title': ['label'],
  properties: { name: text, code: text, label: { 'x-template': '{name} [{code}]' } },
};
const guest: EntitySchema = {
  type: 'object',
  properties: {
    name: text,
    phone: { ...text, 'x-mask': 'phone' },
    secret: { ...text, 'x-access': { read: 'enable' } },
    price: { type: 'number', 'x-widget': 'money' },
    day: { type: 'string', format: 'date' },
    state: { type: 'integer', 'x-codes': 'status' },
    placeId: { type: 'integer', 'x-ref': { resource: 'place' } },
    line: { 'x-template': '{name} at {placeId} ({placeId.code}), {price} on {day}' },
    contact: { 'x-template': '{phone}' },
    hidden: { 'x-template': "it's {secret}!" },
  },
};
const compile = (change: EntitySchema['properties'] = {}, rest: Partial<EntitySchema> = {}): Model =>
  compileModel({
    schemas: { place, guest: { ...guest, ...rest, properties: { ...guest.properties, ...change } } },
    resources: [],
    codes,
  });

let database: TestDatabase;
let data: DataLayer;
let id: number;
beforeAll(async () => {
  database = await createTestDatabase();
  data = layer(database, {}, compile());
  await data.applyTables();
  const at = await data.save('place', { name: 'Pier', code: 'P1' }, caller());
  const values = { name: 'Ann', phone: '0812345678', secret: 'x', price: 12.5, day: '2026-05-01', placeId: at.id };
  id = (await data.save('guest', values, caller())).id;
});
afterAll(() => database?.drop());

const read = async (by = caller()): Promise<unknown> => JSON.parse(await data.info('guest', id, by));

test('a template is filled from properties and relations, in lists, details and exports', async () => {
  const line = 'Ann at Pier [P1] (P1), 12.50 on 2026-05-01';
  expect(await read()).toMatchObject({ line, contact: '0812345678', hidden: "it's x!", placeName: 'Pier [P1]' });
  expect((await pageOf(data, 'guest', { sortField: 'line' })).list).toEqual([
    expect.objectContaining({ line, contact: '081***5678' }),
  ]);
});

test('what the reader may not see is not in the text either', async () => {
  const by = caller(actor({ permissions: new Set(['guest-list', 'guest-edit']) }));
  expect((await pageOf(data, 'guest', { ids: String(id) }, by)).list).toEqual([
    expect.objectContaining({ contact: '081***5678', hidden: '' }),
  ]);
  // The form edits none of them.
  expect(Object.keys((await read(by)) as object)).not.toEqual(expect.arrayContaining(['contact']));
});

test('a template of nothing is empty, and nobody writes one', async () => {
  const empty = await data.save('guest', {}, caller());
  expect(JSON.parse(await data.info('guest', empty.id, caller()))).toMatchObject({ line: '', hidden: '' });
  await expect(data.save('guest', { line: 'x' }, caller())).rejects.toMatchObject({ fields: { line: 'msg.readOnly' } });
});

test.each([
  [{ line: { 'x-template': '{nmae}' } }, {}, 'guest has no property "nmae"; did you mean "name"?'],
  [{ line: { 'x-template': '{state}' } }, {}, '"state" is of the kind code, which no text can be made of'],
  [{ line: { 'x-template': '{contact}' } }, {}, '"contact" is of the kind computed'],
  [{ line: { 'x-template': 'name' } }, {}, '"name" names no property in braces'],
  [{}, { 'x-search': ['line'] }, '"line" has no column of its own; name the properties it is made of'],
  [{ name: { ...text, 'x-format': { decimals: 1 } } }, {}, '"name" is no plain number'],
] as const)('%j %j is refused by name', (change, rest, message) => {
  const wrong = (): Model => compile(change as EntitySchema['properties'], rest as Partial<EntitySchema>);
  expect(wrong).toThrow(ModelError);
  expect(wrong).toThrow(message);
});
