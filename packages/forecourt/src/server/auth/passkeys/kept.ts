import { randomBytes } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../contract.ts';

/** So many a user may have. */
export const MOST_PASSKEYS = 20;

/** A passkey as it was verified when it was made. */
export interface NewPasskey {
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
}

/** What a browser is told of a passkey, to find it or to make no second one in the same place. */
export interface Known {
  readonly id: string;
  readonly transports: readonly string[];
}

/** A passkey as its owner sees it. */
interface OwnPasskey {
  readonly id: number;
  readonly name: string;
  readonly createTime: string;
  readonly lastUsedTime: string | null;
}

/** The passkeys of a user, the oldest first; `time` writes an instant as the answer has it. */
export async function passkeysOf(
  db: Database,
  userId: number,
  time: (column: string) => RawBuilder<string>,
): Promise<readonly OwnPasskey[]> {
  const { rows } = await sql<OwnPasskey>`
    select id, name, ${time('p.createTime')} as "createTime", ${time('p.lastUsedTime')} as "lastUsedTime"
    from "_passkey" p where "userId" = ${userId} order by id
  `.execute(db);
  return rows;
}

/** By which text the authenticator knows the user, and which passkeys are there. */
export async function knownOf(
  db: Database,
  userId: number,
): Promise<{ readonly handle: string; readonly known: readonly Known[] }> {
  const { rows } = await sql<Known & { handle: string }>`
    select "credentialId" as id, transports, handle from "_passkey" where "userId" = ${userId} order by id
  `.execute(db);
  const handle = rows[0]?.handle ?? randomBytes(32).toString('base64url');
  return { handle, known: rows.map(({ id, transports }) => ({ id, transports })) };
}

/** Whether anybody has one: nobody is offered what nobody uses. */
export async function hasPasskeys(db: Database): Promise<boolean> {
  const { rows } = await sql`select from "_passkey" limit 1`.execute(db);
  return rows.length > 0;
}

export type Kept = 'kept' | 'exists' | 'tooMany';

/** One after the other, in a transaction. */
export async function keepPasskey(
  db: Database,
  userId: number,
  {
    credentialId,
    publicKey,
    counter,
    transports,
    handle,
    name,
  }: NewPasskey & { readonly handle: string; readonly name: string },
): Promise<Kept> {
  await sql`select from "user" where id = ${userId} for no key update`.execute(db);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from "_passkey" where "userId" = ${userId}
  `.execute(db);
  if (rows[0]!.count >= MOST_PASSKEYS) return 'tooMany';
  const { numAffectedRows } = await sql`
    insert into "_passkey" ("userId", "credentialId", "publicKey", counter, transports, handle, name)
    values (${userId}, ${credentialId}, ${Buffer.from(publicKey)}, ${counter}, ${[...transports]}::text[], ${handle}, ${name})
    on conflict do nothing
  `.execute(db);
  return numAffectedRows === 1n ? 'kept' : 'exists';
}

/** Removes one of the user's passkeys, or all. Answers how many it were. */
export async function removePasskeys(db: Database, userId: number, id?: number): Promise<number> {
  await sql`select from "user" where id = ${userId} for no key update`.execute(db);
  const one = id === undefined ? sql`true` : sql`id = ${id}`;
  const { numAffectedRows } = await sql`delete from "_passkey" where "userId" = ${userId} and ${one}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** From now on those of the user are a second step only. */
export async function leaveNoneAlone(db: Database, userId: number): Promise<void> {
  await sql`update "_passkey" set alone = false where "userId" = ${userId} and alone`.execute(db);
}
