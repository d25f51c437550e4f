import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type Client, type TestApp } from './app.ts';
import { newUser } from './ownUsers.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

/** A supplier without stores, made with the first user who belongs to it. */
async function bindToSupplier(id: number): Promise<void> {
  await sql`
    with known as (select id from supplier where name = 'Andaman Cars'), made as (
      insert into supplier (name, type, contact, phone, email, address, "taxId", "bankName", "accountName", "accountNo", status)
      select 'Andaman Cars', 1, 'Lek', '+66810000000', 'a@example.com', 'Phuket', '0105556000000', 'KBANK', 'Andaman', '1', 1
      where not exists (select 1 from known) returning id
    )
    update "user" set "supplierId" = (select id from known union all select id from made) where id = ${id}
  `.execute(test.db);
}

interface Sessions {
  readonly sessions: readonly { id: number; issueTime: string; ip: string; userAgent: string; current: boolean }[];
  readonly signIns: readonly { time: string; result: number; ip: string }[];
}

const sessionsOf = async (client: Client): Promise<Sessions> => (await client.get<Sessions>('/account/sessions')).data;
const isSignedIn = async (client: Client): Promise<boolean> => (await client.get('/admin/user/info')).http === 200;

describe('the own sessions', () => {
  it('are listed with time, address and browser; the one that asks is marked', async () => {
    const { username } = await newUser(test);
    const [here] = [await test.signIn(username), await test.signIn(username)];
    await test.nobody.post('/admin/user/login', { username, password: 'wrong' });
    const { sessions, signIns } = await sessionsOf(here);
    expect(sessions.map(({ current }) => current)).toEqual([false, true]);
    for (const one of sessions) {
      expect(one).toMatchObject({ ip: '127.0.0.1', userAgent: expect.stringContaining('light') });
      expect(one.issueTime).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
    }
    expect(signIns.map(({ result }) => result)).toEqual([0, 1, 1]);
    expect(JSON.stringify(sessions)).not.toContain(here.token);
  });

  it('end one by one, with the next request, and are logged', async () => {
    const user = await newUser(test);
    const [here, there, elsewhere] = [
      await test.signIn(user.username),
      await test.signIn(user.username),
      await test.signIn(user.username),
    ];
    expect(await isSignedIn(there)).toBe(true);
    const own = (await sessionsOf(there)).sessions.find(({ current }) => current)!;
    expect(await here.post('/account/sessions/end', { id: own.id })).toMatchObject({ statusCode: 200, data: null });
    expect([await isSignedIn(here), await isSignedIn(there), await isSignedIn(elsewhere)]).toEqual([true, false, true]);
    const { rows } = await sql`
      select module, action, "objectId" from "operationLog" where "userId" = ${user.id}
    `.execute(test.db);
    expect(rows).toEqual([{ module: 'account', action: 'endSession', objectId: String(own.id) }]);
  });

  it('end all at once, this one too', async () => {
    const { username } = await newUser(test);
    const [here, there] = [await test.signIn(username), await test.signIn(username)];
    expect(await isSignedIn(there)).toBe(true);
    expect(await here.post('/account/sessions/endall')).toMatchObject({ statusCode: 200, data: { count: 2 } });
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([false, false]);
  });

  it('of somebody else are not found', async () => {
    const [mine, other] = [await newUser(test), await newUser(test)];
    const [here, there] = [await test.signIn(mine.username), await test.signIn(other.username)];
    const { id } = (await sessionsOf(there)).sessions[0]!;
    expect(await here.post('/account/sessions/end', { id })).toMatchObject({ http: 200, statusCode: 404 });
    expect(await isSignedIn(there)).toBe(true);
  });

  it('keep their place in the list through a change of the own password', async () => {
    const { username } = await newUser(test);
    const here = await test.signIn(username);
    const before = (await sessionsOf(here)).sessions;
    await here.post('/admin/user/updatepwd', { pwd: 'maple-drawer-nine', repeatpwd: 'maple-drawer-nine' });
    expect((await sessionsOf(here)).sessions).toEqual(before);
  });
});

describe('the account settings', () => {
  it('answer what the user is, with every notice on and no account bound', async () => {
    const { username, phone } = await newUser(test);
    const { data } = await (await test.signIn(username)).get('/account/settings');
    expect(data).toEqual({
      username,
      name: username,
      phone,
      email: '',
      avatar: '',
      custom: {},
      binding: [
        { channel: 'fliggy', bound: false },
        { channel: 'zuzuche', bound: false },
      ],
      notification: { orders: true, upkeep: true, documents: true, system: true },
    });
  });

  it.each(['clerk', 'delivery', 'finance', 'admin'])('are changed by a %s, and the rest stays', async (role) => {
    const { username, phone } = await newUser(test, role === 'admin' ? 'super' : role);
    const client = await test.signIn(username);
    const saved = { statusCode: 200, message: 'Saved successfully', data: null };
    expect(await client.post('/account/settings/save', { name: 'Noi', email: 'noi@example.com' })).toMatchObject(saved);
    expect(await client.post('/account/settings/save', { notification: { upkeep: false } })).toMatchObject(saved);
    expect(await client.post('/account/settings/save', { notification: { orders: false } })).toMatchObject(saved);
    expect(await client.post('/account/settings/save', { custom: { multi_tab: false } })).toMatchObject(saved);
    expect((await client.get('/account/settings')).data).toMatchObject({
      name: 'Noi',
      email: 'noi@example.com',
      phone,
      custom: { multi_tab: false },
      notification: { orders: false, upkeep: false, documents: true, system: true },
    });
    expect((await client.get('/admin/user/info')).data).toMatchObject({ name: 'Noi' });
    expect((await client.post('/account/settings/save', { email: '' })).statusCode).toBe(200);
    expect((await client.get('/account/settings')).data['email']).toBe('');
  });

  it('are changed by somebody who sees the stores of one supplier only', async () => {
    const { id, username } = await newUser(test, 'storeManager');
    await bindToSupplier(id);
    const client = await test.signIn(username);
    expect((await client.get('/admin/user/info')).data).toMatchObject({ suname: 'Andaman Cars' });
    expect(await client.post('/account/settings/save', { name: 'Lek' })).toMatchObject({ statusCode: 200 });
  });

  it.each([
    [{ email: 'nothing' }, 'email', 'Not a valid email address'],
    [{ phone: 'x' }, 'phone', 'Not a valid phone number'],
    [{ notification: { lunch: true } }, 'notification.lunch', 'Unknown field'],
    [{ roleId: 1 }, 'roleId', 'Unknown field'],
    [{ password: 'another' }, 'password', 'Unknown field'],
  ])('refuse %j', async (body, field, message) => {
    const { username } = await newUser(test);
    const answer = await (await test.signIn(username)).post('/account/settings/save', body);
    expect(answer).toMatchObject({ http: 200, statusCode: 400 });
    expect(answer.errors[field]).toBe(message);
  });

  it('refuse the phone of another user', async () => {
    const [mine, other] = [await newUser(test), await newUser(test)];
    const answer = await (await test.signIn(mine.username)).post('/account/settings/save', { phone: other.phone });
    expect(answer).toMatchObject({ statusCode: 400 });
    expect(answer.errors['phone']).toBeTruthy();
  });
});

describe('what the server says of rights', () => {
  const versionOf = async (client: Client): Promise<unknown> => (await client.get('/basics/codes')).headers['x-rights'];

  it('is in every answer and in the user info, and stays as long as the rights do', async () => {
    const { username } = await newUser(test);
    const [here, there] = [await test.signIn(username), await test.signIn(username)];
    const { rights } = (await here.get('/admin/user/info')).data;
    expect(rights).toMatch(/^[\w-]{12}$/);
    expect([await versionOf(here), await versionOf(there)]).toEqual([rights, rights]);
    expect((await here.get('/role/list')).headers['x-rights']).toBe(rights);
    expect((await test.nobody.get('/health')).headers['x-rights']).toBeUndefined();
  });

  it.each([
    [
      'the role',
      (id: number) => sql`update role set "menuIds" = '{}' where id = (select "roleId" from "user" where id = ${id})`,
    ],
    ['the stores', (id: number) => sql`update "user" set "dataScope" = 1, "storeIds" = '{1}' where id = ${id}`],
  ])('changes with %s', async (_what, change) => {
    const { id, username } = await newUser(test, 'service');
    const client = await test.signIn(username);
    const before = await versionOf(client);
    await change(id).execute(test.db);
    await expect.poll(() => versionOf(client)).not.toBe(before);
    expect(await isSignedIn(client)).toBe(true);
  });
});

describe('who calls', () => {
  it.each(['a supplier', 'nobody'])('is asked of the database once, also when %s is behind', async (supplier) => {
    const { id, username } = await newUser(test);
    if (supplier === 'a supplier') await bindToSupplier(id);
    const client = await test.signIn(username);
    const queries = vi.spyOn(test.pool, 'query');
    for (let count = 0; count < 3; count++) expect((await client.get('/basics/codes')).http).toBe(200);
    expect(queries).toHaveBeenCalledOnce();
    queries.mockRestore();
  });

  it('is found by indexes alone', async () => {
    const { username } = await newUser(test);
    const client = await test.signIn(username);
    const queries = vi.spyOn(test.pool, 'query');
    await client.get('/basics/codes');
    const asked = queries.mock.calls[0] as unknown as [{ text: string; values: unknown[] }];
    queries.mockRestore();
    const [{ text, values }] = asked;
    const plan = await test.database.pool.connect();
    try {
      await plan.query('set enable_seqscan = off');
      const { rows } = await plan.query<Record<string, string>>({ text: `explain ${text}`, values });
      expect(rows.map((row) => Object.values(row)[0]).join('\n')).not.toContain('Seq Scan');
    } finally {
      plan.release(true);
    }
  });
});
