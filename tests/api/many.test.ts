import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compileModel, ModelError, type EntitySchema } from 'forecourt/model';
import type { DataLayer } from '../../packages/forecourt/src/server/data/index.ts';
import { refuse } from 'forecourt/server';
import { createTestDatabase, type TestDatabase } from '../postgres.ts';
import { actor, caller, layer, pageOf } from './dataModel.ts';

/** Bills with lines that are entered with them, and tags that several bills share. */
const text = { type: 'string', maxLength: 20 } as const;
const schemas: Record<string, EntitySchema> = {
  bill: {
    type: 'object',
    required: ['label', 'lines'],
    properties: {
      label: text,
      lines: { type: 'array', maxItems: 3, 'x-many': { resource: 'line', field: 'billId' } },
      tagIds: { type: 'array', items: { type: 'integer' }, 'x-ref': { resource: 'tag' } },
    },
  },
  line: {
    type: 'object',
    required: ['billId', 'what'],
    properties: {
      billId: { type: 'integer', 'x-ref': { resource: 'bill' } },
      what: text,
      price: { type: 'number', minimum: 0, 'x-widget': 'money' },
      tagId: { type: 'integer', 'x-ref': { resource: 'tag' } },
    },
    'x-unique': [{ fields: ['billId', 'what'] }],
  },
  tag: { type: 'object', properties: { label: text } },
};

type Values = Record<string, unknown>;
let database: TestDatabase;
let data: DataLayer;
const hooked: string[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  const model = compileModel({ schemas, resources: [], codes: {} });
  data = layer(
    database,
    {
      hooks: {
        line: {
          beforeSave: async ({ values }) => {
            hooked.push(String(values['what']));
            if (values['what'] === 'bad') throw refuse('msg.invalid');
          },
          beforeDelete: async ({ what }) => {
            if (what === 'kept') throw refuse('msg.inUse');
          },
        },
      },
    },
    model,
  );
  await data.applyTables();
});
afterAll(() => database?.drop());

const save = (values: Values, by = caller()): Promise<{ id: number; updateTime: string }> =>
  data.save('bill', values, by);
const info = async (id: number, by = caller()): Promise<Values & { lines: Values[] }> =>
  JSON.parse(await data.info('bill', id, by)) as Values & { lines: Values[] };
const refusal = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'saved',
    (error: { fields?: unknown; code?: unknown }) => error.fields ?? error.code,
  );
const bill = (lines: Values[]): Promise<{ id: number }> => save({ label: 'B', lines });

describe('child records', () => {
  test('are created, changed, left alone and deleted with their parent, each with a history of its own', async () => {
    const { id } = await bill([{ what: 'a', price: 1.5 }, { what: 'b' }, { what: 'c' }]);
    const before = await info(id);
    expect(before.lines).toEqual([
      expect.objectContaining({ what: 'a', price: 1.5, billId: id, tagName: '' }),
      expect.objectContaining({ what: 'b' }),
      expect.objectContaining({ what: 'c' }),
    ]);
    // What was answered may be sent back whole, labels and times included.
    const [a, b, c] = before.lines as [Values, Values, Values];
    await save({ id, label: 'B2', lines: [{ ...a, price: 2 }, b, { what: 'd' }] });
    const after = await info(id);
    expect(after.lines.map(({ what, price }) => [what, price])).toEqual([
      ['a', 2],
      ['b', null],
      ['d', null],
    ]);
    expect(after.lines[1]).toEqual({ ...b, billName: 'B2' });
    const { rows } = await database.pool.query<{ recordId: number; changed: string }>(
      `select "recordId", case when before is null then 'insert' when after is null then 'delete' else 'update' end as changed from "recordChange" where entity = 'line' order by id`,
    );
    expect(rows.slice(-3)).toEqual([
      { recordId: c['id'], changed: 'delete' },
      { recordId: a['id'], changed: 'update' },
      { recordId: after.lines[2]!['id'], changed: 'insert' },
    ]);
    expect(hooked.slice(-2)).toEqual(['undefined', 'd']);
  });

  test('that are not sent stay as they are', async () => {
    const { id } = await bill([{ what: 'a' }]);
    await save({ id, label: 'other' });
    expect((await info(id)).lines).toHaveLength(1);
  });

  test.each([
    ['a limit', [{ what: 'a', price: -1 }], ['lines.0.price']],
    ['what is missing', [{ what: 'a' }, { price: 1 }], ['lines.1.what']],
    ['a name it does not have', [{ what: 'a', colour: 'red' }], ['lines.0.colour']],
    ['a unique value', [{ what: 'a' }, { what: 'a' }], ['lines.1.what']],
    ['a hook', [{ what: 'bad' }], ['lines.0']],
    ['no record', ['a'], ['lines.0']],
    ['another record', [{ id: 4711, what: 'a' }], ['lines.0']],
    ['too many', [{}, {}, {}, {}], ['lines']],
    ['none at all', [], ['lines']],
  ])('refused for %s name their line, and nothing is saved', async (_why, lines, fields) => {
    const count = async (): Promise<unknown> => (await database.pool.query('select count(*) from bill')).rows[0];
    const before = await count();
    const errors = await refusal(save({ label: 'B', lines }));
    expect(fields).toEqual(expect.arrayContaining(Object.keys(errors as object)));
    expect(await count()).toEqual(before);
  });

  test('that a hook keeps from deletion keep the whole change from being saved', async () => {
    const { id } = await bill([{ what: 'kept' }]);
    expect(await refusal(save({ id, label: 'new', lines: [{ what: 'x' }] }))).toHaveProperty('lines');
    expect(await info(id)).toMatchObject({ label: 'B', lines: [{ what: 'kept' }] });
  });

  test('of another parent are not touched', async () => {
    const one = await bill([{ what: 'a' }]);
    const two = await bill([{ what: 'b' }]);
    const [line] = (await info(one.id)).lines;
    expect(await refusal(save({ id: two.id, lines: [line] }))).toEqual({ 'lines.0': 'msg.unknownRecord' });
    expect((await info(one.id)).lines).toEqual([line]);
  });

  test('need the permission of their own resource for each change, and to be seen at all', async () => {
    const { id } = await bill([{ what: 'a' }]);
    const [line] = (await info(id)).lines;
    const by = (...keys: string[]) =>
      caller(actor({ permissions: new Set(['bill-edit', 'bill-detail', 'bill-add', ...keys]) }));
    expect(await info(id, by())).not.toHaveProperty('lines');
    expect(await refusal(save({ id, lines: [line] }, by()))).toBe(403);
    const list = 'line-list';
    expect(await refusal(save({ id, lines: [line] }, by(list)))).toBe('saved');
    expect(await refusal(save({ id, lines: [{ ...line, price: 3 }] }, by(list)))).toBe(403);
    expect(await refusal(save({ id, lines: [{ ...line, price: 3 }] }, by(list, 'line-edit')))).toBe('saved');
    expect(await refusal(save({ id, lines: [{ what: 'z' }] }, by(list, 'line-add')))).toBe(403);
    expect(await refusal(save({ id, lines: [{ what: 'z' }] }, by(list, 'line-add', 'line-delete')))).toBe('saved');
  });

  test('somebody else has changed meanwhile are a conflict', async () => {
    const { id } = await bill([{ what: 'a' }]);
    const [line] = (await info(id)).lines;
    await data.save('line', { id: line!['id'], price: 9 }, caller());
    expect(await refusal(save({ id, lines: [{ ...line, price: 3 }] }))).toBe(409);
  });
});

describe('many to many', () => {
  test('a list of relations is a column by its titles, a filter and an export, from either side', async () => {
    const red = await data.save('tag', { label: 'red' }, caller());
    const blue = await data.save('tag', { label: 'blue' }, caller());
    const { id } = await save({ label: 'tagged', lines: [{ what: 'a' }], tagIds: [red.id, blue.id] });
    const found = await pageOf(data, 'bill', { tagIds: String(blue.id) });
    expect(found.list).toEqual([expect.objectContaining({ id, tagIds: [red.id, blue.id], tagName: 'red, blue' })]);
    let csv = '';
    for await (const part of data.exportRows('bill', { tagIds: String(red.id) }, caller())) csv += String(part);
    expect(csv).toContain('"red, blue"');
    expect(await refusal(save({ id, tagIds: [red.id, 4711] }))).toEqual({ tagIds: 'msg.unknownRecord' });
  });

  test('what a list still refers to is not deleted, and is when it no longer does', async () => {
    const tag = await data.save('tag', { label: 'used' }, caller());
    const { id } = await save({ label: 'B', lines: [{ what: 'a' }], tagIds: [tag.id] });
    await expect(data.remove('tag', tag.id, caller())).rejects.toMatchObject({
      key: 'msg.inUse',
      params: { count: 1, resource: 'resources.bill.name' },
    });
    await save({ id, tagIds: [] });
    await data.remove('tag', tag.id, caller());
  });
});

test.each([
  [{ resource: 'lin', field: 'billId' }, 'there is no schema "lin"; did you mean "line"?'],
  [{ resource: 'line', field: 'bilId' }, 'line has no property "bilId"; did you mean "billId"?'],
  [{ resource: 'line', field: 'tagId' }, '"tagId" of line is not a relation to "bill"'],
])('x-many %j is refused by name', (many, message) => {
  const properties = {
    ...schemas['bill']!.properties,
    lines: { type: 'array', 'x-many': many },
  } as EntitySchema['properties'];
  const compile = () =>
    compileModel({ schemas: { ...schemas, bill: { ...schemas['bill']!, properties } }, resources: [], codes: {} });
  expect(compile).toThrow(ModelError);
  expect(compile).toThrow(message);
});
