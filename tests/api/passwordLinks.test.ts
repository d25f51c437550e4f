import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, startTestApp, type Answer, type TestApp } from './app.ts';
import { waiting } from './meetings.ts';
import { newUser } from './ownUsers.ts';
import { accepted } from './rental.ts';

const NEW = 'Copper-Ladder-42';
const SENT = 'If the account exists, a link is on its way. It works for 30 minutes.';
const OVER = 'The link has been used or is too old. Please ask for another one.';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({
    settings: { publicUrl: { url: 'https://desk.example.com/admin', path: '/admin' } },
  });
});
afterAll(() => test.close());

let asked = 0;
/** Each time from an address of its own: the limit by address is not what is looked at. */
const ask = (username: string): Promise<Answer> =>
  test.nobody.post('/account/recover', { username }, { 'x-forwarded-for': `198.51.100.${++asked}` });
const choose = (token: string, pwd = NEW, repeatpwd = pwd): Promise<Answer> =>
  test.nobody.post('/account/recover/set', { token, pwd, repeatpwd }, { 'x-forwarded-for': `203.0.113.${++asked}` });
const login = async (username: string, password: string): Promise<boolean> =>
  (await test.nobody.post('/admin/user/login', { username, password })).statusCode === 200;

interface Message {
  readonly channel: string;
  readonly text: string;
  readonly shown: string;
}
async function messagesTo(phone: string): Promise<readonly Message[]> {
  const { rows } = await sql<Message>`
    select channel, payload ->> 'text' as text, text as shown from outbox where recipient = ${phone} and topic = 'password-link' order by id
  `.execute(test.db);
  return rows;
}
const tokenIn = (text: string): string => /#([\w-]{43})$/.exec(text)![1]!;

/** The user's link, the so many-eth that was sent. */
async function linkOf({ username, phone }: { username: string; phone: string }, count = 1): Promise<string> {
  expect((await ask(username)).message).toBe(SENT);
  await expect.poll(async () => (await messagesTo(phone)).length).toBe(count);
  return tokenIn((await messagesTo(phone)).at(-1)!.text);
}
const wait = (phone: string) =>
  sql`
    update "_passwordLink" set "sentTimes" = array(select one - interval '2 minutes' from unnest("sentTimes") one)
    where "userId" = (select id from "user" where phone = ${phone})
  `.execute(test.db);

describe('a link to choose a password', () => {
  it('goes to the phone of the user, and with it another password is chosen once, which ends all sessions', async () => {
    const user = await newUser(test);
    const client = await test.signIn(user.username);
    const token = await linkOf(user);
    const [message] = await messagesTo(user.phone);
    expect(message!.text).toContain(`https://desk.example.com/admin/user/recover#${token}`);
    expect([message!.channel, message!.shown.includes(token)]).toEqual(['sms', false]);
    expect(await choose(token)).toMatchObject({ statusCode: 200, message: 'The password is changed. Please sign in.' });
    expect([await login(user.username, PASSWORD), await login(user.username, NEW)]).toEqual([false, true]);
    expect((await client.get('/admin/user/info')).http).toBe(401);
    expect((await choose(token, 'Copper-Ladder-43')).message).toBe(OVER);
    const { rows } = await sql<{ text: string }>`
      select coalesce(string_agg(t, ' '), '') as text from (
        select to_jsonb(a)::text t from "operationLog" a union all select to_jsonb(b)::text from "recordChange" b
        union all select to_jsonb(c)::text from "_passwordLink" c
      ) everything
    `.execute(test.db);
    expect([rows[0]!.text.includes(token), rows[0]!.text.includes(NEW)]).toEqual([false, false]);
  });

  it('is not sent to who is unknown, locked or waits for a role, and the answer is the same', async () => {
    const [locked, waiting] = [await newUser(test), await newUser(test)];
    await sql`update "user" set status = 0 where id = ${locked.id}`.execute(test.db);
    await sql`update "user" set "roleId" = null where id = ${waiting.id}`.execute(test.db);
    for (const name of ['nobody-of-this-name', locked.username, waiting.phone])
      expect(await ask(name)).toMatchObject({ http: 200, statusCode: 200, message: SENT, data: null });
    // Sent after them, so they would be there.
    await linkOf(await newUser(test));
    expect([await messagesTo(locked.phone), await messagesTo(waiting.phone)]).toEqual([[], []]);
  });

  it('works until another one is sent, for half an hour, and until the phone is another', async () => {
    const user = await newUser(test);
    const first = await linkOf(user);
    await wait(user.phone);
    const second = await linkOf(user, 2);
    expect((await choose(first)).message).toBe(OVER);
    await sql`update "_passwordLink" set "expireTime" = now() where "userId" = ${user.id}`.execute(test.db);
    expect((await choose(second)).message).toBe(OVER);
    await wait(user.phone);
    const third = await linkOf(user, 3);
    await sql`update "user" set phone = '+66899990001' where id = ${user.id}`.execute(test.db);
    expect((await choose(third)).message).toBe(OVER);
  });

  it('goes to no phone that was changed at the same moment', async () => {
    const user = await newUser(test);
    const phone = '+66899990002';
    await test.db.transaction().execute(async (holding) => {
      await sql`update "user" set phone = ${phone} where id = ${user.id}`.execute(holding);
      await ask(user.username);
      await expect
        .poll(async () => (await messagesTo(user.phone)).length + (await waiting(test.db)), { interval: 5 })
        .toBeGreaterThan(0);
    });
    await expect.poll(async () => (await messagesTo(phone)).length).toBe(1);
    expect(await messagesTo(user.phone)).toEqual([]);
  });

  it('is sent once a minute and five times a day', async () => {
    const user = await newUser(test);
    await linkOf(user);
    await ask(user.username);
    for (let n = 2; n <= 5; n++) {
      await wait(user.phone);
      await linkOf(user, n);
    }
    await wait(user.phone);
    await ask(user.username);
    await linkOf(await newUser(test));
    expect(await messagesTo(user.phone)).toHaveLength(5);
  });

  it('takes no weak password, none that is not repeated, and one of two who use it at once', async () => {
    const user = await newUser(test);
    const token = await linkOf(user);
    expect(Object.keys((await choose(token, 'password1')).errors)).toEqual(['pwd']);
    expect(Object.keys((await choose(token, NEW, `${NEW}!`)).errors)).toEqual(['repeatpwd']);
    const answers = await Promise.all([choose(token), choose(token, 'Copper-Ladder-44')]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
    expect((await choose('x'.repeat(43))).message).toBe(OVER);
  });

  it('leaves the second factor as it is', async () => {
    const user = await newUser(test);
    const client = await test.signIn(user.username);
    accepted(await client.post('/account/secondfactor/begin'));
    await sql`update "_secondFactor" set "confirmedTime" = now() where "userId" = ${user.id}`.execute(test.db);
    accepted(await choose(await linkOf(user)));
    const { data } = await test.nobody.post('/admin/user/login', { username: user.username, password: NEW });
    expect(data).toMatchObject({ next: 'code' });
  });
});

it('a server that does not know its address offers no links', async () => {
  const other = await startTestApp();
  try {
    expect((await other.nobody.get('/account/recover')).data).toEqual({ offered: false });
    const answer = await other.nobody.post('/account/recover', { username: 'admin' });
    expect(answer).toMatchObject({ statusCode: 400, message: 'Ask an administrator to reset the password' });
  } finally {
    await other.close();
  }
});
