import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, startTestApp, type Client, type TestApp } from './app.ts';
import { newUser } from './ownUsers.ts';
import { accepted } from './rental.ts';

let test: TestApp;
let admin: Client;
let made = 0;
beforeAll(async () => {
  test = await startTestApp();
  admin = await test.as('admin');
});
afterAll(() => test.close());

const isSignedIn = async (client: Client): Promise<boolean> => (await client.get('/admin/user/info')).http === 200;

/** A role with limits, and a user of it, signed in as often as wanted. */
async function limited(limits: object, times = 1): Promise<{ id: number; roleId: number; clients: Client[] }> {
  const code = `limited${++made}`;
  accepted(await admin.post('/role/save', { name: code, code, menuIds: [], ...limits }));
  const user = await newUser(test, code);
  const clients: Client[] = [];
  for (let n = 0; n < times; n++) clients.push(await test.signIn(user.username));
  const { rows } = await sql<{ id: number }>`select id from role where code = ${code}`.execute(test.db);
  return { id: user.id, roleId: rows[0]!.id, clients };
}

/** Moves the sessions of a user into the past, as all nodes notice it. */
async function age(userId: number, { signedIn = 0, used = 0 }: { signedIn?: number; used?: number }): Promise<void> {
  await sql`
    update "_session" set "issueTime" = "issueTime" - make_interval(mins => ${signedIn}), "lastUsedTime" = now() - make_interval(mins => ${used})
    where "userId" = ${userId}
  `.execute(test.db);
}

/** Of the sessions of a user, the oldest first. */
async function minutesUnused(userId: number): Promise<number[]> {
  const { rows } = await sql<{ minutes: number }>`
    select round(extract(epoch from now() - "lastUsedTime") / 60)::int as minutes from "_session" where "userId" = ${userId} order by id
  `.execute(test.db);
  return rows.map(({ minutes }) => minutes);
}

describe('a session of a role with limits', () => {
  it('ends so many minutes after its last use, and not before', async () => {
    const [used, unused] = [await limited({ idleMinutes: 20 }), await limited({ idleMinutes: 20 })];
    await age(used.id, { used: 19 });
    await age(unused.id, { used: 21 });
    expect([await isSignedIn(used.clients[0]!), await isSignedIn(unused.clients[0]!)]).toEqual([true, false]);
  });

  it('ends so many hours after the sign-in, however it is used', async () => {
    const { id, clients } = await limited({ sessionHours: 2 });
    await age(id, { signedIn: 119 });
    expect(await isSignedIn(clients[0]!)).toBe(true);
    await age(id, { signedIn: 2 });
    expect(await isSignedIn(clients[0]!)).toBe(false);
  });

  it('goes on while it is used, and a page that only listens to changes is no use', async () => {
    const { id, clients } = await limited({ idleMinutes: 20 }, 2);
    const [desk, forgotten] = clients as [Client, Client];
    await age(id, { used: 15 });
    expect((await forgotten.get('/live')).http).toBe(200);
    expect(await isSignedIn(desk)).toBe(true);
    await expect.poll(() => minutesUnused(id)).toEqual([0, 15]);
  });

  it('follows its role at once, and is brought back by no limit that is raised later', async () => {
    const { id, roleId, clients } = await limited({});
    await age(id, { used: 60 });
    expect(await isSignedIn(clients[0]!)).toBe(true);
    // The use is noted once the call is answered.
    await expect.poll(() => minutesUnused(id)).toEqual([0]);
    await age(id, { used: 60 });
    accepted(await admin.post('/role/save', { id: roleId, idleMinutes: 30 }));
    expect(await isSignedIn(clients[0]!)).toBe(false);
    accepted(await admin.post('/role/save', { id: roleId, idleMinutes: null }));
    expect(await isSignedIn(clients[0]!)).toBe(false);
  });

  it('that has ended stays so under a higher limit, also where nobody has called with it since', async () => {
    const { id, roleId, clients } = await limited({ idleMinutes: 20 });
    await age(id, { used: 60 });
    accepted(await admin.post('/role/save', { id: roleId, idleMinutes: null }));
    expect(await isSignedIn(clients[0]!)).toBe(false);
  });

  it('is told by its user info after how many minutes the page ends it, and one without a limit nothing', async () => {
    const [short, long] = [await limited({ idleMinutes: 30 }), await limited({})];
    expect((await short.clients[0]!.get('/admin/user/info')).data).toMatchObject({ idleMinutes: 30 });
    expect((await long.clients[0]!.get('/admin/user/info')).data).not.toHaveProperty('idleMinutes');
  });

  it('tells a page that is open of a limit that its role gets later', async () => {
    const { roleId, clients } = await limited({});
    const client = clients[0]!;
    const heard = async () => (await client.get('/basics/codes')).headers['x-rights'];
    const before = await heard();
    accepted(await admin.post('/role/save', { id: roleId, idleMinutes: 30 }));
    const after = await heard();
    expect(after).not.toBe(before);
    expect((await client.get('/admin/user/info')).data).toMatchObject({ idleMinutes: 30, rights: after });
  });

  it.each([{ idleMinutes: 4 }, { idleMinutes: 10_081 }, { sessionHours: 0 }, { sessionHours: 169 }])(
    'cannot have the limit %o',
    async (limits) => {
      const code = `wrong${++made}`;
      const answer = await admin.post('/role/save', { name: code, code, menuIds: [], ...limits });
      expect(Object.keys(answer.errors ?? {})).toEqual(Object.keys(limits));
    },
  );

  it('lives for seven days where the role has none', async () => {
    const { id, clients } = await limited({});
    await age(id, { signedIn: 6 * 24 * 60, used: 5 * 24 * 60 });
    expect(await isSignedIn(clients[0]!)).toBe(true);
  });
});

describe('the list of own sessions', () => {
  it('says when each was last used and when it ends, and not those that have ended', async () => {
    const { id, clients } = await limited({ idleMinutes: 20, sessionHours: 2 }, 2);
    const [, here] = clients as [Client, Client];
    await sql`
      update "_session" set "lastUsedTime" = now() - interval '21 minutes'
      where id = (select min(id) from "_session" where "userId" = ${id})
    `.execute(test.db);
    const { data } = await here.get<{ sessions: { current: boolean; lastUsedTime: string; expireTime: string }[] }>(
      '/account/sessions',
    );
    expect(data.sessions).toHaveLength(1);
    const [{ current, lastUsedTime, expireTime }] = data.sessions as [(typeof data.sessions)[0]];
    expect([current, (Date.parse(expireTime) - Date.parse(lastUsedTime)) / 60_000]).toEqual([true, 20]);
  });

  it('all others end at once, this one goes on, and it is logged', async () => {
    const { id, clients } = await limited({}, 3);
    const [one, here, other] = clients as [Client, Client, Client];
    expect(await here.post('/account/sessions/endothers')).toMatchObject({ statusCode: 200, data: { count: 2 } });
    expect([await isSignedIn(one), await isSignedIn(here), await isSignedIn(other)]).toEqual([false, true, false]);
    const { rows } = await sql`
      select module, action from "operationLog" where "userId" = ${id} and action = 'endOtherSessions'
    `.execute(test.db);
    expect(rows).toEqual([{ module: 'account', action: 'endOtherSessions' }]);
  });
});

describe('sessions of somebody else', () => {
  const end = (client: Client, id: number, accessReason: unknown = 'Telephone lost') =>
    client.post<{ count: number }>('/admin/user/endsessions', { id, accessReason });

  it('are ended by who may lock users, with a reason that stays in the history of the user', async () => {
    const { id, clients } = await limited({}, 2);
    expect(await end(admin, id)).toMatchObject({ statusCode: 200, data: { count: 2 } });
    expect(await Promise.all(clients.map(isSignedIn))).toEqual([false, false]);
    const { rows } = await sql<{ reason: string; user: string }>`
      select after ->> 'accessReason' as reason, "userName" as user from "recordChange"
      where entity = 'user' and "recordId" = ${id} order by id desc limit 1
    `.execute(test.db);
    expect(rows).toEqual([{ reason: 'Telephone lost', user: expect.any(String) }]);
    const { username } = (
      await sql<{ username: string }>`select username from "user" where id = ${id}`.execute(test.db)
    ).rows[0]!;
    await test.signIn(username, PASSWORD);
  });

  it.each([[''], ['   '], [undefined], ['x'.repeat(201)]])('do not end for the reason %j', async (reason) => {
    const { id, clients } = await limited({});
    expect((await admin.post('/admin/user/endsessions', { id, accessReason: reason })).statusCode).not.toBe(200);
    expect(await isSignedIn(clients[0]!)).toBe(true);
  });

  it('are left alone by who may not lock users, and by who may do less than the user', async () => {
    const { id } = await limited({});
    expect((await end(await test.as('clerk'), id)).http).toBe(403);
    const top = await newUser(test, 'super');
    const client = await test.signIn(top.username);
    expect((await end(await test.as('ops'), top.id)).statusCode).not.toBe(200);
    expect(await isSignedIn(client)).toBe(true);
  });
});
