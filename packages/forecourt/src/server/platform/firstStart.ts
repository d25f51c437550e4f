import { sql } from 'kysely';
import type { Model } from '../../model/index.ts';
import type { Database } from '../contract.ts';
import { hashPassword } from '../http/index.ts';
import type { Messages } from '../messages.ts';
import { offerEverything } from './permissions.ts';
import { writeScope } from './scope.ts';

/**
 * What a new database needs before anybody can sign in, unless the application brings a first start of its own: a role that holds
 * everything, and the super administrator `admin` who has it (D-SEC-05).
 */
export async function firstStart(db: Database, model: Model, messages: Messages, adminPassword: string): Promise<void> {
  const everything = await offerEverything(db, messages);
  const { rows } = await sql<{ id: number }>`
    insert into role (name, code, "menuIds") values ('Super administrator', 'super', ${[everything]}::bigint[]) returning id
  `.execute(db);
  await sql`
    insert into "user" (username, name, phone, password, "roleId", status)
    values ('admin', 'Administrator', '+66000000000', ${await hashPassword(adminPassword, 'first start')}, ${rows[0]!.id}, 1)
  `.execute(db);
  await writeScope(db, model, 'admin', undefined);
}
