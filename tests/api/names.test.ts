import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import locale from '../../locale.json' with { type: 'json' };
import type { EntitySchema, PropertySchema } from 'forecourt/model';
import { defineApplication } from 'forecourt/server';
import { startTestApp, type Client, type TestApp } from './app.ts';

/** Words of SQL, of HTTP, of statements the framework writes; other scripts; the longest names PostgreSQL keeps. */
const LONG = 'x'.repeat(63);
const ENTITIES = ['group', 'page', 'log', 'old', 'change', 'table', '用户', 'ห้อง', 'order-line', LONG];
const PROPERTIES = ['order', 'group', 'select', 'n', 'r', 'old', 't', 's', 'wanted', 'keyword', 'sort', 'q', 'pageNo'];
const STRANGE = [...PROPERTIES, '名称', 'ชื่อ', 'first-name', 'Name', 'name', 'y'.repeat(63)];
const MANY = Array.from({ length: 300 }, (_, index) => `field${index}`);
const COLOURS = Array.from({ length: 5_000 }, (_, index) => `colour, ${index}`);

const text: PropertySchema = { type: 'string', maxLength: 40 };
const plain: EntitySchema = {
  type: 'object',
  properties: Object.fromEntries(STRANGE.map((name) => [name, text])),
  required: ['order'],
  'x-search': ['order', '名称'],
};

const schemas: Record<string, EntitySchema> = {
  ...Object.fromEntries(ENTITIES.map((name) => [name, plain])),
  many: {
    type: 'object',
    properties: Object.fromEntries(MANY.map((name, index) => [name, index % 2 ? text : { type: 'integer' }])),
  },
  choice: {
    type: 'object',
    properties: {
      keyword: { type: 'string', enum: ['short', 'long'] },
      colour: { type: 'string', enum: COLOURS, default: 'colour, 1' },
      size: { enum: [0.5, 1, 2] },
      tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
      maybe: { type: ['integer', 'null'], enum: [1, 2, null] },
    },
  },
  ring: {
    type: 'object',
    'x-title': ['label', 'nextId.label', 'nextId.nextId.label'],
    properties: { label: text, nextId: { type: 'integer', 'x-ref': { resource: 'link' } } },
  },
  link: {
    type: 'object',
    'x-title': ['nextId.label', 'nextId'],
    properties: {
      label: text,
      nextId: { type: 'integer', 'x-ref': { resource: 'ring' } },
      selfId: { type: 'integer', 'x-ref': { resource: 'link' } },
      allIds: { type: 'array', items: { type: 'integer' }, 'x-ref': { resource: 'link' } },
    },
  },
};

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  const application = defineApplication({
    schemas: Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [`schemas/${name}.json`, schema])),
    locale,
    texts: { 'zh-CN': {}, 'en-US': {}, 'th-TH': {} },
  });
  app = await startTestApp({ application });
  admin = await app.signIn('admin');
});
afterAll(() => app?.close());

interface Stored extends Record<string, unknown> {
  readonly id: number;
}
const at = (entity: string, id?: number): string =>
  `/resources/${encodeURIComponent(entity)}${id === undefined ? '' : `/${id}`}`;
const create = async (entity: string, values: object): Promise<Stored> => {
  const answer = await admin.post(at(entity), values);
  expect(answer.http, answer.text).toBe(201);
  return JSON.parse(answer.text) as Stored;
};
const list = async (entity: string, filter: object = {}): Promise<Stored[]> => {
  const answer = await admin.get(at(entity), { filter: JSON.stringify(filter) });
  expect(answer.http, answer.text).toBe(200);
  return JSON.parse(answer.text) as Stored[];
};

describe.each(ENTITIES)('an entity called %s', (entity) => {
  test('with properties of strange names is created, changed, listed, searched, recorded and deleted', async () => {
    const values = Object.fromEntries(STRANGE.map((name) => [name, `${name.slice(0, 20)} 1`]));
    const { id } = await create(entity, values);
    const changed = await admin.inject({
      method: 'PUT',
      url: `/api${at(entity, id)}`,
      payload: { order: 'second', n: '' },
    });
    expect(changed.http, changed.text).toBe(200);
    const expected = { ...values, order: 'second', n: '' };
    expect(await list(entity, { id })).toEqual([expect.objectContaining(expected)]);
    expect(await list(entity, { q: 'second' })).toEqual([expect.objectContaining({ id })]);
    expect(await list(entity, { q: '名称' })).toEqual([expect.objectContaining({ id })]);
    const { rows } = await app.pool.query(
      'select before, after from "recordChange" where entity = $1 and "recordId" = $2 order by id desc limit 1',
      [entity, id],
    );
    expect(rows).toEqual([{ before: { order: 'order 1', n: 'n 1' }, after: { order: 'second', n: null } }]);
    expect((await admin.delete(at(entity, id))).http).toBe(200);
    expect(await list(entity, { id })).toEqual([]);
  });
});

test('a second start finds every table, index and constraint as it left them', async () => {
  await app.pool.query(`delete from "appMeta" where key = 'tables'`);
  expect((await app.app.data.applyTables()).applied).toBe(0);
});

test('an entity of 300 properties is saved and answered whole', async () => {
  const values = Object.fromEntries(MANY.map((name, index) => [name, index % 2 ? `v${index}` : index]));
  const { id } = await create('many', values);
  expect(await list('many', { id })).toEqual([expect.objectContaining(values)]);
});

describe('a plain enum', () => {
  test('is a choice: checked, listed, filtered and defaulted without a code table', async () => {
    const { id } = await create('choice', { size: 0.5, tags: ['b', 'a'], maybe: null, keyword: 'long' });
    expect(await list('choice', { colour: 'colour, 1', id })).toEqual([
      expect.objectContaining({ colour: 'colour, 1', size: 0.5, maybe: null, keyword: 'long' }),
    ]);
    expect(JSON.parse((await admin.get(at('choice', id))).text)).toMatchObject({ tags: ['b', 'a'] });
    expect(await list('choice', { size: '0.5', id })).toHaveLength(1);
    expect(await list('choice', { colour: 'colour, 2', id })).toEqual([]);
    const refused = await admin.post(at('choice'), { colour: 'grey', size: 3, tags: ['c'], maybe: 3 });
    expect(Object.keys(refused.errors).sort()).toEqual(['colour', 'maybe', 'size', 'tags']);
  });

  test('of 5,000 values, and none, stands in the description of the API, not in the code tables everybody loads', async () => {
    const { components } = JSON.parse((await admin.get('/openapi.json')).text) as {
      components: { schemas: Record<string, { properties: Record<string, { enum?: unknown[] }> }> };
    };
    expect(components.schemas['choice.create']!.properties['colour']!.enum).toHaveLength(5_001);
    expect(Object.keys((await admin.get('/basics/codes')).data)).not.toContain('choice.colour');
  });
});

test('relations in a circle are titled one step along each path, and a record may point at itself', async () => {
  const ring = await create('ring', { label: 'R' });
  const link = await create('link', { label: 'L', nextId: ring.id });
  await admin.inject({
    method: 'PUT',
    url: `/api${at('link', link.id)}`,
    payload: { selfId: link.id, allIds: [link.id] },
  });
  await admin.inject({ method: 'PUT', url: `/api${at('ring', ring.id)}`, payload: { nextId: link.id } });
  expect(await list('link')).toEqual([
    expect.objectContaining({ nextName: 'R L R', selfName: `R ${ring.id}`, allName: `R ${ring.id}` }),
  ]);
});
