import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp } from 'forecourt/server';
import { application } from '../../src/application.ts';
import { startTestApp, type Answer, type TestApp } from './app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

let made = 0;
let phone = '';
// Every call of a test comes from an address of its own: what is limited per address is limited for one test.
let from: Record<string, string> = {};
beforeEach(() => {
  made++;
  phone = `081${String(made).padStart(7, '0')}`;
  from = { 'x-forwarded-for': `10.0.0.${made}` };
});

const send = (): Promise<Answer<null>> => test.nobody.post('/account/sms', { phone, countryCode: '+66' }, from);

const international = (): string => `+66${phone.slice(1)}`;

it('after three hundred codes in a day no phone gets one, and the next day does', async () => {
  await sql`
    insert into "_verification" (phone, "expireTime", "sentTimes")
    select 'spent' || n, now(), array_fill(now(), array[30]) from generate_series(1, 10) n
  `.execute(test.db);
  expect((await send()).message).toContain('Too many codes were sent today.');
  const { rows } = await sql`select from outbox where recipient = ${international()}`.execute(test.db);
  expect(rows).toEqual([]);
  await sql`
    update "_verification" set "sentTimes" = array_fill(now() - interval '25 hours', array[30]) where phone like 'spent%'
  `.execute(test.db);
  expect((await send()).statusCode).toBe(200);
  await sql`delete from "_verification" where phone like 'spent%'`.execute(test.db);
});

async function sentCode(): Promise<string> {
  const { rows } = await sql<{ text: string; channel: string }>`
    select payload ->> 'text' as text, channel from outbox where recipient = ${international()} and topic = 'verification-code'
    order by id desc limit 1
  `.execute(test.db);
  expect(rows[0]?.channel).toBe('sms');
  return /\b\d{6}\b/.exec(rows[0]!.text)![0];
}

const apply = (captcha: string, more: object = {}): Promise<Answer<null>> =>
  test.nobody.post(
    '/account/register',
    {
      username: `new.user${made}`,
      phone,
      countryCode: '+66',
      email: 'new@example.com',
      password: 'mellow-pine-spoon',
      captcha,
      ...more,
    },
    from,
  );

const age = (column: 'expireTime' | 'sentTimes', minutes: number) =>
  column === 'expireTime'
    ? sql`update "_verification" set "expireTime" = "expireTime" - make_interval(mins => ${minutes}) where phone = ${international()}`.execute(
        test.db,
      )
    : sql`update "_verification" set "sentTimes" = array(select one - make_interval(mins => ${minutes}) from unnest("sentTimes") one)
          where phone = ${international()}`.execute(test.db);

describe('a verification code', () => {
  it('is sent by SMS, stored hashed and never answered', async () => {
    const answer = await send();
    expect(answer).toMatchObject({ http: 200, statusCode: 200, data: null });
    const code = await sentCode();
    expect(answer.text).not.toContain(code);
    const { rows } = await sql<{ row: string }>`select v::text as row from "_verification" v`.execute(test.db);
    expect(rows.some(({ row }) => row.includes(code))).toBe(false);
  });

  it('is sent once a minute and ten times a day', async () => {
    for (let count = 0; count < 10; count++) {
      expect((await send()).statusCode).toBe(200);
      if (count === 0)
        expect(await send()).toMatchObject({
          http: 200,
          statusCode: 400,
          message: 'Too many codes for this phone: one a minute and ten a day. Please wait',
        });
      await age('sentTimes', 2);
      from = { 'x-forwarded-for': `10.1.${made}.${count}` };
    }
    expect((await send()).statusCode).toBe(400);
    await age('sentTimes', 24 * 60);
    expect((await send()).statusCode).toBe(200);
  });

  it('is asked for ten times a minute from one address at most, whatever the phone', async () => {
    const answers: number[] = [];
    for (let count = 0; count < 11; count++) {
      phone = `082${String(made * 100 + count).padStart(7, '0')}`;
      answers.push((await send()).http);
    }
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });

  it.each([{ phone: 'abc' }, { countryCode: '66' }, { phone: '' }])('needs a phone: not %j', async (wrong) => {
    const answer = await test.nobody.post('/account/sms', { phone, countryCode: '+66', ...wrong }, from);
    expect(answer).toMatchObject({ http: 200, statusCode: 400 });
  });
});

describe('applying for an account', () => {
  it('gives no access until an administrator has given a role and unlocked it', async () => {
    await send();
    expect(await apply(await sentCode())).toMatchObject({
      http: 200,
      statusCode: 200,
      message: 'An administrator must activate the account',
      data: null,
    });
    const credentials = { username: `new.user${made}`, password: 'mellow-pine-spoon' };
    const signIn = (username = credentials.username): Promise<Answer<{ token: string } | null>> =>
      test.nobody.post('/admin/user/login', { ...credentials, username });
    expect(await signIn()).toMatchObject({
      statusCode: 400,
      message: 'The account is not active. Ask an administrator',
      data: null,
    });

    const admin = await test.as('admin');
    const { list } = (
      await admin.get<{ list: { id: number; status: number; roleId: number | null; phone: string }[] }>(
        '/admin/user/list',
        { keyword: credentials.username },
      )
    ).data;
    expect(list).toMatchObject([{ status: 0, roleId: null }]);
    const { id } = list[0]!;
    expect((await admin.post('/admin/user/lock', { ids: [id], locked: 0 })).statusCode).toBe(200);
    expect((await signIn()).message).toBe('The account is not active. Ask an administrator');
    const { rows } = await sql<{ id: number }>`select id from role where code = 'clerk'`.execute(test.db);
    expect(await admin.post('/admin/user/save', { id, dataScope: 0, roleId: rows[0]!.id })).toMatchObject({
      statusCode: 200,
    });
    expect((await signIn()).statusCode).toBe(200);
    expect((await signIn(international())).statusCode).toBe(200);
  });

  it.each([
    ['000000x', 'is wrong'],
    ['', 'is missing'],
  ])('is refused when the code %j %s', async (captcha) => {
    await send();
    const answer = await apply(captcha);
    expect(answer).toMatchObject({ http: 200, statusCode: 400 });
    expect(answer.errors['captcha']).toBe('The verification code is wrong or too old. Ask for a new one');
  });

  it('is refused with a code older than five minutes', async () => {
    await send();
    await age('expireTime', 5);
    expect((await apply(await sentCode())).errors['captcha']).toBe(
      'The verification code is wrong or too old. Ask for a new one',
    );
  });

  it('is refused with the code of another phone', async () => {
    await send();
    const code = await sentCode();
    phone = `083${String(made).padStart(7, '0')}`;
    expect((await apply(code)).errors['captcha']).toBeTruthy();
  });

  it('leaves five guesses, also at the same time', async () => {
    await send();
    const code = await sentCode();
    const wrong = code === '000000' ? '000001' : '000000';
    await Promise.all(Array.from({ length: 6 }, () => apply(wrong)));
    expect((await apply(code)).statusCode).toBe(400);
  });

  it('uses its code up', async () => {
    await send();
    const code = await sentCode();
    expect((await apply(code)).statusCode).toBe(200);
    expect((await apply(code, { username: `again${made}` })).errors['captcha']).toBeTruthy();
  });

  it('is refused with a username that is taken, and the code can be used again', async () => {
    await send();
    const code = await sentCode();
    const taken = await apply(code, { username: 'admin' });
    expect(taken).toMatchObject({ statusCode: 400 });
    expect(taken.errors['username']).toBeTruthy();
    expect((await apply(code)).statusCode).toBe(200);
  });

  it.each([
    [{ password: '12345' }, 'password'],
    [{ email: 'nobody' }, 'email'],
    [{ username: 'a b' }, 'username'],
    [{ roleId: 1 }, 'roleId'],
  ])('is refused with %j', async (wrong, field) => {
    const answer = await apply('123456', wrong);
    expect(answer).toMatchObject({ http: 200, statusCode: 400 });
    expect(answer.errors[field]).toBeTruthy();
  });

  it('is closed where the operator says so', async () => {
    const settings = { dataDir: test.dataDir, logLevel: 'silent', trustProxy: [], defaultZone: 'Asia/Bangkok' };
    const app = await buildApp({
      ...application,
      pool: test.pool,
      settings: { ...settings, imageOrigins: [], allowRegistration: false },
    });
    const asked = await app.inject({ url: '/api/account/register' });
    expect(asked.json()).toMatchObject({ statusCode: 200, data: { allowed: false } });
    for (const url of ['/api/account/sms', '/api/account/register']) {
      const answer = await app.inject({ method: 'POST', url, payload: { phone, countryCode: '+66' } });
      expect(answer.json()).toMatchObject({ statusCode: 400, data: null });
    }
    await app.close();
  });
});
