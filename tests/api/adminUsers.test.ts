import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountsOf, type Accounts } from './accounts.ts';
import { type Client, PASSWORD, startTestApp, type TestApp } from './app.ts';
import { accepted } from './rental.ts';

let app: TestApp;
let admin: Client;
let form: Accounts['form'];
let makeUser: Accounts['makeUser'];
let userRow: Accounts['userRow'];
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
  ({ form, makeUser, userRow } = accountsOf(app, () => admin));
});
afterAll(() => app?.close());

test('username and phone are unique; the messages say which', async () => {
  const { id } = await makeUser();
  const { username, phone } = await userRow(id);
  expect((await admin.post('/admin/user/save', await form({ username }))).errors).toEqual({
    username: 'Username already exists. Choose another one',
  });
  expect((await admin.post('/admin/user/save', await form({ phone }))).errors).toEqual({
    phone: 'Phone already exists. Check the number',
  });
});

test('a name without a user is the username', async () => {
  const { client, username } = await makeUser();
  expect(accepted(await client.get('/admin/user/info')).data).toMatchObject({ name: username, username });
});

test.each([
  ['username', { username: 'ab' }],
  ['username', { username: 'with space' }],
  ['username', { username: 'x'.repeat(33) }],
  ['password', { password: '12345' }],
  ['password', { password: '' }],
  ['password', { password: undefined }],
  ['phone', { phone: '' }],
  ['roleId', { roleId: undefined }],
  ['roleId', { roleId: 999_999 }],
  ['storeIds', { dataScope: 1 }],
  ['storeIds', { dataScope: 1, storeIds: [] }],
  ['storeIds', { dataScope: 1, storeIds: [999_999] }],
  ['dataScope', { dataScope: 2 }],
])('%s is refused: %j', async (field, changes) => {
  const answer = await admin.post('/admin/user/save', await form(changes));
  expect([answer.statusCode, Object.keys(answer.errors)]).toEqual([400, [field]]);
});

test('the documented texts ask for a role and for stores', async () => {
  expect((await admin.post('/admin/user/save', await form({ roleId: undefined }))).errors).toEqual({
    roleId: 'Please select role!',
  });
  expect((await admin.post('/admin/user/save', await form({ dataScope: 1 }))).errors).toEqual({
    storeIds: 'Please select store!',
  });
});

test('no call answers a password, and nothing keeps it in clear', async () => {
  const secret = 'Correct-horse-9';
  const { id } = await makeUser({ password: secret });
  const hash = (await userRow(id))['password'] as string;
  expect(hash).toMatch(/^\$argon2id\$/);
  const texts = [
    (await admin.get('/admin/user/list', { ids: String(id) })).text,
    (await admin.get('/admin/user/options')).text,
    (await admin.get('/basics/OperationLog/list', { module: 'user' })).text,
    JSON.stringify((await sql`select * from "operationLog"`.execute(app.db)).rows),
  ];
  for (const text of texts) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain('argon2');
  }
  const everywhere = await sql<{ found: boolean }>`
    select exists(select 1 from "recordChange" c where to_jsonb(c)::text like ${`%${secret}%`} or to_jsonb(c)::text like '%argon2%') as found
  `.execute(app.db);
  expect(everywhere.rows[0]!.found).toBe(false);
});

test('an empty password keeps the old one and the session; a new one ends both', async () => {
  const { id, username, client } = await makeUser();
  accepted(await admin.post('/admin/user/save', { id, name: 'Somchai', password: '' }));
  expect((await client.get('/admin/user/info')).data).toMatchObject({ name: 'Somchai' });
  await app.signIn(username, PASSWORD);
  accepted(await admin.post('/admin/user/save', { id, password: 'another-one' }));
  expect((await client.get('/admin/user/info')).http).toBe(401);
  await app.signIn(username, 'another-one');
  await expect(app.signIn(username, PASSWORD)).rejects.toThrow();
});

test('a deleted user is gone, cannot sign in, and gives username and phone free', async () => {
  const { id, username, client } = await makeUser();
  const { phone } = await userRow(id);
  accepted(await admin.delete(`/admin/user/delete/${id}`));
  expect((await client.get('/admin/user/info')).http).toBe(401);
  await expect(app.signIn(username)).rejects.toThrow();
  expect((await userRow(id))['deleteTime']).not.toBeNull();
  expect(accepted(await admin.get('/admin/user/list', { keyword: username })).data).toMatchObject({ total: 0 });
  accepted(await admin.post('/admin/user/save', await form({ username, phone })));
});
