import { sql } from 'kysely';
import type { Context } from '../contract.ts';

/** Revokes every API key of a user, for good. */
export async function revokeKeys({ db, write }: Context, userId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from "apiKey" where "userId" = ${userId} and status = 1 order by id for update
  `.execute(db);
  for (const { id } of rows) await write.update('apiKey', id, { status: 0 });
}
