import { sql } from 'kysely';
import type { Database } from '../../contract.ts';

/** A sign-in provider that is on. */
export interface Provider {
  readonly id: number;
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  /** Sealed. */
  readonly secret: string | null;
  readonly scopes: string | null;
  readonly makesUsers: boolean | null;
  readonly linksByEmail: boolean | null;
  readonly domains: string | null;
  readonly roleId: number | null;
  readonly roleClaim: string | null;
  readonly roleMap: string | null;
  readonly scopeClaim: string | null;
  readonly scopeMap: string | null;
  readonly trustedFactors: string | null;
}

/** What the secret of a provider is sealed for: it opens for no other issuer. */
export const providerPurpose = (issuer: string): string => `sign-in provider ${issuer}`;

/** The provider, if it is on. */
export async function providerOf(db: Database, id: number): Promise<Provider | undefined> {
  const { rows } = await sql<Provider>`select * from "signInProvider" where id = ${id} and status = 1`.execute(db);
  return rows[0];
}

/** The provider by which a session was opened, if it is on. */
export async function providerOfSession(db: Database, tokenHash: Buffer): Promise<Provider | undefined> {
  const { rows } = await sql<Provider>`
    select p.* from "_session" s join "_userIdentity" i on i.id = s."identityId" join "signInProvider" p on p.id = i."providerId"
    where s."tokenHash" = ${tokenHash} and p.status = 1
  `.execute(db);
  return rows[0];
}

/** What the sign-in page offers, in the order of its buttons. */
export async function offeredProviders(
  db: Database,
): Promise<readonly { readonly id: number; readonly label: string }[]> {
  const { rows } = await sql<{ id: number; label: string }>`
    select id, coalesce(nullif(label, ''), name) as label from "signInProvider" where status = 1 order by 2, id
  `.execute(db);
  return rows;
}

/** SQL: a provider that is on has switched passwords off for the user `u`, whom none of them names as emergency user. */
export const PASSWORD_OFF = `(exists (select from "signInProvider" off where off.status = 1 and off."passwordsOff")
  and not exists (select from "signInProvider" off where off.status = 1 and off."passwordsOff" and off."emergencyUserId" = u.id))`;

/** Whether a provider that is on has switched passwords off for this user. */
export async function isPasswordOff(db: Database, userId: number): Promise<boolean> {
  const { rows } = await sql<{ off: boolean }>`
    select ${sql.raw(PASSWORD_OFF)} as off from "user" u where u.id = ${userId}
  `.execute(db);
  return rows[0]?.off ?? false;
}

/** Whether this user signs in by password while a provider that is on has switched passwords off. */
export async function isEmergencyUser(db: Database, userId: number): Promise<boolean> {
  const { rows } = await sql`
    select from "signInProvider" where status = 1 and "passwordsOff" and "emergencyUserId" = ${userId}
  `.execute(db);
  return rows.length > 0;
}

/** Whether a user has no password, and comes by a sign-in provider only. */
export async function isOnlyByProvider(db: Database, userId: number): Promise<boolean> {
  const { rows } = await sql`
    select from "user" u where id = ${userId} and password is null and exists (select from "_userIdentity" i where i."userId" = u.id)
  `.execute(db);
  return rows.length > 0;
}

/** Spends something that may be used once; answers whether it was unused. Forgotten after so many minutes, in which it must have ended by itself. */
export async function spendOnce(db: Database, hash: Buffer, minutes: number): Promise<boolean> {
  await sql`
    delete from "_usedOnce" where hash in (select hash from "_usedOnce" where "expireTime" < now() limit 100 for update skip locked)
  `.execute(db);
  const { numAffectedRows } = await sql`
    insert into "_usedOnce" (hash, "expireTime") values (${hash}, now() + make_interval(mins => ${minutes})) on conflict do nothing
  `.execute(db);
  return numAffectedRows === 1n;
}
