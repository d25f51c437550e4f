import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountsOf } from './accounts.ts';
import { PASSWORD, startTestApp, type TestApp } from './app.ts';
import { accepted } from './rental.ts';

let app: TestApp;
beforeAll(async () => (app = await startTestApp()));
afterAll(() => app?.close());

test('a role taken out of the database while its user works: calls are refused as soon as it is announced, tell nothing, and nobody signs in with it', async () => {
  const admin = await app.as('admin');
  const { makeRole, makeUser } = accountsOf(app, () => admin);
  const roleId = await makeRole('shortlived', 'car-list', 'car-query', 'car-detail', 'brand', 'brand-query');
  const { id, username, client } = await makeUser({ roleId });
  accepted(await client.get('/car/brand/list'));

  // Somebody with SQL: as long as a user has the role the database keeps it.
  const remove = () => sql`delete from role where id = ${roleId}`.execute(app.db);
  await expect(remove()).rejects.toMatchObject({ code: '23503' });
  accepted(await client.get('/car/brand/list'));
  await sql`update "user" set "roleId" = null where id = ${id}`.execute(app.db);
  await remove();

  // The database announces the change; that takes a moment.
  await expect.poll(async () => (await client.get('/car/brand/list')).http).toBe(401);
  for (const path of ['/car/brand/list', '/car/list', '/admin/user/info', '/basics/codes', '/menu/list'])
    expect([path, await client.get(path)]).toMatchObject([path, { http: 401, data: null }]);
  expect((await client.post('/car/brand/save', { name: 'x' })).http).toBe(401);
  const again = await app.nobody.post('/admin/user/login', { username, password: PASSWORD });
  expect(again.data).toBeNull();
  expect(again.message).toBe('The account is not active. Ask an administrator');
});
