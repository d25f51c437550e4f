import { sql } from 'kysely';
import { hashPassword } from 'forecourt/server';
import { PASSWORD, type TestApp } from './app.ts';

let made = 0;

/** A user of one's own, so that tests do not sign each other out. */
export async function newUser(
  { db }: TestApp,
  role = 'clerk',
): Promise<{ id: number; username: string; phone: string }> {
  const username = `user${++made}`;
  const phone = `+668${String(made).padStart(8, '0')}`;
  const { rows } = await sql<{ id: number }>`
    insert into "user" (username, name, phone, password, "roleId", "dataScope", status)
    select ${username}, ${username}, ${phone}, ${await hashPassword(PASSWORD, 'test')}, id, 0, 1 from role where code = ${role} returning id
  `.execute(db);
  return { id: rows[0]!.id, username, phone };
}
