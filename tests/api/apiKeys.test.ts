import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountsOf } from './accounts.ts';
import { PASSWORD, type Client } from './app.ts';
import { accepted, startRentalApp, type RentalApp } from './rental.ts';
import { pathOf, routesOf } from './routes.ts';

let test: RentalApp;
let admin: Client;
beforeAll(async () => {
  test = await startRentalApp({ clock: Date.now });
  admin = await test.as('admin');
});
afterAll(() => test.close());
const proven = async (client: Client) => accepted(await client.post('/admin/user/prove', { pwd: PASSWORD }));

const lazyApp = new Proxy({} as RentalApp, { get: (_none, name) => test[name as keyof RentalApp] });
const accounts = accountsOf(lazyApp, () => admin);

const inDays = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');

let made = 0;
const values = (changes: object = {}) => ({
  name: `Key ${++made}`,
  readsOnly: false,
  expireTime: inDays(30),
  ...changes,
});

async function recordOf(userId: number, changes: object = {}, by: Client = admin): Promise<number> {
  return accepted(await by.post<{ id: number }>('/system/apikey/save', values({ userId, ...changes }))).data.id;
}

const issue = async (id: number, more: object = {}, by: Client = admin): Promise<string> =>
  accepted(await by.post<{ key: string }>('/system/apikey/issue', { id, ...more })).data.key;

async function keyFor(userId: number, changes: object = {}): Promise<{ id: number; key: string; client: Client }> {
  const id = await recordOf(userId, changes);
  const key = await issue(id);
  return { id, key, client: test.withToken(key) };
}

const infoOf = async (id: number) => accepted(await admin.get(`/system/apikey/info/${id}`)).data;

async function idOf(username: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from "user" where username = ${username}`.execute(test.db);
  return rows[0]!.id;
}

describe('an API key', () => {
  it('calls as its user, with that permissions and stores and no others', async () => {
    const { rows } = await sql<{ id: number }>`select id from store order by id limit 1`.execute(test.db);
    const user = await accounts.makeUser({ dataScope: 1, storeIds: rows.map(({ id }) => id) });
    const { client } = await keyFor(user.id);
    for (const path of ['/order/list', '/car/list', '/basics/store/list', '/carprice/list'])
      expect((await client.get(path)).data).toEqual((await user.client.get(path)).data);
    expect(await client.get('/admin/user/list')).toMatchObject({ http: 403 });
  });

  it('is answered once, and nothing keeps it but its hash', async () => {
    const { id, key } = await keyFor(await idOf('clerk'));
    const info = await infoOf(id);
    expect(info).toMatchObject({ prefix: key.slice(0, 16), issueTime: expect.any(String) });
    expect(JSON.stringify(info)).not.toContain(key);
    expect(info).not.toHaveProperty('hash');
    const { rows } = await sql<{ text: string }>`
      select to_jsonb(t)::text as text from "apiKey" t union all select to_jsonb(t)::text from "operationLog" t
      union all select to_jsonb(t)::text from "recordChange" t union all select to_jsonb(t)::text from idempotency t
    `.execute(test.db);
    expect(rows.filter(({ text }) => text.includes(key) || text.includes(key.slice(16)))).toEqual([]);
  });

  it('that is read only changes nothing, whatever its user may do', async () => {
    const { client } = await keyFor(await idOf('admin'), { readsOnly: true });
    accepted(await client.get('/order/list'));
    expect(await client.post('/basics/city/save', { name: 'X' })).toMatchObject({
      http: 403,
      message: 'This API key may only read. Ask whoever made the key',
    });
  });

  it('does nothing that needs a recent proof of the password, and nothing to sessions', async () => {
    const { client } = await keyFor(await idOf('admin'));
    const only = 'This needs a person who has signed in; an API key is not enough';
    for (const path of [
      '/account/sessions/endall',
      '/admin/user/updatepwd',
      '/admin/user/loginout',
      '/system/apikey/issue',
    ])
      expect(await client.post(path, {})).toMatchObject({ http: 403, message: only });
    const saved = await client.post('/admin/user/save', await accounts.form());
    expect(saved.statusCode).not.toBe(200);
    const own = await client.post('/system/apikey/save', values({ userId: await idOf('admin') }));
    expect(own.http).toBe(428);
  });

  it('ends when its time is over, it is revoked, its user is locked or deleted', async () => {
    const user = await accounts.makeUser();
    const past = await keyFor(user.id);
    await sql`update "apiKey" set "expireTime" = now() - interval '1 second' where id = ${past.id}`.execute(test.db);
    expect(await past.client.get('/order/list')).toMatchObject({ http: 401 });

    const revoked = await keyFor(user.id);
    accepted(await revoked.client.get('/order/list'));
    accepted(await admin.post(`/resources/apiKey/${revoked.id}/revoke`));
    expect(await revoked.client.get('/order/list')).toMatchObject({ http: 401 });
    expect((await admin.post('/system/apikey/issue', { id: revoked.id })).statusCode).toBe(409);

    const { client } = await keyFor(user.id);
    accepted(await client.get('/order/list'));
    accepted(await admin.post('/admin/user/lock', { ids: [user.id], locked: 1 }));
    expect(await client.get('/order/list')).toMatchObject({ http: 401 });
    accepted(await admin.post('/admin/user/lock', { ids: [user.id], locked: 0 }));
    accepted(await client.get('/order/list'));
    accepted(await admin.delete(`/admin/user/delete/${user.id}`));
    expect(await client.get('/order/list')).toMatchObject({ http: 401 });
  });

  it('loses with its next call what its role loses', async () => {
    const roleId = await accounts.makeRole('program', 'order-list', 'car-list');
    const user = await accounts.makeUser({ roleId });
    const { client } = await keyFor(user.id);
    accepted(await client.get('/order/list'));
    accepted(await admin.post('/role/save', { id: roleId, menuIds: await accounts.menuIds('car-list') }));
    expect(await client.get('/order/list')).toMatchObject({ http: 403 });
    accepted(await client.get('/car/list'));
  });

  it('is taken over by a new one, and works on as long as was chosen', async () => {
    const { id, client: before } = await keyFor(await idOf('clerk'));
    const after = test.withToken(await issue(id, { overlap: 2 }));
    accepted(await before.get('/order/list'));
    accepted(await after.get('/order/list'));
    await sql`update "apiKey" set "oldUntil" = now() - interval '1 second' where id = ${id}`.execute(test.db);
    expect(await before.get('/order/list')).toMatchObject({ http: 401 });
    accepted(await after.get('/order/list'));
    await issue(id);
    expect(await after.get('/order/list')).toMatchObject({ http: 401 });
  });

  it('comes from its addresses only', async () => {
    const { id, client } = await keyFor(await idOf('clerk'), { addresses: '10.0.0.0/8, 203.0.113.7' });
    const from = (ip: string) => client.get('/order/list', {}, { 'x-forwarded-for': ip });
    accepted(await from('10.1.2.3'));
    accepted(await from('203.0.113.7'));
    expect(await from('203.0.113.8')).toMatchObject({ http: 403 });
    const wrong = await admin.post('/system/apikey/save', { id, addresses: '10.0.0.0/8 10.0.0.0/99' });
    expect(wrong.errors).toEqual({
      addresses: '"10.0.0.0/99" is neither an IP address nor a network such as 10.0.0.0/8',
    });
  });

  it('in an address is refused and marked, and goes on in its header', async () => {
    const { id, key, client } = await keyFor(await idOf('clerk'));
    expect(await test.nobody.get('/order/list', { token: key })).toMatchObject({ http: 401 });
    expect(await client.get('/order/list', { key })).toMatchObject({
      http: 401,
      message: expect.stringContaining('never in an address'),
    });
    expect(await infoOf(id)).toMatchObject({ exposedTime: expect.any(String) });
    accepted(await client.get('/order/list'));
  });

  it('has its calls a minute, says how many are left, and is refused beyond them', async () => {
    const { client } = await keyFor(await idOf('clerk'), { perMinute: 3 });
    const answers = [];
    for (let call = 0; call < 4; call++)
      answers.push(await client.inject({ method: 'GET', url: '/api/order/list?pageSize=1' }));
    expect(answers.map(({ http }) => http)).toEqual([200, 200, 200, 429]);
    expect(answers.map(({ headers }) => String(headers['ratelimit-remaining']))).toEqual(['2', '1', '0', '0']);
    expect(answers[3]!.headers).toMatchObject({
      'retry-after': expect.anything(),
      'ratelimit-limit': expect.anything(),
    });
  });

  it('is named in the operation log of what it did, and says when and from where it was used', async () => {
    const { id, key, client } = await keyFor(await idOf('ops'));
    accepted(await client.post('/car/brand/save', { name: 'Driven by a program' }));
    const { rows } = await sql<{ door: string; username: string }>`
      select door, username from "operationLog" where module = 'brand' order by id desc limit 1
    `.execute(test.db);
    expect(rows).toEqual([{ door: key.slice(0, 16), username: 'ops' }]);
    await expect.poll(() => infoOf(id)).toMatchObject({ lastUsedTime: expect.any(String), lastUsedFrom: '127.0.0.1' });
  });
});

describe('whoever makes a key', () => {
  it('holds everything that its user holds', async () => {
    const roleId = await accounts.makeRole(
      'keeper',
      'apikey',
      'apikey-add',
      'apikey-edit',
      'apikey-detail',
      'user-list',
      'order-list',
    );
    const { client: keeper } = await accounts.makeUser({ roleId });
    await proven(keeper);
    const more = await keeper.post('/system/apikey/save', values({ userId: await idOf('clerk') }));
    expect(more.statusCode).toBe(400);
    const same = await accounts.makeUser({ roleId });
    const id = await recordOf(same.id, {}, keeper);
    // The user is given more meanwhile: a new key would carry it.
    accepted(await admin.post('/admin/user/save', { id: same.id, roleId: await accounts.roleId('ops') }));
    expect((await keeper.post('/system/apikey/issue', { id })).statusCode).toBe(400);
  });

  it('has proven the password a moment ago', async () => {
    const fresh = await test.signIn('admin');
    await sql`
      update "_session" set "provenTime" = now() - interval '1 hour' where "tokenHash" = sha256(${fresh.token}::bytea)
    `.execute(test.db);
    expect(await fresh.post('/system/apikey/save', values({ userId: await idOf('clerk') }))).toMatchObject({
      http: 428,
    });
    expect(await fresh.post('/system/apikey/issue', { id: 1 })).toMatchObject({ http: 428 });
  });

  it.each([
    ['yesterday', -1, 'Choose a time in the future'],
    ['in two years', 730, 'A key is valid for a year at most'],
  ])('lets it end within a year, not %s', async (_when, days, message) => {
    const answer = await admin.post(
      '/system/apikey/save',
      values({ userId: await idOf('clerk'), expireTime: inDays(days) }),
    );
    expect(answer.errors).toEqual({ expireTime: message });
  });
});

it('no key of an unknown, short or changed text opens anything', async () => {
  const { key } = await keyFor(await idOf('admin'));
  for (const text of [key.slice(0, -1), `${key}a`, key.replace('fc_live_', 'fc_test_'), key.toUpperCase(), 'fc_live_'])
    expect(await test.withToken(text).get('/order/list')).toMatchObject({ http: 401 });
});

it('over every call a key is refused what is about sessions, and a read-only one everything but GET', async () => {
  const { client } = await keyFor(await idOf('admin'), { readsOnly: true, perMinute: 60_000 });
  const open: string[] = [];
  for (const { method, url, permission, personOnly } of routesOf(test.app)) {
    if (!url.startsWith('/api/') || ['public', 'signed'].includes(String(permission))) continue;
    const { http } = await client.inject({
      method: method as 'GET',
      url: url.replace(/:\w+/g, '999999999'),
      ...(method === 'POST' && { payload: {} }),
    });
    const changes = method !== 'GET' && method !== 'HEAD';
    if ((http === 403) !== (changes || personOnly)) open.push(`${method} ${url}: ${http}`);
  }
  expect(open).toEqual([]);
});

it('the description says of every call whether a session, an API key or nobody is enough', async () => {
  type Described = Record<string, { security?: readonly object[] }>;
  const { text } = await admin.get('/openapi.json');
  const { paths } = JSON.parse(text) as { paths: Record<string, Described> };
  const wrong: string[] = [];
  for (const { method, url, permission, personOnly } of routesOf(test.app)) {
    const described = paths[`/api${pathOf(url)}`]?.[method.toLowerCase()];
    if (!described) continue;
    const open = permission === 'public' || permission === 'signed';
    const expected = open ? [] : personOnly ? [{ session: [] }] : undefined;
    if (JSON.stringify(described.security) !== JSON.stringify(expected)) wrong.push(`${method} ${url}`);
  }
  expect(wrong).toEqual([]);
});
