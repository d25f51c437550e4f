import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { application } from '../../examples/video-rental/src/application.ts';
import { compileModel, type EntitySchema } from 'forecourt/model';
import type { DataLayer, RemoveManyResult } from '../../packages/forecourt/src/server/data/index.ts';
import { refuse } from 'forecourt/server';
import { createTestDatabase, type TestDatabase } from '../postgres.ts';
import { startTestApp, type Client, type TestApp } from './app.ts';
import { actor, caller, layer, NOW, pageOf } from './dataModel.ts';

/** Clubs whose members are soft-deleted, in towns that are soft-deleted, with badges that are deleted for good. */
const schemas: Record<string, EntitySchema> = {
  town: { type: 'object', 'x-scope': 'id', 'x-delete': 'soft', properties: { name: { type: 'string' } } },
  badge: { type: 'object', properties: { name: { type: 'string' } } },
  member: {
    type: 'object',
    'x-delete': 'soft',
    'x-history': true,
    'x-scope': 'townId',
    'x-search': ['name'],
    properties: {
      name: { type: 'string', maxLength: 40, 'x-unique': 'msg.duplicate' },
      townId: { type: 'integer', 'x-ref': { resource: 'town' } },
      badgeIds: { type: 'array', items: { type: 'integer' }, 'x-ref': { resource: 'badge' } },
      friend: { type: 'object', properties: { townId: { type: 'integer', 'x-ref': { resource: 'town' } } } },
    },
  },
};

let database: TestDatabase;
let data: DataLayer;
let town: number;
let names = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  data = layer(
    database,
    {
      hooks: {
        member: {
          beforeUndelete: async ({ name }) => {
            if (name === 'banned') throw refuse('msg.invalid');
          },
        },
      },
    },
    compileModel({ schemas, resources: [], codes: {}, scopeEntity: 'town' }),
  );
  await data.applyTables();
  town = (await data.save('town', { name: 'Near' }, caller())).id;
});
afterAll(() => database?.drop());

const make = async (values: Record<string, unknown> = {}): Promise<number> =>
  (await data.save('member', { name: `Member ${++names}`, townId: town, ...values }, caller())).id;
const put = async (values: Record<string, unknown> = {}): Promise<number> => {
  const id = await make(values);
  await data.remove('member', id, caller());
  return id;
};
const undelete = (ids: unknown, by = caller()): Promise<RemoveManyResult> => data.undelete('member', ids, by);
const listed = async (query: Record<string, string> = {}, by = caller()): Promise<number[]> =>
  (await pageOf(data, 'member', query, by)).list.map(({ id }) => id as number);
const reason = async (id: number, by = caller()): Promise<string | undefined> =>
  (await undelete([id], by)).failures[0]?.message;

describe('what was soft-deleted', () => {
  test('comes back as it was, and its history says who brought it', async () => {
    const id = await put();
    expect(await listed()).not.toContain(id);
    const by = caller({}, { now: NOW + 60_000, call: undefined });
    expect(await undelete([id], by)).toEqual({ count: 1, failures: [] });
    expect(await listed()).toContain(id);
    const { list } = await data.versions.page('member', id, { pageNo: 1, pageSize: 9, mayRestore: true }, caller());
    expect(list.map(({ event, changes }) => [event, changes.length > 0])).toEqual([
      ['undelete', false],
      ['booking.save', false],
      ['booking.save', true],
    ]);
  });

  test('is listed on demand to who may delete, searched and filtered like the others, and says since when', async () => {
    const [gone, here] = [await put({ name: 'Away One' }), await make({ name: 'Away Two' })];
    const ids = `${gone},${here}`;
    expect(await listed({ deleted: 'true', ids })).toEqual([gone]);
    expect(await listed({ deleted: 'true', keyword: 'Away' })).toEqual([gone]);
    expect(await listed({ deleted: 'false', ids })).toEqual([here]);
    const { list, total } = await pageOf(data, 'member', { deleted: '1', ids });
    expect([list[0]!['deleteTime'], total]).toEqual(['2026-05-01 10:00:00', 1]);
    expect((await pageOf(data, 'member', { ids })).list[0]).not.toHaveProperty('deleteTime');
    const reader = caller({ permissions: new Set(['member-list', 'member-edit']) });
    await expect(listed({ deleted: 'true' }, reader)).rejects.toMatchObject({ code: 403 });
    await expect(listed({ deleted: 'maybe' })).rejects.toMatchObject({ fields: { deleted: 'msg.invalid' } });
    await expect(pageOf(data, 'badge', { deleted: 'true' })).rejects.toMatchObject({
      fields: { deleted: 'msg.unknownField' },
    });
    let csv = '';
    for await (const part of data.exportRows('member', { deleted: 'true', ids }, caller())) csv += String(part);
    expect([csv.includes('Away One'), csv.includes('Away Two')]).toEqual([true, false]);
  });

  test('stays away while somebody has its unique value, and says which', async () => {
    const id = await put({ name: 'Taken' });
    const other = await make({ name: 'Taken' });
    expect(await reason(id)).toBe('Name: msg.duplicate');
    await data.remove('member', other, caller());
    expect(await reason(id)).toBeUndefined();
  });

  test('stays away while what it names is gone: soft-deleted, deleted for good, or inside a document', async () => {
    const gone = (await data.save('town', { name: 'Gone' }, caller())).id;
    const badge = (await data.save('badge', { name: 'Gold' }, caller())).id;
    const [one, two, three] = [
      await put({ townId: gone }),
      await put({ badgeIds: [badge] }),
      await put({ friend: { townId: gone } }),
    ];
    await data.remove('town', gone, caller());
    await database.pool.query('delete from badge where id = $1', [badge]);
    expect(await reason(one)).toBe('Town: msg.unknownRecord');
    expect(await reason(two)).toBe('Badge: msg.unknownRecord');
    expect(await reason(three)).toBe('Friend: msg.unknownRecord');
    await data.undelete('town', [gone], caller());
    expect(await reason(one)).toBeUndefined();
    expect(await reason(three)).toBeUndefined();
  });

  test('is not found in another scope, where it was never deleted, and where a hook refuses it stays', async () => {
    const far = (await data.save('town', { name: 'Far' }, caller())).id;
    const id = await put({ townId: far });
    expect(await reason(id, caller(actor({ scope: [town] })))).toBe('msg.notFound {}');
    expect(await listed({ deleted: 'true', ids: String(id) }, caller(actor({ scope: [town] })))).toEqual([]);
    expect(await reason(await make())).toBe('msg.notFound {}');
    expect(await reason(await put({ name: 'banned' }))).toBe('msg.invalid {}');
    await expect(data.undelete('badge', [1], caller())).rejects.toMatchObject({ code: 403 });
  });

  test('comes back once, whoever asks at the same time, and one row that cannot does not keep the others', async () => {
    const id = await put();
    const answers = await Promise.all([undelete([id]), undelete([id]), undelete([id])]);
    expect(answers.map(({ count }) => count).sort()).toEqual([0, 0, 1]);
    const [one, two] = [await put(), await put()];
    expect(await undelete([one, 4711, two])).toEqual({
      count: 2,
      failures: [{ id: 4711, message: 'msg.notFound {}' }],
    });
    await expect(undelete([])).rejects.toMatchObject({ fields: { ids: 'msg.invalid' } });
  });
});

describe('over HTTP', () => {
  let app: TestApp;
  let admin: Client;
  const path = '/resources/customer';
  beforeAll(async () => {
    app = await startTestApp({ application });
    admin = await app.signIn('admin');
  });
  afterAll(() => app.close());

  test('a deletion is taken back, listed on demand in the dialect of the resource, and written in the operation log', async () => {
    const create = async (resource: string, payload: object): Promise<number> => {
      const { text } = await admin.inject({ method: 'POST', url: `/api/resources/${resource}`, payload });
      expect(text).toContain('"id"');
      return (JSON.parse(text) as { id: number }).id;
    };
    const location = { latitude: 13.7, longitude: 100.5 };
    const countryId = await create('country', { name: 'Land', code: 'AA' });
    const cityId = await create('city', { name: 'Port', countryId, location });
    const homeStoreId = await create('store', { name: 'Store', cityId, location });
    const person = { firstName: 'Ada', lastName: 'Berg', email: 'ada@example.com', homeStoreId };
    const id = await create('customer', person);
    const deleted = { filter: JSON.stringify({ deleted: true }) };
    expect((await admin.delete(`${path}/${id}`)).http).toBe(200);
    expect((await admin.get(path, deleted)).text).toContain('"deleteTime"');
    const taken = await create('customer', person);
    expect(await admin.post(`${path}/undelete`, { ids: [id] })).toMatchObject({
      statusCode: 400,
      message: 'Not restored: Email: Already exists',
    });
    await admin.delete(`${path}/${taken}`);
    const answer = await admin.post(`${path}/undelete`, { ids: [id] });
    expect(answer).toMatchObject({ statusCode: 200, message: 'Deletion undone', data: { count: 1, failures: [] } });
    const partly = await admin.post(`${path}/undelete`, { ids: [taken, 4711] });
    expect(partly.statusCode).toBe(400);
    const log = await app.pool.query(
      `select "objectId", "statusCode" from "operationLog" where action = 'undelete' order by id`,
    );
    expect(log.rows[1]).toEqual({ objectId: String(id), statusCode: 200 });
    expect(Object.keys((await admin.post(`${path}/undelete`, { ids: [id], force: 1 })).errors)).toEqual(['force']);
    expect((await app.nobody.post(`${path}/undelete`, { ids: [id] })).http).toBe(401);
  });

  test('a user comes back only with rights that whoever asks holds', async () => {
    const { rows } = await app.pool.query<{ id: number }>(`select id from menu where path = any($1)`, [
      ['user-list', 'user-delete'],
    ]);
    const role = await admin.post<{ id: number }>('/role/save', {
      name: 'Caretaker',
      code: 'caretaker',
      menuIds: rows.map(({ id }) => id),
    });
    const user = (username: string, roleId: number) =>
      admin.post<{ id: number }>('/admin/user/save', {
        username,
        phone: `08111111${username.length}`,
        roleId,
        dataScope: 0,
        password: 'undelete-tests',
      });
    await user('caretaker', role.data.id);
    const superRole = await app.pool.query<{ id: number }>(`select id from role where code = 'super'`);
    const second = await user('second', superRole.rows[0]!.id);
    await admin.delete(`/admin/user/delete/${second.data.id}`);
    const caretaker = await app.signIn('caretaker', 'undelete-tests');
    const ids = [second.data.id];
    expect(await caretaker.post('/resources/user/undelete', { ids })).toMatchObject({ http: 200, statusCode: 400 });
    expect((await admin.post('/resources/user/undelete', { ids })).statusCode).toBe(200);
  });
});
