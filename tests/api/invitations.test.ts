import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountsOf, type Accounts } from './accounts.ts';
import { PASSWORD, startTestApp, type Client, type TestApp } from './app.ts';
import { accepted } from './rental.ts';

const NEW = 'Copper-Ladder-47';
const ADDRESS = { publicUrl: { url: 'https://desk.example.com', path: '' } } as const;

let test: TestApp;
let admin: Client;
let accounts: Accounts;
beforeAll(async () => {
  test = await startTestApp({ settings: ADDRESS });
  admin = await test.as('admin');
  accounts = accountsOf(test, () => admin);
});
afterAll(() => test.close());

async function textsTo(phone: unknown): Promise<readonly string[]> {
  const { rows } = await sql<{ text: string }>`
    select payload ->> 'text' as text from outbox where recipient = ${phone} and topic = 'password-link' order by id
  `.execute(test.db);
  return rows.map(({ text }) => text);
}
const tokenIn = (text: string): string => /#([\w-]{43})$/.exec(text)![1]!;
const choose = (token: string) => test.nobody.post('/account/recover/set', { token, pwd: NEW, repeatpwd: NEW });
const login = (username: unknown, password: string) => test.nobody.post('/admin/user/login', { username, password });
const invite = (id: number, client = admin) => client.post('/admin/user/invite', { id });
async function stateOf(id: number): Promise<number | null> {
  const { data } = accepted(await admin.get<{ list: { id: number; invitation: number | null }[] }>('/admin/user/list', { pageNo: '1', pageSize: '200' })); // prettier-ignore
  return data.list.find((user) => user.id === id)!.invitation;
}
/** A new user who was invited on the form. */
async function invited(): Promise<{ id: number; username: unknown; phone: unknown }> {
  const { password: _none, ...values } = await accounts.form({ invited: true });
  const { id } = accepted(await admin.post<{ id: number }>('/admin/user/save', values)).data;
  return { id, username: values['username'], phone: values['phone'] };
}
/** As if the last link had been sent so long ago. */
const ago = (id: number, time: string) =>
  sql`
    update "_passwordLink" set "expireTime" = "expireTime" - ${time}::interval,
      "sentTimes" = array(select one - ${time}::interval from unnest("sentTimes") one) where "userId" = ${id}
  `.execute(test.db);

describe('a new user', () => {
  it('is sent a link in place of an initial password, chooses one with it within three days, and signs in', async () => {
    const { id, username, phone } = await invited();
    expect(await stateOf(id)).toBe(1);
    const [text] = await textsTo(phone);
    expect(text).toMatch(/^Car Rental Console: you have an account\. Choose your password within three days: https:\/\/desk\.example\.com\/user\/recover#/); // prettier-ignore
    await ago(id, '2 days 23 hours');
    accepted(await choose(tokenIn(text!)));
    expect((await login(username, NEW)).statusCode).toBe(200);
    expect(await stateOf(id)).toBeNull();
  });

  it('has three days for a link that somebody asked for in place of the invitation, too', async () => {
    const { id, username, phone } = await invited();
    await ago(id, '2 minutes');
    accepted(await test.nobody.post('/account/recover', { username }));
    await expect.poll(() => textsTo(phone)).toHaveLength(2);
    await ago(id, '2 days 23 hours');
    accepted(await choose(tokenIn((await textsTo(phone))[1]!)));
  });

  it('is not invited to choose a password while passwords are switched off', async () => {
    const { id, phone } = await invited();
    await ago(id, '2 minutes');
    // Nobody's session ends by this: the trigger looks at providers that are changed.
    await sql`alter table "signInProvider" disable trigger user`.execute(test.db);
    await sql`
      insert into "signInProvider" (name, issuer, "clientId", status, "passwordsOff", "emergencyUserId")
      select 'Off', 'https://off.example.com', 'x', 1, true, id from "user" where username = 'admin'
    `.execute(test.db);
    try {
      expect(await invite(id)).toMatchObject({ statusCode: 409, message: expect.stringMatching(/provider/) });
      expect(await textsTo(phone)).toHaveLength(1);
    } finally {
      await sql`delete from "signInProvider" where name = 'Off'`.execute(test.db);
      await sql`alter table "signInProvider" enable trigger user`.execute(test.db);
    }
  });

  it('needs a password or an invitation, and of both the invitation counts', async () => {
    const { password: _none, ...values } = await accounts.form();
    expect((await admin.post('/admin/user/save', values)).errors).toMatchObject({ password: expect.any(String) });
    const both = await accounts.form({ invited: true });
    const { id } = accepted(await admin.post<{ id: number }>('/admin/user/save', both)).data;
    expect((await login(both['username'], PASSWORD)).statusCode).not.toBe(200);
    expect(await stateOf(id)).toBe(1);
  });
});

describe('an invitation', () => {
  it('ends after three days, and another one takes its place', async () => {
    const { id, username, phone } = await invited();
    await ago(id, '3 days');
    expect(await stateOf(id)).toBe(2);
    expect((await choose(tokenIn((await textsTo(phone))[0]!))).statusCode).not.toBe(200);
    accepted(await invite(id));
    expect(await stateOf(id)).toBe(1);
    const [first, second] = await textsTo(phone);
    expect((await choose(tokenIn(first!))).statusCode).not.toBe(200);
    accepted(await choose(tokenIn(second!)));
    expect((await login(username, NEW)).statusCode).toBe(200);
  });

  it('is not sent twice within a minute, nor to who is locked or has a password', async () => {
    const { id, phone } = await invited();
    expect((await invite(id)).message).toContain('within the last minute');
    await ago(id, '2 minutes');
    accepted(await admin.post('/admin/user/lock', { ids: [id], locked: 1 }));
    expect((await invite(id)).message).toContain('is locked');
    expect(await textsTo(phone)).toHaveLength(1);
    const known = await accounts.makeUser();
    expect((await invite(known.id)).message).toContain('has chosen a password');
  });

  it('is sent by nobody to who may do more', async () => {
    const roleId = await accounts.makeRole('inviter', 'user-list', 'user-edit');
    const inviter = await accounts.makeUser({ roleId });
    const { id } = await invited();
    await ago(id, '2 minutes');
    expect((await invite(id, inviter.client)).statusCode).not.toBe(200);
  });

  it('is refused in words where the server does not know its address, and makes no user', async () => {
    await using own = await servedWithout();
    const { password: _none, ...values } = await accountsOf(own.test, () => own.admin).form({ invited: true });
    const answer = await own.admin.post('/admin/user/save', values);
    expect(answer.errors).toMatchObject({ invited: expect.stringContaining('PUBLIC_URL') });
    const { rows } = await sql`select from "user" where username = ${values['username']}`.execute(own.test.db);
    expect(rows).toEqual([]);
  });
});

async function servedWithout() {
  const own = await startTestApp();
  return { test: own, admin: await own.as('admin'), [Symbol.asyncDispose]: () => own.close() };
}
