import { sql } from 'kysely';
import { expect } from 'vitest';
import { PASSWORD, type Client, type TestApp } from './app.ts';
import { accepted } from './rental.ts';

type Values = Record<string, unknown>;

export interface NewUser {
  readonly id: number;
  readonly username: string;
  readonly client: Client;
}

/** Users, roles and permission entries for the tests of the system screens; every user has a name and phone of its own. */
export function accountsOf(app: TestApp, admin: () => Client) {
  let made = 0;
  async function roleId(code: string): Promise<number> {
    const { rows } = await sql<{ id: number }>`select id from role where code = ${code}`.execute(app.db);
    return rows[0]!.id;
  }
  async function form(changes: Values = {}): Promise<Values> {
    made += 1;
    return {
      username: `user${made}`,
      phone: `+6681000${String(made).padStart(4, '0')}`,
      password: PASSWORD,
      roleId: await roleId('clerk'),
      dataScope: 0,
      ...changes,
    };
  }
  async function makeUser(changes: Values = {}): Promise<NewUser> {
    const values = await form(changes);
    const { id } = accepted(await admin().post<{ id: number }>('/admin/user/save', values)).data;
    const username = values['username'] as string;
    const password = values['password'] as string;
    // Saved at the price of the product; to sign in with the password of all others is cheap (app.ts).
    if (password === PASSWORD)
      await sql`update "user" set password = (select password from "user" where username = 'admin') where id = ${id}`.execute(
        app.db,
      );
    return { id, username, client: await app.signIn(username, password) };
  }
  async function userRow(id: number): Promise<Values> {
    const { rows } = await sql<Values>`select * from "user" where id = ${id}`.execute(app.db);
    return rows[0]!;
  }
  async function menuIds(...paths: string[]): Promise<number[]> {
    const { rows } = await sql<{ id: number }>`
      select id from menu where path = any(${paths}::text[]) order by id
    `.execute(app.db);
    return rows.map(({ id }) => id);
  }
  async function makeRole(code: string, ...paths: string[]): Promise<number> {
    const values = { name: `Role ${code}`, code, menuIds: await menuIds(...paths) };
    return accepted(await admin().post<{ id: number }>('/role/save', values)).data.id;
  }
  return { roleId, form, makeUser, userRow, menuIds, makeRole };
}

export type Accounts = ReturnType<typeof accountsOf>;

/** Somebody of an application without stores who has these permissions and no others, given on the screens of roles and users; signed in. */
export async function signInWith(app: TestApp, admin: Client, username: string, ...paths: string[]): Promise<Client> {
  const { menuIds, makeRole } = accountsOf(app, () => admin);
  expect(await menuIds(...paths)).toHaveLength(paths.length);
  const roleId = await makeRole(username, ...paths);
  const phone = `08${String(roleId).padStart(8, '0')}`;
  accepted(await admin.post('/admin/user/save', { username, phone, roleId, password: PASSWORD }));
  return app.signIn(username);
}
