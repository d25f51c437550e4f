import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineCall } from 'forecourt/calls';
import { buildApp, defineCommand, type Command } from 'forecourt/server';
import { application } from '../../src/application.ts';
import { startTestApp, type TestApp } from './app.ts';

const PLAIN = defineCommand(
  defineCall({
    method: 'GET',
    path: '/test/plain',
    summary: 'A test',
    permission: 'session',
    input: { type: 'object' },
    answer: {},
  }),
  {
    run: () => Promise.resolve(null),
  },
);
const FAULTY = defineCommand(
  defineCall({
    method: 'POST',
    path: '/test/fault',
    summary: 'A test',
    permission: 'session',
    input: { type: 'object' },
    log: { module: 'test', action: 'fault' },
    answer: {},
  }),
  {
    run: () => Promise.reject(new Error('secret detail of the program')),
  },
);

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ commands: [PLAIN, FAULTY] });
});
afterAll(() => test.close());

const json = { 'content-type': 'application/json' };

describe('every route below /api', () => {
  it.each([
    ['without a permission', { ...PLAIN, permission: '' }, 'has no permission'],
    ['with an empty list of keys', { ...PLAIN, permission: [] }, 'has no permission'],
    ['that changes something and has no name in the log', { ...FAULTY, log: undefined }, 'operation log'],
  ])('cannot be registered %s', async (_what, command, message) => {
    await expect(buildAppWith(command)).rejects.toThrow(message);
  });

  it('is closed to who has no session, except the public ones', async () => {
    const { model, module } = application;
    const generic = [...model.resources.values()].flatMap(({ name, dialect, api }) =>
      dialect === 'house'
        ? Object.entries(api)
        : [
            ['list', `/resources/${name}`],
            ['info', `/resources/${name}/1`],
          ],
    );
    const calls = [
      ...generic.map(([verb, path]) => ({
        method: verb === 'delete' ? 'DELETE' : ['save', 'deleteMany', 'importAtOnce'].includes(verb!) ? 'POST' : 'GET',
        path,
      })),
      ...(module.commands ?? []).filter(({ permission }) => permission !== 'public'),
      ...['/openapi.json', '/basics/codes', '/basics/file/url', '/admin/user/info', '/account/sessions'].map(
        (path) => ({
          method: 'GET',
          path,
        }),
      ),
      ...['/basics/file/upload', '/admin/user/loginout', '/admin/user/updatepwd'].map((path) => ({
        method: 'POST',
        path,
      })),
    ];
    expect(calls.length).toBeGreaterThan(100);
    const open: string[] = [];
    for (const { method, path } of calls) {
      const url = `/api${path!.replace(/\{\w+\}/g, '1')}`;
      const { http } = await test.nobody.inject({ method: method as 'GET', url });
      if (http !== 401) open.push(`${method} ${url} ${http}`);
    }
    expect(open).toEqual([]);
    expect((await test.nobody.get('/health')).http).toBe(200);
  });

  it('is closed to who has no key, before the body is looked at', async () => {
    const clerk = await test.as('clerk');
    const refused = {
      http: 403,
      statusCode: 403,
      message: 'You do not have permission for this operation. Ask an administrator for it',
      data: null,
    };
    expect(await clerk.get('/admin/user/list')).toMatchObject(refused);
    expect(await clerk.post('/admin/user/save', {})).toMatchObject(refused);
    expect(await clerk.delete('/admin/user/delete/1')).toMatchObject(refused);
    expect(
      await clerk.inject({ method: 'POST', url: '/api/car/brand/save', headers: json, payload: '{' }),
    ).toMatchObject(refused);
  });

  async function buildAppWith(command: Command): Promise<void> {
    const settings = {
      dataDir: test.dataDir,
      logLevel: 'silent',
      trustProxy: [],
      defaultZone: 'Asia/Bangkok',
      imageOrigins: [],
    };
    const module = { ...application.module, commands: [command] };
    const app = await buildApp({ ...application, module, pool: test.pool, settings });
    await app.close();
  }
});

describe('a save', () => {
  it('needs the add key without an id and the edit key with one', async () => {
    const admin = await test.as('admin');
    const { id } = (await admin.post<{ id: number }>('/car/brand/save', { name: 'Mazda' })).data;
    const roles = (await admin.get<{ list: { id: number; code: string; menuIds: number[] }[] }>('/role/list')).data
      .list;
    const role = roles.find(({ code }) => code === 'fleet')!;
    const { rows } = await sql<{ id: number }>`select id from menu where path = 'brand-add'`.execute(test.db);
    await admin.post('/role/save', {
      id: role.id,
      menuIds: role.menuIds.filter((one) => !rows.some((row) => row.id === one)),
    });
    const fleet = await test.as('fleet');
    expect((await fleet.post('/car/brand/save', { id, name: 'Mazda 2' })).statusCode).toBe(200);
    for (const none of [{}, { id: null }, { id: '' }])
      expect((await fleet.post('/car/brand/save', { ...none, name: 'Kia' })).http).toBe(403);
  });

  it('refuses unknown fields by name and says so in the language of the request', async () => {
    const admin = await test.as('admin');
    const body = { name: 'Honda', nmae: 'x' };
    const english = await admin.post('/car/brand/save', body);
    expect(english).toMatchObject({
      http: 200,
      statusCode: 400,
      message: 'Parameter error',
      errors: { nmae: 'Unknown field' },
    });
    const thai = await admin.post('/car/brand/save', body, { 'accept-language': 'th-TH' });
    expect(thai).toMatchObject({ statusCode: 400, message: 'พารามิเตอร์ไม่ถูกต้อง' });
    const other = await admin.post('/car/brand/save', body, { 'accept-language': 'fr' });
    expect(other).toMatchObject({ statusCode: 400, message: '参数错误' });
  });

  it('sent twice with one Idempotency-Key happens once', async () => {
    const admin = await test.as('admin');
    const headers = { 'idempotency-key': 'brand-once' };
    const [first, second] = [
      await admin.post<{ id: number }>('/car/brand/save', { name: 'Lexus' }, headers),
      await admin.post<{ id: number }>('/car/brand/save', { name: 'Lexus' }, headers),
    ];
    expect(first.statusCode).toBe(200);
    expect(first.headers).not.toHaveProperty('idempotency-replayed');
    expect(second).toMatchObject({
      statusCode: 200,
      data: first.data,
      message: 'This was already done at the first attempt; it was not done a second time',
      headers: { 'idempotency-replayed': 'true' },
    });
    expect(await admin.post('/car/brand/save', { name: 'Infiniti' }, headers)).toMatchObject({
      statusCode: 400,
      message: 'This key was already used for another request',
    });
    const { rows } = await sql<{ count: number }>`select count(*) from brand where name = 'Lexus'`.execute(test.db);
    expect(rows).toEqual([{ count: 1 }]);
  });

  it.each(['with space', 'ü', 'x'.repeat(201)])('refuses the idempotency key %j', async (key) => {
    const admin = await test.as('admin');
    const answer = await admin.post('/car/brand/save', { name: 'Isuzu' }, { 'idempotency-key': key });
    expect(answer).toMatchObject({ http: 400, statusCode: 400 });
  });

  it('that fails is in the operation log with its input, its result and its author', async () => {
    const admin = await test.as('admin');
    await admin.post('/car/brand/save', { name: 'Suzuki', colour: 'red' });
    const { rows } = await sql<Record<string, unknown>>`
      select username, module, action, method, path, params, "statusCode", message, ip from "operationLog" order by id desc limit 1
    `.execute(test.db);
    expect(rows[0]).toMatchObject({
      username: 'admin',
      module: 'brand',
      action: 'save',
      method: 'POST',
      path: '/api/car/brand/save',
      params: { name: 'Suzuki', colour: 'red' },
      statusCode: 400,
      message: 'Parameter error',
      ip: '127.0.0.1',
    });
  });
});

describe('an answer', () => {
  it('to an unknown path or method is HTTP 404 in the envelope, with and without a session', async () => {
    const missing = { http: 404, statusCode: 404, message: 'There is no such address', data: null };
    for (const client of [test.nobody, await test.as('admin')]) {
      expect(await client.get('/basics/store/seting/1')).toMatchObject(missing);
      expect(await client.inject({ method: 'PUT', url: '/api/car/list' })).toMatchObject(missing);
      expect(await client.inject({ method: 'GET', url: '/api' })).toMatchObject(missing);
      expect(await client.inject({ method: 'GET', url: '/files/x' })).toMatchObject({ http: 404 });
    }
  });

  it('to an unknown id is code 404 with HTTP 200', async () => {
    const admin = await test.as('admin');
    expect(await admin.get('/basics/store/info/999999')).toMatchObject({
      http: 200,
      statusCode: 404,
      message: 'The record was not found. Search for it again',
    });
    expect(await admin.delete('/car/brand/delete/999999')).toMatchObject({ http: 200, statusCode: 404 });
  });

  it.each([
    ['cut off', '{"name":'],
    ['no JSON', 'name=x'],
    ['poisoning a prototype', '{"__proto__":{"admin":true}}'],
    ['too deep', '['.repeat(5000) + ']'.repeat(5000)],
    ['holding U+0000', '{"name":"a\\u0000b"}'],
  ])('to a body %s is HTTP 400 in the envelope', async (_what, payload) => {
    const answer = await (
      await test.as('admin')
    ).inject({ method: 'POST', url: '/api/car/brand/save', headers: json, payload });
    expect(answer).toMatchObject({ http: 400, statusCode: 400, message: 'Parameter error', data: null });
  });

  it.each([
    ['of another type', { 'content-type': 'text/plain' }, 'x', 415],
    ['beyond one mebibyte', json, JSON.stringify({ name: 'x'.repeat(1024 * 1024) }), 413],
  ])('to a body %s is in the envelope', async (_what, headers, payload, http) => {
    const answer = await (
      await test.as('admin')
    ).inject({ method: 'POST', url: '/api/car/brand/save', headers, payload });
    expect(answer).toMatchObject({ http, statusCode: http, data: null });
  });

  it.each(['/api/car/list?keyword=%00', '/api/%E0%A4%A', '/api/car/delete/%00'])(
    'to the address %s is HTTP 400 in the envelope',
    async (url) => {
      const answer = await (await test.as('admin')).inject({ method: url.includes('delete') ? 'DELETE' : 'GET', url });
      expect(answer).toMatchObject({ http: 400, statusCode: 400 });
    },
  );

  it('to a fault says nothing of its cause', async () => {
    const answer = await (await test.as('admin')).post('/test/fault', {});
    expect(answer).toMatchObject({ http: 500, statusCode: 500, message: 'Operation failed', data: null });
    expect(answer.text).not.toContain('secret');
  });

  it('of the API is not kept, not sniffed, not framed', async () => {
    const admin = await test.as('admin');
    for (const path of ['/car/brand/list', '/car/brand/list?nosuch=1', '/no/such/path']) {
      const { headers } = await admin.get(path);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'cross-origin-resource-policy': 'same-origin',
        'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      });
    }
    expect((await admin.get('/car/brand/list')).headers['cache-control']).toBe('no-store');
  });

  it('to bytes that are no HTTP is in the envelope', async () => {
    await test.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = test.app.server.address() as AddressInfo;
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write('\x16\x03\x01 nonsense\r\n\r\n'));
      let received = '';
      socket.on('data', (chunk) => (received += chunk.toString()));
      socket.on('close', () => resolve(received));
      socket.on('error', reject);
    });
    expect(text).toContain('HTTP/1.1 400');
    expect(text).toContain('"statusCode":400');
  });
});

describe('code tables', () => {
  it('come in the language of the request and cost nothing when unchanged', async () => {
    const clerk = await test.as('clerk');
    const english = await clerk.get<Record<string, { code: unknown; label: string }[]>>('/basics/codes');
    expect(english.data['orderStatus']).toContainEqual({ code: 1, label: expect.stringMatching(/[a-z]/i) });
    const thai = await clerk.get<typeof english.data>('/basics/codes', undefined, { 'accept-language': 'th-TH' });
    expect(thai.data['orderStatus']![0]!.label).toMatch(/\p{Script=Thai}/u);
    const again = await clerk.get('/basics/codes', undefined, { 'if-none-match': String(english.headers['etag']) });
    expect(again).toMatchObject({ http: 304, text: '' });
    expect((await clerk.get('/basics/codes', undefined, { 'if-none-match': String(thai.headers['etag']) })).http).toBe(
      200,
    );
  });
});
