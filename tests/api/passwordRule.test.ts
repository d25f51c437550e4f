import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from 'forecourt/server';
import { PASSWORD, startTestApp, type Client, type TestApp } from './app.ts';

let test: TestApp;
let admin: Client;
beforeAll(async () => {
  test = await startTestApp();
  admin = await test.as('admin');
});
afterAll(() => test.close());

const NAME = 'somchai.jaidee';
const OWN = 'The password contains your name, username, phone or email. Leave it out.';
const COMMON = 'This is a common password or word with little added. Choose several unrelated words.';

/** What is refused, and the words for it. All kinds: packages/forecourt/src/server/passwords. */
const REFUSED: readonly (readonly [string, string | RegExp])[] = [
  ['1234567', /at least 8|At least 8/i],
  [NAME, OWN],
  ['Somchai.Jaidee', OWN],
  ['$omchai2026', OWN],
  ['12345678', COMMON],
  ['PassWord', COMMON],
  ['P@ssw0rd', COMMON],
  ['iloveyou1', COMMON],
  ['Forecourt1', 'The password contains the name of the company. Leave it out.'],
  ['Summer2026', 'A season or month with a year is easy to guess. Choose several unrelated words.'],
  ['lkjhgfds;a', 'The keys lie next to each other on the keyboard. Choose several unrelated words.'],
  ['        ', 'The password repeats the same characters. Choose several unrelated words.'],
];

let made = 0;
const user = async (password: string): Promise<Record<string, unknown>> => {
  const { rows } = await sql<{ id: number }>`select id from role where code = 'clerk'`.execute(test.db);
  made += 1;
  return { username: NAME, phone: `08123${10_000 + made}`, roleId: rows[0]!.id, dataScope: 0, password };
};

/** From another address each time: one may apply ten times a minute. */
const apply = (application: object) => {
  made += 1;
  const from = { 'x-forwarded-for': `203.0.113.${made}` };
  return test.nobody.post('/account/register', { ...application, captcha: '000000' }, from);
};

describe('a new password', () => {
  it.each(REFUSED)('%j is refused in the form of a user', async (password, message) => {
    const answer = await admin.post('/admin/user/save', await user(password));
    expect(answer).toMatchObject({ http: 200, statusCode: 400 });
    expect(Object.keys(answer.errors)).toEqual(['password']);
    expect(answer.errors['password']).toMatch(message);
  });

  it.each(REFUSED)('%j is refused in an application for an account', async (password) => {
    const application = { username: NAME, phone: '0899999999', countryCode: '+66', email: 'a@example.com' };
    const answer = await apply({ ...application, password });
    expect(Object.keys(answer.errors)).toEqual(['password']);
  });

  it('of the own account and of a reset are held to the rule; the one from before stays valid', async () => {
    const { id } = (await admin.post<{ id: number }>('/admin/user/save', await user('mellow-pine-spoon'))).data;
    await sql`update "user" set password = ${await hashPassword('123456', 'test')} where id = ${id}`.execute(test.db);
    const client = await test.signIn(NAME, '123456');
    // One may ask ten times a minute.
    for (const [pwd, message] of REFUSED.slice(0, 9)) {
      const changed = await client.post('/admin/user/updatepwd', { oldpwd: '123456', pwd, repeatpwd: pwd });
      expect(changed.errors['pwd']).toMatch(message);
      const reset = await admin.post('/admin/user/save', { id, password: pwd });
      expect(Object.keys(reset.errors)).toEqual(['password']);
    }
    expect((await client.post('/admin/user/updatepwd', { pwd: PASSWORD, repeatpwd: PASSWORD })).statusCode).toBe(200);
    await test.signIn(NAME, PASSWORD);
  });
});

describe('what belongs to the user', () => {
  it('is refused in a new password: name, phone and e-mail, of a new user and of the own account', async () => {
    const about = { name: 'Ratana Khunwilai', email: 'morakot@andaman-boats.example', phone: '+66861237754' };
    const weak = ['khunwilai99', 'Morakot#2026', '0861237754', '861237754x'];
    for (const password of weak) {
      const answer = await admin.post('/admin/user/save', { ...(await user(password)), ...about, username: 'rk.desk' });
      expect(answer.errors, password).toEqual({ password: OWN });
      const application = { username: 'rk.desk', phone: '0861237754', countryCode: '+66', email: about.email };
      const asked = await apply({ ...application, password });
      if (password !== 'khunwilai99') expect(asked.errors, password).toEqual({ password: OWN });
    }
    const own = { ...(await user(PASSWORD)), ...about, username: 'rk.desk' };
    const { id } = (await admin.post<{ id: number }>('/admin/user/save', own)).data;
    const client = await test.signIn('rk.desk');
    for (const pwd of weak) {
      const changed = await client.post('/admin/user/updatepwd', { oldpwd: PASSWORD, pwd, repeatpwd: pwd });
      expect(changed.errors, pwd).toEqual({ pwd: OWN });
      expect((await admin.post('/admin/user/save', { id, password: pwd })).errors, pwd).toEqual({ password: OWN });
    }
  });

  it('and the name of a supplier is refused, as it is told in three languages', async () => {
    await sql`
      insert into supplier (name, type, contact, phone, email, address, "taxId", "bankName", "accountName", "accountNo", status)
      values ('Chalong Wheels', 1, 'a', '0800000001', 'a@example.com', 'a', 'a', 'KBANK', 'a', 'a', 1)
    `.execute(test.db);
    const own = { ...(await user('Chalong-2026')), username: 'wheels' };
    const said = async (language: string): Promise<unknown> =>
      (await admin.post('/admin/user/save', own, { 'accept-language': language })).errors;
    expect(await said('en-US')).toEqual({ password: 'The password contains the name of the company. Leave it out.' });
    expect(await said('zh-CN')).toEqual({ password: '密码中包含公司名称，请去掉。' });
    expect(await said('th-TH')).toEqual({ password: 'รหัสผ่านมีชื่อบริษัทอยู่ กรุณาเอาออก' });
  });

  it.each(['correct horse battery staple', '红色的水壶在山上唱歌', 'กาน้ำแดงบนเนินเขา'])('%j is taken', async (password) => {
    const { id } = (await admin.post<{ id: number }>('/admin/user/save', { ...(await user(PASSWORD)), username: `taken${made}` })).data;
    expect((await admin.post('/admin/user/save', { id, password })).statusCode).toBe(200);
    await test.signIn(`taken${made}`, password);
  }); // prettier-ignore
});

describe('a one-time code', () => {
  it('is nowhere to be read: lists, details, exports, logs', async () => {
    const sent = await test.nobody.post('/account/sms', { phone: '0811112222', countryCode: '+66' });
    expect(sent.statusCode).toBe(200);
    const { rows } = await sql<{ id: number; text: string }>`
      select id, payload ->> 'text' as text from outbox where topic = 'verification-code'
    `.execute(test.db);
    const code = /\d{6}/.exec(rows[0]!.text)![0];
    const seen = await Promise.all([
      admin.get('/system/outbox/list', { pageNo: 1, pageSize: 20 }),
      admin.get(`/system/outbox/info/${rows[0]!.id}`),
      admin.get('/resources/outbox/export'),
      admin.get('/resources/outbox/export', { values: 'raw' }),
      admin.get('/basics/OperationLog/list', { pageNo: 1, pageSize: 20 }),
    ]);
    expect(seen[1].data).toMatchObject({ text: expect.stringContaining('******') });
    for (const { text } of seen) expect(text).not.toContain(code);
    const columns = await sql<{ whole: string }>`select to_jsonb(c)::text as whole from "recordChange" c`.execute(
      test.db,
    );
    for (const { whole } of columns.rows) expect(whole).not.toContain(code);
  });
});
