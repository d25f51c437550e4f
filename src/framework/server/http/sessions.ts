import { sql } from 'kysely';
import type { Database } from '../contract.ts';
import { hashToken, newToken } from './tokens.ts';

/** No sliding renewal (D-AUTH-02). */
const LIFE_DAYS = 7;

/**
 * Opens a session for a user whose password was just checked and answers its token, which exists nowhere else. Undefined when the
 * password, the status or the user changed while it was being checked.
 */
export async function openSession(db: Database, user: { id: number; password: string }): Promise<string | undefined> {
  const token = newToken();
  await sql`delete from "_session" where "userId" = ${user.id} and "expireTime" < now()`.execute(db);
  const { numAffectedRows } = await sql`
    with holder as (
      select id from "user" where id = ${user.id} and password = ${user.password} and status = 1 and "deleteTime" is null for share
    )
    insert into "_session" ("tokenHash", "userId", "expireTime")
    select ${hashToken(token)}, id, now() + make_interval(days => ${LIFE_DAYS}) from holder
  `.execute(db);
  return numAffectedRows === 1n ? token : undefined;
}

/** Ends one session at once. */
export async function endSession(db: Database, tokenHash: Buffer): Promise<void> {
  await sql`delete from "_session" where "tokenHash" = ${tokenHash}`.execute(db);
}

/** Runs a change that ends all sessions of the user and keeps this one alive through it. */
export async function keepingSession(db: Database, tokenHash: Buffer, change: () => Promise<void>): Promise<void> {
  const { rows } = await sql<{ userId: number; issueTime: Date; expireTime: Date }>`
    select "userId", "issueTime", "expireTime" from "_session" where "tokenHash" = ${tokenHash} for update
  `.execute(db);
  await change();
  const session = rows[0];
  if (!session) return;
  await sql`
    insert into "_session" ("tokenHash", "userId", "issueTime", "expireTime")
    values (${tokenHash}, ${session.userId}, ${session.issueTime}, ${session.expireTime}) on conflict do nothing
  `.execute(db);
}
