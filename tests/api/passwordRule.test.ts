import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '../../src/framework/server/index.ts';
import { PASSWORD, startTestApp, type Client, type TestApp } from './app.ts';

let test: TestApp;
let admin: Client;
beforeAll(async () => {
  test = await startTestApp();
  admin = await test.as('admin');
});
afterAll(() => test.close());

const NAME = 'somchai.jaidee';
const SHORT = 'The password needs at least 8 characters';
const COMMON = 'This is one of the most used passwords; please choose another one';

/** What is refused, and the words for it. */
const REFUSED: readonly (readonly [string, string | RegExp])[] = [
  ['1234567', /at least 8|At least 8/i],
  [NAME, 'The password must not be the username'],
  ['Somchai.Jaidee', 'The password must not be the username'],
  ['12345678', COMMON],
  ['PassWord', COMMON],
  ['iloveyou', COMMON],
  ['        ', COMMON],
];

let made = 0;
const user = async (password: string): Promise<Record<string, unknown>> => {
  const { rows } = await sql<{ id: number }>`select id from role where code = 'clerk'`.execute(test.db);
  made += 1;
  return { username: NAME, phone: `08123${10_000 + made}`, roleId: rows[0]!.id, dataScope: 0, password };
};

describe('a new password', () => {
  it.each(REFUSED)('%j is refused in the form of a user', async (password, message) => {
    const answer = await admin.post('/admin/user/save', await user(password));
    expect(answer).toMatchObject({ http: 200, statusCode: 400 });
    expect(Object.keys(answer.errors)).toEqual(['password']);
    expect(answer.errors['password']).toMatch(message === REFUSED[0]![1] ? /8/ : message);
  });

  it.each(REFUSED)('%j is refused in an application for an account', async (password) => {
    const application = { username: NAME, phone: '0899999999', countryCode: '+66', email: 'a@example.com' };
    const answer = await test.nobody.post('/account/register', { ...application, password, captcha: '000000' });
    expect(Object.keys(answer.errors)).toEqual(['password']);
  });

  it('of the own account and of a reset are held to the rule; the one from before stays valid', async () => {
    const { id } = (await admin.post<{ id: number }>('/admin/user/save', await user('a-good-one'))).data;
    await sql`update "user" set password = ${await hashPassword('123456', 'test')} where id = ${id}`.execute(test.db);
    const client = await test.signIn(NAME, '123456');
    for (const [pwd, message] of REFUSED) {
      const changed = await client.post('/admin/user/updatepwd', { oldpwd: '123456', pwd, repeatpwd: pwd });
      expect(changed.errors['pwd']).toMatch(message === REFUSED[0]![1] ? SHORT : message);
      const reset = await admin.post('/admin/user/save', { id, password: pwd });
      expect(Object.keys(reset.errors)).toEqual(['password']);
    }
    expect((await client.post('/admin/user/updatepwd', { pwd: PASSWORD, repeatpwd: PASSWORD })).statusCode).toBe(200);
    await test.signIn(NAME, PASSWORD);
  });
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
