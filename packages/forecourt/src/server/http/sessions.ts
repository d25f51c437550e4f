import { sql, type RawBuilder } from 'kysely';
import { SESSION_END, type Door } from '../auth/index.ts';
import type { Database } from '../contract.ts';
import { KEPT_SESSION } from './tables.ts';
import { hashToken, newToken } from './tokens.ts';

/** No sliding renewal (D-AUTH-02). */
const LIFE_DAYS = 7;

/** From where somebody signs in. */
export interface Origin {
  readonly ip: string;
  readonly userAgent: string;
}

/** Who was just recognised: by the password, or at the door of a sign-in provider. */
interface Recognised {
  readonly id: number;
  /** Null: there is none. */
  readonly password: string | null;
  readonly door?: Door | undefined;
}

/** A living session as its owner sees it. */
interface OwnSession extends Origin {
  readonly id: number;
  readonly issueTime: string;
  /** To the half minute. */
  readonly lastUsedTime: string;
  readonly expireTime: string;
  /** The one that asks. */
  readonly current: boolean;
  /** The sign-in provider by which it was opened; null: by password. */
  readonly provider: string | null;
}

/**
 * Opens a session for a user who was just recognised and answers its token, which exists nowhere else. `proven`: what else is asked of the
 * user was shown too, not stood in for by a device. Who comes by a provider is proven since the time at which it says that it saw the user. Undefined when
 * the password, the status or the user changed while it was being checked.
 */
export async function openSession(
  db: Database,
  { id, password, door }: Recognised,
  { ip, userAgent }: Origin,
  proven = true,
): Promise<string | undefined> {
  const token = newToken();
  await sql`delete from "_session" where "userId" = ${id} and "expireTime" < now()`.execute(db);
  const { numAffectedRows } = await sql`
    with holder as (
      select id from "user" where id = ${id} and password is not distinct from ${password} and status = 1 and "deleteTime" is null for share
    )
    insert into "_session" ("tokenHash", "userId", "expireTime", ip, "userAgent", "provenTime", "identityId", "providerSession")
    select ${hashToken(token)}, id, now() + make_interval(days => ${LIFE_DAYS}), ${ip}, ${userAgent},
      case when not ${proven} then 'epoch' when ${door === undefined} then now()
        when ${door?.authTime === undefined} then 'epoch' else least(now(), to_timestamp(${door?.authTime ?? null}::float8)) end, ${door?.identityId ?? null}::bigint, ${door?.providerSession ?? null}::text from holder
  `.execute(db);
  return numAffectedRows === 1n ? token : undefined;
}

/** The password of the session was proven now. */
export async function proveSession(db: Database, tokenHash: Buffer): Promise<void> {
  await sql`update "_session" set "provenTime" = now() where "tokenHash" = ${tokenHash}`.execute(db);
}

/** Ends one session at once. */
export async function endSession(db: Database, tokenHash: Buffer): Promise<void> {
  await sql`delete from "_session" where "tokenHash" = ${tokenHash}`.execute(db);
}

/** What this transaction does to the user ends all sessions but this one. */
export async function keepSession(db: Database, tokenHash: Buffer): Promise<void> {
  await sql`select set_config(${KEPT_SESSION}, ${tokenHash.toString('hex')}, true)`.execute(db);
}

/** The living sessions of a user, the newest first; `time` writes an instant as the answer has it. */
export async function sessionsOf(
  db: Database,
  userId: number,
  tokenHash: Buffer,
  time: (column: string) => RawBuilder<string>,
): Promise<readonly OwnSession[]> {
  const { rows } = await sql<OwnSession>`
    select s.id, ${time('s.issueTime')} as "issueTime", ${time('s.lastUsedTime')} as "lastUsedTime", ${time('e.end')} as "expireTime",
      s.ip, s."userAgent", s."tokenHash" = ${tokenHash} as current,
      (select p.name from "_userIdentity" i join "signInProvider" p on p.id = i."providerId" where i.id = s."identityId") as provider
    from "_session" s join "user" u on u.id = s."userId" left join role r on r.id = u."roleId", lateral (select ${sql.raw(SESSION_END)} as "end") e
    where s."userId" = ${userId} and e.end > now() order by s.id desc
  `.execute(db);
  return rows;
}

/** Ends sessions of a user: one, all but the one that asks, or without either all of them. Answers how many it were. */
export async function endSessionsOf(
  db: Database,
  userId: number,
  { id, but }: { readonly id?: number; readonly but?: Buffer } = {},
): Promise<number> {
  const one = id === undefined ? sql`true` : sql`id = ${id}`;
  const other = but === undefined ? sql`true` : sql`"tokenHash" <> ${but}`;
  const { numAffectedRows } = await sql`
    delete from "_session" where "userId" = ${userId} and ${one} and ${other}
  `.execute(db);
  return Number(numAffectedRows ?? 0);
}
