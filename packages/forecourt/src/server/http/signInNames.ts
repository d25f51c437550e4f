import { sql } from 'kysely';
import type { Database } from '../contract.ts';
import { refuse, refuseFields, type FieldErrors } from '../errors.ts';

/** Fewer are no phone, but a name such as `10-4`. */
const LEAST_DIGITS = 6;

/**
 * What sign-in compares: the text as unique properties compare it, and of a number its digits alone, so that `+66 81-555-0001` finds
 * `+66815550001`. Both columns have an index: everybody may ask.
 */
export const SIGN_IN_KEY = `
create function forecourt_sql.sign_in_key(value text) returns text language plpgsql immutable strict parallel safe as $$
declare
  key text := forecourt_sql.unique_key(value);
  digits text := regexp_replace(key, '[^0-9]', '', 'g');
begin
  if length(digits) >= ${LEAST_DIGITS} and key ~ '^[+]?[0-9][0-9 ().-]*$' then return digits; end if;
  return key;
end $$;
create index "user_signInName_idx" on "user" (forecourt_sql.sign_in_key(username)) where "deleteTime" is null;
create index "user_signInPhone_idx" on "user" (forecourt_sql.sign_in_key(phone)) where "deleteTime" is null;
`;

export interface Candidate {
  readonly id: number;
  readonly username: string;
  readonly password: string | null;
  readonly status: number;
  /** Who applied for an account has none until an administrator gives one (D-AUTH-06). */
  readonly roleId: number | null;
}

/** Answers the users whom a name or phone means: one, none, or two where it is ambiguous (D-AUTH-08). */
export async function usersNamed(db: Database, name: string): Promise<readonly Candidate[]> {
  const { rows } = await sql<Candidate>`
    select id, username, password, status, "roleId" from "user"
    where "deleteTime" is null
      and (forecourt_sql.sign_in_key(username) = forecourt_sql.sign_in_key(${name}) or forecourt_sql.sign_in_key(phone) = forecourt_sql.sign_in_key(${name}))
    order by id limit 2
  `.execute(db);
  return rows;
}

interface SignInNames {
  /** Undefined for a user who is not there yet. */
  readonly id?: number | undefined;
  /** Left out: it stays as it is. */
  readonly username?: string | null | undefined;
  readonly phone?: string | null | undefined;
}

/**
 * Refuses, at their fields, a user name and a phone that sign-in would take for somebody else (D-AUTH-08). Saves with the same name or number take turns: a name
 * and a phone are in two columns, where no unique index looks.
 */
export async function requireOwnSignInNames(db: Database, { id, username, phone }: SignInNames): Promise<void> {
  const given = [username, phone].filter((one) => one !== undefined && one !== null && one !== '');
  if (given.length === 0) return;
  await sql`
    select pg_advisory_xact_lock(hashtextextended('sign-in ' || key, 0))
    from (select distinct forecourt_sql.sign_in_key(one) as key from unnest(${given}::text[]) one order by 1) k
  `.execute(db);
  const { rows } = await sql<{ named: string; is: 'username' | 'phone' }>`
    select g.named, o.is from unnest(${given}::text[]) g(named) cross join lateral (
      select 'username' as is from "user" where "deleteTime" is null and id is distinct from ${id ?? null}::bigint
        and forecourt_sql.sign_in_key(username) = forecourt_sql.sign_in_key(g.named)
      union all
      select 'phone' from "user" where "deleteTime" is null and id is distinct from ${id ?? null}::bigint
        and forecourt_sql.sign_in_key(phone) = forecourt_sql.sign_in_key(g.named)
    ) o
  `.execute(db);
  const errors: FieldErrors = {};
  for (const { named, is } of rows) {
    if (named === username) errors['username'] = is === 'username' ? 'msg.user.nameExists' : 'msg.user.nameIsPhone';
    if (named === phone) errors['phone'] = is === 'phone' ? 'msg.user.phoneExists' : 'msg.user.phoneIsName';
  }
  if (Object.keys(errors).length > 0) throw refuseFields(errors);
}

/** Answers the users of each name or phone that means several: from before it was refused. */
export async function ambiguousUsers(db: Database): Promise<readonly (readonly number[])[]> {
  const { rows } = await sql<{ ids: readonly number[] }>`
    select array_agg(distinct id order by id) as ids from (
      select id, forecourt_sql.sign_in_key(username) as key from "user" where "deleteTime" is null
      union all select id, forecourt_sql.sign_in_key(phone) from "user" where "deleteTime" is null
    ) n where key <> '' group by key having count(distinct id) > 1 order by 1
  `.execute(db);
  return rows.map(({ ids }) => ids);
}

/** A user name that nobody has, from what another system calls the user: of an e-mail address what stands before the @. */
export async function freeUsername(db: Database, called: string): Promise<string> {
  const plain = called
    .split('@')[0]!
    .replace(/[^A-Za-z0-9._-]/g, '')
    .slice(0, 28);
  const base = plain.length >= 3 && /[A-Za-z]/.test(plain) ? plain : `user${plain}`;
  for (let count = 1; count < 1000; count++) {
    const name = count === 1 ? base : `${base}${count}`;
    if ((await usersNamed(db, name)).length === 0) return name;
  }
  throw refuse('msg.user.nameExists');
}
