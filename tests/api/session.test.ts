import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PASSWORD, startTestApp, type Answer, type TestApp } from './app.ts';
import { newUser } from './ownUsers.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const login = (username: string, password: string): Promise<Answer<{ token: string } | null>> =>
  test.nobody.post('/admin/user/login', { username, password });

async function loginLog(username: string): Promise<{ result: number; message: string }[]> {
  const { rows } = await sql<{ result: number; message: string }>`
    select result, message from "loginLog" where username = ${username} order by id
  `.execute(test.db);
  return rows;
}

describe('signing in', () => {
  it('works by username and by phone and answers who one is and what one may', async () => {
    const user = await newUser(test);
    for (const name of [user.username, user.phone, ` ${user.username} `]) {
      const { http, statusCode, data } = await login(name, PASSWORD);
      expect({ http, statusCode }).toEqual({ http: 200, statusCode: 200 });
      expect(data!.token).toMatch(/^[\w-]{43}$/);
    }
    const info = await (
      await test.signIn(user.username)
    ).get<{ permission: { path: string; name: string }[] }>('/admin/user/info');
    expect(info.data).toMatchObject({
      id: user.id,
      username: user.username,
      welcome: `Welcome, ${user.username}`,
      roles: [{ code: 'clerk' }],
      dataScope: 0,
      storeIds: [],
      taskType: null,
      suname: expect.any(String),
      avatar: '',
    });
    const paths = info.data.permission.map(({ path }) => path);
    expect(paths).toContain('order-add');
    expect(paths).not.toContain('user-list');
    expect(info.data.permission.every(({ name }) => name !== '')).toBe(true);
  });

  it('answers HTTP 200 with code 400 and one text for a wrong name, a wrong password and nothing at all', async () => {
    const user = await newUser(test);
    const refused = { http: 200, statusCode: 400, message: 'Login failed, please try again later', data: null };
    expect(await login(user.username, 'wrong')).toMatchObject(refused);
    expect(await login('nobody-here', PASSWORD)).toMatchObject(refused);
    expect(await login('', '')).toMatchObject({
      http: 200,
      statusCode: 400,
      message: 'Please fill in complete login information',
    });
  });

  it('tells a locked user so only after the right password', async () => {
    const user = await newUser(test);
    await sql`update "user" set status = 0 where id = ${user.id}`.execute(test.db);
    expect((await login(user.username, 'wrong')).message).toBe('Login failed, please try again later');
    expect((await login(user.username, PASSWORD)).message).toBe('The account is not active. Ask an administrator');
  });

  it('locks a name after five failures, also against the right password and under its phone', async () => {
    const user = await newUser(test);
    for (let attempt = 0; attempt < 5; attempt++) await login(attempt % 2 ? user.phone : user.username, 'wrong');
    expect((await login(user.username, PASSWORD)).statusCode).toBe(400);
    expect((await login(user.phone, PASSWORD)).statusCode).toBe(400);
    const { rows } = await sql<{ minutes: number }>`
      select extract(epoch from "lockedUntil" - now())::float8 / 60 as minutes from "_signIn" where key = ${`user ${user.id} at 127.0.0.1`}
    `.execute(test.db);
    // Less what has passed since.
    expect(rows[0]!.minutes).toBeGreaterThan(14);
    expect(rows[0]!.minutes).toBeLessThanOrEqual(15);
    await sql`update "_signIn" set "lockedUntil" = now() - interval '1 second' where key = ${`user ${user.id} at 127.0.0.1`}`.execute(
      test.db,
    );
    expect((await login(user.username, PASSWORD)).statusCode).toBe(200);
  });

  it('counts the failures of the last fifteen minutes', async () => {
    // An address of its own: failures count for that too.
    const ip = '203.0.113.78';
    const user = await newUser(test);
    const tryWith = async (password: string): Promise<number> =>
      (await test.nobody.post('/admin/user/login', { username: user.username, password }, { 'x-forwarded-for': ip }))
        .statusCode;
    for (const [age, statusCode] of [
      ['15 minutes', 200],
      ['14 minutes', 400],
    ] as const) {
      for (let attempt = 0; attempt < 4; attempt++) await tryWith('wrong');
      await sql`
        update "_signIn" set attempts = array(select one - ${age}::interval from unnest(attempts) one) where key = ${`user ${user.id} at ${ip}`}
      `.execute(test.db);
      await tryWith('wrong');
      expect([age, await tryWith(PASSWORD)]).toEqual([age, statusCode]);
    }
  });

  it('locks it under many simultaneous guesses too', async () => {
    const user = await newUser(test);
    // An address of its own: so many failures lock that too.
    const ip = '203.0.113.77';
    const tryFrom = (password: string) =>
      test.nobody.post('/admin/user/login', { username: user.username, password }, { 'x-forwarded-for': ip });
    await Promise.all(Array.from({ length: 30 }, () => tryFrom('wrong')));
    expect((await tryFrom(PASSWORD)).statusCode).toBe(400);
    const { rows } = await sql<{ attempts: number }>`
      select cardinality(attempts) as attempts from "_signIn" where key = ${`user ${user.id} at ${ip}`} and "lockedUntil" > now()
    `.execute(test.db);
    expect(rows).toHaveLength(1);
  });

  it('forgets failures after a success', async () => {
    const user = await newUser(test);
    for (let round = 0; round < 3; round++) {
      for (let attempt = 0; attempt < 4; attempt++) await login(user.username, 'wrong');
      expect((await login(user.username, PASSWORD)).statusCode).toBe(200);
    }
  });

  it('is written to the login log: success, failure, sign-out', async () => {
    const user = await newUser(test);
    await login(user.username, 'wrong');
    const client = await test.signIn(user.username);
    await client.post('/admin/user/loginout');
    expect(await loginLog(user.username)).toMatchObject([
      { result: 0 },
      { result: 1 },
      { result: 1, message: 'Signed out' },
    ]);
  });

  it('stores neither token nor password', async () => {
    const user = await newUser(test);
    const client = await test.signIn(user.username);
    const { rows } = await sql<{ row: string }>`
      select s::text as row from "_session" s union all select u::text from "user" u where id = ${user.id}
    `.execute(test.db);
    expect(rows.some(({ row }) => row.includes(client.token!) || row.includes(PASSWORD))).toBe(false);
  });
});

describe('a session', () => {
  it.each([undefined, 'Bearer ', 'Bearer x', `Bearer ${'A'.repeat(43)}`, 'Basic YWRtaW46eA=='])(
    'is not opened by %j',
    async (authorization) => {
      const answer = await test.nobody.get(
        '/admin/user/info',
        undefined,
        authorization === undefined ? {} : { authorization },
      );
      expect(answer).toMatchObject({ http: 401, statusCode: 401, message: 'Please sign in again', data: null });
    },
  );

  it('ends at once with sign-out, others of the user stay', async () => {
    const user = await newUser(test);
    const [here, there] = [await test.signIn(user.username), await test.signIn(user.username)];
    expect((await here.get('/admin/user/info')).http).toBe(200);
    expect((await here.post('/admin/user/loginout')).statusCode).toBe(200);
    expect((await here.get('/admin/user/info')).http).toBe(401);
    expect((await there.get('/admin/user/info')).http).toBe(200);
  });

  it.each([
    ['locked', { path: '/admin/user/lock', body: (id: number) => ({ ids: [id], locked: 1 }) }],
    ['deleted', { path: '/admin/user/deletebatch', body: (id: number) => ({ ids: [id] }) }],
    ['given another password', { path: '/admin/user/save', body: (id: number) => ({ id, password: 'another-one' }) }],
  ])('ends at once when its user is %s', async (_what, { path, body }) => {
    const user = await newUser(test);
    const client = await test.signIn(user.username);
    expect((await client.get('/admin/user/info')).http).toBe(200);
    expect(await (await test.as('admin')).post(path, body(user.id))).toMatchObject({ http: 200, statusCode: 200 });
    expect((await client.get('/admin/user/info')).http).toBe(401);
  });

  it('ends after seven days', async () => {
    const user = await newUser(test);
    const client = await test.signIn(user.username);
    const { rows } = await sql<{ days: number }>`
      select extract(epoch from "expireTime" - "issueTime") / 86400 as days from "_session" where "userId" = ${user.id}
    `.execute(test.db);
    expect(Number(rows[0]!.days)).toBeCloseTo(7, 5);
    await sql`update "_session" set "expireTime" = now() where "userId" = ${user.id}`.execute(test.db);
    expect((await client.get('/admin/user/info')).http).toBe(401);
  });
});

describe('permissions', () => {
  it('taken from a role are gone with the next request', async () => {
    const admin = await test.as('admin');
    const user = await newUser(test, 'finance');
    const client = await test.signIn(user.username);
    expect((await client.get('/car/list')).http).toBe(200);
    const role = (
      await admin.get<{ list: { id: number; code: string; menuIds: number[] }[] }>('/role/list')
    ).data.list.find(({ code }) => code === 'finance')!;
    expect(await admin.post('/role/save', { id: role.id, menuIds: [] })).toMatchObject({ statusCode: 200 });
    expect((await client.get('/car/list')).http).toBe(403);
    expect(await admin.post('/role/save', { id: role.id, menuIds: role.menuIds })).toMatchObject({ statusCode: 200 });
    expect((await client.get('/car/list')).http).toBe(200);
  });

  it('changed behind the back of this process are noticed', async () => {
    const user = await newUser(test, 'fleet');
    const client = await test.signIn(user.username);
    expect((await client.get('/car/list')).http).toBe(200);
    await test.pool.query(`update menu set status = 0 where path = 'car-list'`);
    await expect.poll(async () => (await client.get('/car/list')).http).toBe(403);
    await test.pool.query(`update menu set status = 1 where path = 'car-list'`);
    await expect.poll(async () => (await client.get('/car/list')).http).toBe(200);
  });

  it('are remembered between requests: no question to the database a second time', async () => {
    const user = await newUser(test, 'fleet');
    const client = await test.signIn(user.username);
    await client.get('/basics/codes');
    const queries = vi.spyOn(test.pool, 'query');
    for (let count = 0; count < 5; count++) expect((await client.get('/basics/codes')).http).toBe(200);
    expect(queries).not.toHaveBeenCalled();
    queries.mockRestore();
  });
});

describe('the own password', () => {
  const change = (pwd: string, repeatpwd: string, oldpwd?: string): object => ({
    pwd,
    repeatpwd,
    ...(oldpwd !== undefined && { oldpwd }),
  });

  it('is changed; this session lives on, the others end', async () => {
    const user = await newUser(test);
    const [here, there] = [await test.signIn(user.username), await test.signIn(user.username)];
    expect(
      await here.post('/admin/user/updatepwd', change('maple-drawer-nine', 'maple-drawer-nine', PASSWORD)),
    ).toMatchObject({
      http: 200,
      statusCode: 200,
      message: 'Password changed successfully',
    });
    expect((await here.get('/admin/user/info')).http).toBe(200);
    expect((await there.get('/admin/user/info')).http).toBe(401);
    expect((await login(user.username, PASSWORD)).statusCode).toBe(400);
    expect((await login(user.username, 'maple-drawer-nine')).statusCode).toBe(200);
  });

  it.each([
    ['too short', change('1234567', '1234567'), 'pwd', 'The password needs at least 8 characters'],
    ['not repeated', change('one-anchor-parade', 'other-anchor-parade'), 'repeatpwd', 'The two passwords do not match'],
    [
      'given with a wrong old one',
      change('one-anchor-parade', 'one-anchor-parade', 'wrong'),
      'oldpwd',
      'The old password is wrong',
    ],
    ['missing', {}, 'pwd', 'Required'],
  ])('is refused when %s', async (_what, body, field, message) => {
    const user = await newUser(test);
    const answer = await (await test.signIn(user.username)).post('/admin/user/updatepwd', body);
    expect(answer).toMatchObject({ http: 200, statusCode: 400, message: 'Parameter error' });
    expect(answer.errors[field]).toBe(message);
  });

  it('never reaches the operation log', async () => {
    const user = await newUser(test);
    const client = await test.signIn(user.username);
    await client.post('/admin/user/updatepwd', change('velvet-orchard-44', 'velvet-orchard-44', PASSWORD));
    await client.post('/admin/user/updatepwd', change('very-secret-2', 'very-secret-3'));
    const { rows } = await sql<{ row: string; statusCode: number }>`
      select o::text as row, "statusCode" from "operationLog" o where "userId" = ${user.id} order by id
    `.execute(test.db);
    expect(rows.map(({ statusCode }) => statusCode)).toEqual([200, 400]);
    expect(rows.some(({ row }) => /very-secret/.test(row))).toBe(false);
  });
});
