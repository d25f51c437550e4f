import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import locale from '../../locale.json' with { type: 'json' };
import type { EntitySchema } from 'forecourt/model';
import { defineApplication } from 'forecourt/server';
import { signInWith } from './accounts.ts';
import { startTestApp, type Client, type TestApp } from './app.ts';

const text = { type: 'string', maxLength: 40 } as const;
const ref = (resource: string) => ({ type: 'integer', 'x-ref': { resource } }) as const;
/** Hives of branches, the visits to them, and who paid: all of it without a resource file. */
const schemas: Record<string, EntitySchema> = {
  branch: { type: 'object', required: ['name'], properties: { name: text } },
  hive: {
    type: 'object',
    properties: { label: text, branchId: ref('branch'), formerBranchId: ref('branch'), motherId: ref('hive') },
  },
  visit: {
    type: 'object',
    properties: {
      note: text,
      phone: { ...text, 'x-mask': 'phone' },
      hiveIds: { type: 'array', items: { type: 'integer' }, 'x-ref': { resource: 'hive' } },
      payerId: { ...ref('hive'), 'x-access': { read: 'enable' } },
    },
  },
};

type Row = { id: number } & Record<string, unknown>;
let app: TestApp;
let admin: Client;
const branches: number[] = [];
const hives: number[] = [];

const call = async (client: Client, path: string) => {
  const answer = await client.inject({ method: 'GET', url: `/api/resources/${path}` });
  return { http: answer.http, body: JSON.parse(answer.text) as unknown };
};
const create = async (resource: string, payload: object): Promise<number> =>
  (JSON.parse((await admin.inject({ method: 'POST', url: `/api/resources/${resource}`, payload })).text) as Row).id;
const relatedTo = async (client: Client, resource: string): Promise<string[]> =>
  ((await call(client, `${resource}/related`)).body as { data: { resource: string; field: string }[] }).data.map(
    (one) => `${one.resource}.${one.field}`,
  );
const rows = async (client: Client, resource: string, filter: object): Promise<Row[]> =>
  (await call(client, `${resource}?filter=${encodeURIComponent(JSON.stringify(filter))}`)).body as Row[];

beforeAll(async () => {
  app = await startTestApp({
    application: defineApplication({
      schemas: Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [`schemas/${name}.json`, schema])),
      locale,
      texts: { 'en-US': {}, 'zh-CN': {}, 'th-TH': {} },
    }),
  });
  admin = await app.signIn('admin');
  for (const name of ['North', 'South']) branches.push(await create('branch', { name }));
  const [north, south] = branches;
  hives.push(await create('hive', { label: 'A', branchId: north, formerBranchId: south }));
  hives.push(await create('hive', { label: 'B', branchId: north, motherId: hives[0] }));
  hives.push(await create('hive', { label: 'C', branchId: south, formerBranchId: north }));
  await create('visit', { note: 'both', hiveIds: [hives[0], hives[1]], phone: '0812345678' });
});
afterAll(() => app.close());

describe('what points at a record', () => {
  it('is every relation of every list: two to the same entity, lists of relations, the entity itself', async () => {
    expect(await relatedTo(admin, 'branch')).toEqual(['hive.branchId', 'hive.formerBranchId']);
    expect(await relatedTo(admin, 'hive')).toEqual(['hive.motherId', 'visit.hiveIds', 'visit.payerId']);
    expect(await relatedTo(admin, 'visit')).toEqual([]);
  });

  it('is listed by each relation apart', async () => {
    const labels = async (resource: string, filter: object) =>
      (await rows(admin, resource, filter)).map(({ label, note }) => label ?? note).sort();
    expect(await labels('hive', { branchId: branches[0] })).toEqual(['A', 'B']);
    expect(await labels('hive', { formerBranchId: branches[0] })).toEqual(['C']);
    expect(await labels('hive', { motherId: hives[0] })).toEqual(['B']);
    expect(await labels('visit', { hiveIds: hives[1] })).toEqual(['both']);
  });

  it('is told to those only who may read such a record, without lists and relations that they may not see', async () => {
    expect((await call(app.nobody, 'hive/related')).http).toBe(401);
    const lister = await signInWith(app, admin, 'lister', 'hive-list');
    expect((await call(lister, 'hive/related')).http).toBe(403);
    const reader = await signInWith(app, admin, 'reader', 'hive-list', 'hive-detail', 'visit-list');
    expect(await relatedTo(reader, 'hive')).toEqual(['hive.motherId', 'visit.hiveIds']);
    const keeper = await signInWith(app, admin, 'keeper', 'hive-edit');
    expect((await call(keeper, 'hive/related')).http).toBe(200);
  });

  it('shows no more of a row than its list does', async () => {
    const reader = await app.signIn('reader');
    const [visit] = await rows(reader, 'visit', { hiveIds: hives[0] });
    expect(visit).toMatchObject({ phone: '081***5678' });
    expect(visit).not.toHaveProperty('payerId');
    expect(await rows(reader, 'visit', { payerId: hives[0] })).toMatchObject({ statusCode: 400 });
  });
});
