import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { application as product } from '../../src/application.ts';
import { PASSWORD, startTestApp, type Client, type TestApp } from './app.ts';
import { newUser } from './ownUsers.ts';

const DAY = 24 * 60 * 60 * 1000;

let test: TestApp;
beforeAll(async () => {
  // This node is nine days ahead of the database.
  test = await startTestApp({ clock: () => Date.now() + 9 * DAY });
});
afterAll(() => test.close());

const NEEDED = {
  http: 428,
  statusCode: 428,
  message: 'Please enter your password again to do this',
  data: null,
};
const PROVE = '/admin/user/prove';

/** A session whose password was proven so long ago. */
async function signedIn(minutesAgo: number, role = 'super'): Promise<{ id: number; username: string; client: Client }> {
  const user = await newUser(test, role);
  const client = await test.signIn(user.username);
  await sql`
    update "_session" set "provenTime" = now() - make_interval(mins => ${minutesAgo}) where "userId" = ${user.id}
  `.execute(test.db);
  return { ...user, client };
}

const roleId = async (code: string): Promise<number> =>
  (await sql<{ id: number }>`select id from role where code = ${code}`.execute(test.db)).rows[0]!.id;

describe('a session by a node whose clock is nine days ahead', () => {
  it('lives, by the clock of the database', async () => {
    const { client } = await signedIn(0);
    expect((await client.get('/admin/user/info')).http).toBe(200);
  });

  it('ends when the database says so', async () => {
    const { id, client } = await signedIn(0);
    expect((await client.get('/admin/user/info')).http).toBe(200);
    await sql`update "_session" set "expireTime" = now() where "userId" = ${id}`.execute(test.db);
    expect((await client.get('/admin/user/info')).http).toBe(401);
  });
});

describe('the own account', () => {
  const pwd = 'a-brand-new-one';

  it('changes its password without the old one within ten minutes after sign-in', async () => {
    const { client } = await signedIn(9);
    expect((await client.post('/admin/user/updatepwd', { pwd, repeatpwd: pwd })).statusCode).toBe(200);
  });

  it('needs the old password later', async () => {
    const { username, client } = await signedIn(11);
    expect(await client.post('/admin/user/updatepwd', { pwd, repeatpwd: pwd })).toMatchObject(NEEDED);
    await test.signIn(username);
    const withOld = { pwd, repeatpwd: pwd, oldpwd: PASSWORD };
    expect((await client.post('/admin/user/updatepwd', withOld)).statusCode).toBe(200);
    await test.signIn(username, pwd);
  });

  it.each([
    ['phone', '+66811119999'],
    ['email', 'thief@example.com'],
  ])('needs a proof for another %s, for the rest none', async (property, value) => {
    const { id, client } = await signedIn(11, 'clerk');
    const save = (body: object): Promise<unknown> => client.post('/account/settings/save', body);
    expect(await save({ [property]: value })).toMatchObject(NEEDED);
    const stored = await sql<Record<string, unknown>>`select * from "user" where id = ${id}`.execute(test.db);
    expect(stored.rows[0]![property]).not.toBe(value);
    expect(await save({ name: 'Noi', phone: stored.rows[0]!['phone'] })).toMatchObject({ statusCode: 200 });
    expect(await client.post(PROVE, { pwd: PASSWORD })).toMatchObject({ statusCode: 200, data: null });
    expect(await save({ [property]: value })).toMatchObject({ statusCode: 200 });
  });
});

describe('what needs a proof', () => {
  it.each([
    ['password', 'another-password'],
    ['username', 'somebody.else'],
    ['phone', '+66822229999'],
    ['email', 'thief@example.com'],
    ['roleId', undefined],
    ['dataScope', 1],
  ])('another %s of a user', async (property, value) => {
    const { client } = await signedIn(11);
    const { id } = await newUser(test);
    const change = { id, [property]: value ?? (await roleId('finance')), ...(value === 1 && { storeIds: [1] }) };
    expect(await client.post('/admin/user/save', change)).toMatchObject(NEEDED);
    expect((await client.post('/admin/user/save', { id, name: 'Renamed', password: '' })).statusCode).toBe(200);
  });

  it('a new user, and a deleted one who comes back', async () => {
    const { client } = await signedIn(11);
    const user = { username: 'new.user', phone: '+66833339999', password: pwdOf(), dataScope: 0, status: 1 };
    const made = { ...user, roleId: await roleId('clerk') };
    expect(await client.post('/admin/user/save', made)).toMatchObject(NEEDED);
    const { id } = await newUser(test);
    expect((await client.delete(`/admin/user/delete/${id}`)).statusCode).toBe(200);
    expect(await client.post('/resources/user/undelete', { ids: [id] })).toMatchObject(NEEDED);
  });

  it('other rights of a role', async () => {
    const { client } = await signedIn(11);
    const id = await roleId('clerk');
    expect(await client.post('/role/save', { id, menuIds: [] })).toMatchObject(NEEDED);
    expect((await client.post('/role/save', { id, description: 'At the desk' })).statusCode).toBe(200);
  });

  it('users out of a file', async () => {
    const { client } = await signedIn(11);
    expect(await client.post('/resources/user/import')).toMatchObject(NEEDED);
  });

  it.each([
    ['/supplier/savesmsseting', { supplierId: 1, enabled: 0 }],
    ['/car/gpsdevice/setting', { id: 1 }],
  ])('%s', async (path, body) => {
    const { client } = await signedIn(11);
    expect(await client.post(path, body)).toMatchObject(NEEDED);
  });

  it('the secret of a channel', async () => {
    const { client } = await signedIn(11);
    const setting = { channel: 2, enabled: 0, secret: 'known-to-both', tolerancePercent: 5, stockDays: 0 };
    expect(await client.post('/channels/setting/save', setting)).toMatchObject(NEEDED);
  });

  it('is said in the description of the interface', async () => {
    const { client } = await signedIn(0);
    const { paths } = JSON.parse((await client.get('/openapi.json')).text) as {
      paths: Record<string, { post?: { responses: Record<string, unknown> } }>;
    };
    const told = Object.keys(paths).filter((path) => paths[path]!.post?.responses['428']);
    expect(told).toEqual(
      expect.arrayContaining([
        '/api/admin/user/save',
        '/api/admin/user/updatepwd',
        '/api/role/save',
        '/api/supplier/savesmsseting',
        '/api/car/gpsdevice/setting',
      ]),
    );
    for (const { method, path, proof } of product.module.commands!)
      if (proof && method === 'POST') expect(told).toContain(`/api${path}`);
  });
});

/** Not the password of anybody. */
const pwdOf = (): string => 'quite-another-one';

describe('proving the password anew', () => {
  it('counts for ten minutes and for this session alone', async () => {
    const { id, username, client } = await signedIn(0, 'clerk');
    const other = await test.signIn(username);
    await sql`update "_session" set "provenTime" = now() - interval '1 hour' where "userId" = ${id}`.execute(test.db);
    expect((await client.post(PROVE, { pwd: PASSWORD })).statusCode).toBe(200);
    const email = { email: 'me@example.com' };
    expect(await other.post('/account/settings/save', email)).toMatchObject(NEEDED);
    expect((await client.post('/account/settings/save', email)).statusCode).toBe(200);
  });

  it('is refused with a wrong password, which counts as a failed sign-in', async () => {
    const { id, username, client } = await signedIn(11, 'clerk');
    for (let count = 0; count < 4; count++) {
      const answer = await client.post(PROVE, { pwd: 'wrong' });
      expect(answer).toMatchObject({ http: 200, statusCode: 400 });
      expect(answer.errors).toEqual({ pwd: 'Wrong password' });
    }
    const change = { oldpwd: 'wrong', pwd: pwdOf(), repeatpwd: pwdOf() };
    expect((await client.post('/admin/user/updatepwd', change)).errors).toEqual({
      oldpwd: 'The old password is wrong',
    });
    // The sixth is not looked at: neither here nor at the sign-in.
    const locked = 'Too many wrong passwords. Please try again in 15 minutes.';
    expect((await client.post(PROVE, { pwd: PASSWORD })).errors).toEqual({ pwd: locked });
    expect((await test.nobody.post('/admin/user/login', { username, password: PASSWORD })).statusCode).toBe(400);
    expect(await client.post('/account/settings/save', { email: 'me@example.com' })).toMatchObject(NEEDED);
    const { rows } = await sql<{ result: number; message: string }>`
      select result, message from "loginLog" where username = ${username} order by id
    `.execute(test.db);
    const wrong = { result: 0, message: 'Wrong password while signed in' };
    expect(rows.slice(1, 6)).toEqual(Array(5).fill(wrong));
    expect(id).toBeGreaterThan(0);
  });

  it('is logged without the password', async () => {
    const { id, client } = await signedIn(11, 'clerk');
    await client.post(PROVE, { pwd: PASSWORD });
    await client.post(PROVE, { pwd: 'wrong-secret' });
    const { rows } = await sql<{ action: string; row: string }>`
      select action, l::text as row from "operationLog" l where "userId" = ${id}
    `.execute(test.db);
    expect(rows.map(({ action }) => action)).toEqual(['prove', 'prove']);
    for (const { row } of rows) expect(row).not.toMatch(/wrong-secret|test-password/);
    for (const { row } of rows) expect(row).not.toContain(PASSWORD);
  });

  it('is limited for a user, and a repeated key proves nothing', async () => {
    const { id, client } = await signedIn(11, 'clerk');
    const key = { 'idempotency-key': 'the-same' };
    expect((await client.post(PROVE, { pwd: PASSWORD }, key)).statusCode).toBe(200);
    await sql`update "_session" set "provenTime" = now() - interval '1 hour' where "userId" = ${id}`.execute(test.db);
    const wrong = await client.post(PROVE, { pwd: 'wrong' }, key);
    expect(wrong.errors).toEqual({ pwd: 'Wrong password' });
    const answers = await Promise.all(Array.from({ length: 12 }, () => client.post(PROVE, { pwd: PASSWORD })));
    expect(answers.map(({ http }) => http)).toContain(429);
  });
});
