import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../contract.ts';

/** How long a link works, and one to who never had a password. How often one is sent to a user. */
const LINK_MINUTES = 30;
const INVITATION_MINUTES = 3 * 24 * 60;
const PAUSE_SECONDS = 60;
const MOST_A_DAY = 5;

/** Links to choose a password: one living link a user, and when the last ones were sent. */
export const PASSWORD_LINKS = `
create table "_passwordLink" (
  "userId" bigint primary key references "user" (id) on delete cascade,
  "tokenHash" bytea unique,
  "expireTime" timestamptz not null,
  "sentTimes" timestamptz[] not null
);
create function "_endPasswordLinks"() returns trigger language plpgsql as $$
begin
  update "_passwordLink" set "tokenHash" = null where "userId" = new.id;
  return null;
end $$;
create trigger "_endPasswordLinks" after update on "user" for each row
  when ((old.password, old.phone, old.email, old.status, old."deleteTime") is distinct from (new.password, new.phone, new.email, new.status, new."deleteTime"))
  execute function "_endPasswordLinks"();
`;

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** A link's token, which exists nowhere but in this answer; the one before ends. Undefined when one was sent a moment ago, or too many today. */
export async function newLink(db: Database, userId: number, invites = false): Promise<string | undefined> {
  const token = randomBytes(32).toString('base64url');
  const { rows } = await sql`
    insert into "_passwordLink" as l ("userId", "tokenHash", "expireTime", "sentTimes")
    values (${userId}, ${hashOf(token)}, now() + make_interval(mins => ${invites ? INVITATION_MINUTES : LINK_MINUTES}), array[now()])
    on conflict ("userId") do update set "tokenHash" = excluded."tokenHash", "expireTime" = excluded."expireTime",
      "sentTimes" = array(select one from unnest(l."sentTimes") one where one > now() - interval '1 day') || now()
    where (
      select count(*) filter (where one > now() - make_interval(secs => ${PAUSE_SECONDS})) = 0
        and count(*) filter (where one > now() - interval '1 day') < ${MOST_A_DAY}
      from unnest(l."sentTimes") one
    )
    returning 1
  `.execute(db);
  return rows.length === 1 ? token : undefined;
}

/** Whose link it is; undefined when it is used, too old, or its user has changed since. */
export async function linkOwner(db: Database, token: string): Promise<{ readonly id: number } | undefined> {
  const { rows } = await sql<{ id: number }>`
    select u.id from "_passwordLink" l join "user" u on u.id = l."userId"
    where l."tokenHash" = ${hashOf(token)} and l."expireTime" > now() and u.status = 1 and u."deleteTime" is null
  `.execute(db);
  return rows[0];
}

/** Answers whether it was there: of two who use it at once one does. */
export async function spendLink(db: Database, token: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update "_passwordLink" set "tokenHash" = null where "tokenHash" = ${hashOf(token)}
  `.execute(db);
  return numAffectedRows === 1n;
}
