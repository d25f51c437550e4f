import { createHash, randomBytes } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../contract.ts';
import type { NextStep } from './secondFactor.ts';

/** A sign-in goes on within this time after the password. */
const TICKET_MINUTES = 10;
/** So long a device stands in for the code. */
const DEVICE_DAYS = 30;

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
const newToken = (): string => randomBytes(32).toString('base64url');

/** By which account of a sign-in provider somebody came, and in which session there. */
export interface Door {
  readonly identityId: number;
  readonly providerSession: string | null;
  /** When the provider has last seen who it is, in seconds since 1970; undefined: it does not say. */
  readonly authTime?: number | undefined;
}

/** A user whose password was right, or whom a provider knows, and who still lacks the next step. */
export interface Waiting {
  readonly id: number;
  readonly username: string;
  /** Null: there is none. */
  readonly password: string | null;
  readonly door?: Door | undefined;
}

/** Who was just recognised. */
type Checked = Omit<Waiting, 'username'>;

/**
 * With the ticket the sign-in goes on at its next step, and with nothing else. It opens no session by itself. Undefined when the password, the
 * status or the user changed while the password was being checked: what ends tickets has looked before this one was there.
 */
export async function openTicket(
  db: Database,
  { id, password, door }: Checked,
  next: NextStep,
): Promise<string | undefined> {
  const ticket = newToken();
  await sql`delete from "_signInStep" where "expireTime" < now()`.execute(db);
  const { numAffectedRows } = await sql`
    with holder as (
      select id from "user" where id = ${id} and password is not distinct from ${password} and status = 1 and "deleteTime" is null for share
    )
    insert into "_signInStep" ("ticketHash", "userId", next, "expireTime", "identityId", "providerSession", "authTime")
    select ${hashOf(ticket)}, id, ${next}, now() + make_interval(mins => ${TICKET_MINUTES}), ${door?.identityId ?? null}::bigint,
      ${door?.providerSession ?? null}::text, to_timestamp(${door?.authTime ?? null}::float8)
    from holder
  `.execute(db);
  return numAffectedRows === 1n ? ticket : undefined;
}

/** Who waits with this ticket at this step; undefined when its time is over, or the user has changed since. */
export async function whoWaits(db: Database, ticket: string, next: NextStep): Promise<Waiting | undefined> {
  const { rows } = await sql<
    Waiting & { identityId: number | null; providerSession: string | null; authTime: number | null }
  >`
    select u.id, u.username, u.password, t."identityId", t."providerSession", extract(epoch from t."authTime")::float8 as "authTime" from "_signInStep" t join "user" u on u.id = t."userId"
    where t."ticketHash" = ${hashOf(ticket)} and t.next = ${next} and t."expireTime" > now() and u.status = 1 and u."deleteTime" is null
  `.execute(db);
  if (!rows[0]) return undefined;
  const { identityId, providerSession, authTime, ...user } = rows[0];
  return identityId === null
    ? user
    : { ...user, door: { identityId, providerSession, authTime: authTime ?? undefined } };
}

/** Answers whether it was there: of two who use it at once one goes on. */
export async function spendTicket(db: Database, ticket: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from "_signInStep" where "ticketHash" = ${hashOf(ticket)}
  `.execute(db);
  return numAffectedRows === 1n;
}

/** From now on this device stands in for the code. Its token exists nowhere but in this answer. Undefined when password or second factor are others by now. */
export async function rememberDevice(
  db: Database,
  { id, password }: Checked,
  { ip, userAgent }: { readonly ip: string; readonly userAgent: string },
): Promise<string | undefined> {
  const token = newToken();
  const { numAffectedRows } = await sql`
    with holder as (
      select u.id from "user" u
      where (exists (select from "_secondFactor" f where f."userId" = u.id) or exists (select from "_passkey" p where p."userId" = u.id))
        and u.id = ${id} and u.password is not distinct from ${password} and u.status = 1 and u."deleteTime" is null for share
    )
    insert into "_rememberedDevice" ("userId", "tokenHash", "expireTime", ip, "userAgent")
    select id, ${hashOf(token)}, now() + make_interval(days => ${DEVICE_DAYS}), ${ip}, ${userAgent} from holder
  `.execute(db);
  return numAffectedRows === 1n ? token : undefined;
}

/** Whether the device stands in for the code of this user; notes that it did. */
export async function isRemembered(db: Database, userId: number, token: string): Promise<boolean> {
  await sql`delete from "_rememberedDevice" where "userId" = ${userId} and "expireTime" <= now()`.execute(db);
  const { numAffectedRows } = await sql`
    update "_rememberedDevice" set "lastUsedTime" = now() where "userId" = ${userId} and "tokenHash" = ${hashOf(token)}
  `.execute(db);
  return numAffectedRows === 1n;
}

/** Devices are asked for a code again: one, or all of the user, and with all of them a sign-in under way ends. Answers how many devices it were. */
export async function forgetDevices(db: Database, userId: number, id?: number): Promise<number> {
  if (id === undefined) await sql`delete from "_signInStep" where "userId" = ${userId}`.execute(db);
  const one = id === undefined ? sql`true` : sql`id = ${id}`;
  const { numAffectedRows } = await sql`delete from "_rememberedDevice" where "userId" = ${userId} and ${one}`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}

/** A device as its owner sees it. */
interface Device {
  readonly id: number;
  readonly ip: string;
  readonly userAgent: string;
  readonly lastUsedTime: string;
  readonly expireTime: string;
}

/** The remembered devices of a user, the newest first; `time` writes an instant as the answer has it. */
export async function devicesOf(
  db: Database,
  userId: number,
  time: (column: string) => RawBuilder<string>,
): Promise<readonly Device[]> {
  const { rows } = await sql<Device>`
    select id, ip, "userAgent", ${time('d.lastUsedTime')} as "lastUsedTime", ${time('d.expireTime')} as "expireTime"
    from "_rememberedDevice" d where "userId" = ${userId} and d."expireTime" > now() order by id desc
  `.execute(db);
  return rows;
}
