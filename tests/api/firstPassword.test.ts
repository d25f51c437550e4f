import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accountsOf, type Accounts } from './accounts.ts';
import { PASSWORD, startTestApp, type Answer, type Client, type TestApp } from './app.ts';
import { accepted } from './rental.ts';

let test: TestApp;
let admin: Client;
let form: Accounts['form'];
beforeAll(async () => {
  test = await startTestApp();
  admin = await test.as('admin');
  ({ form } = accountsOf(test, () => admin));
});
afterAll(() => test.close());

const NEW = 'Copper-Ladder-39';

interface Step {
  readonly token?: string;
  readonly next?: string;
  readonly ticket: string;
}
const post = (path: string, body: object): Promise<Answer<Step>> => test.nobody.post<Step>(path, body);

/** A user whose password was set by an administrator, for the first sign-in only. */
async function invited(): Promise<{ id: number; username: string; ticket: string }> {
  const body = await form({ password: PASSWORD, changesPassword: true });
  const { id } = accepted(await admin.post<{ id: number }>('/admin/user/save', body)).data;
  const { username } = body as unknown as { username: string };
  const { next, ticket, token } = accepted(await post('/admin/user/login', { username, password: PASSWORD })).data;
  expect([next, token]).toEqual(['password', undefined]);
  return { id, username, ticket };
}
const choose = (ticket: string, pwd: string, repeatpwd = pwd): Promise<Answer<Step>> =>
  post('/account/signin/password', { ticket, pwd, repeatpwd });

it('a password for the first sign-in opens no session until another one is chosen, which then opens all', async () => {
  const { id, username, ticket } = await invited();
  const info = await test.nobody.get('/admin/user/info', undefined, { authorization: `Bearer ${ticket}` });
  expect(info.http).toBe(401);
  const { token } = accepted(await choose(ticket, NEW)).data;
  expect((await test.nobody.get('/admin/user/info', undefined, { authorization: `Bearer ${token}` })).http).toBe(200);
  expect((await choose(ticket, 'Copper-Ladder-40')).statusCode).toBe(400);
  expect((await post('/admin/user/login', { username, password: PASSWORD })).statusCode).toBe(400);
  expect(accepted(await post('/admin/user/login', { username, password: NEW })).data.token).toBeDefined();
  const { rows } = await sql<{ text: string }>`
    select string_agg(to_jsonb(l)::text, ' ') as text from "operationLog" l where "objectId" = ${String(id)}
  `.execute(test.db);
  expect(rows[0]!.text).toContain('"password"');
  expect(rows[0]!.text).not.toContain(NEW);
});

it('the same password, a weak one, and one that is not repeated are refused at their fields', async () => {
  const { ticket } = await invited();
  expect((await choose(ticket, PASSWORD)).errors).toEqual({ pwd: 'Choose another one than before' });
  expect(Object.keys((await choose(ticket, 'password1')).errors)).toEqual(['pwd']);
  expect(Object.keys((await choose(ticket, NEW, `${NEW}!`)).errors)).toEqual(['repeatpwd']);
  expect(accepted(await choose(ticket, NEW)).data.token).toBeDefined();
});

it('of two who choose at once with one ticket, one does', async () => {
  const { ticket } = await invited();
  const answers = await Promise.all([choose(ticket, NEW), choose(ticket, 'Copper-Ladder-41')]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
});
