import { sql } from 'kysely';
import type { Database } from '../contract.ts';

/**
 * When a session `s` of a user with the role `r` ends: when its time is over, so many hours after the sign-in, or so many minutes after its last
 * use (D-AUTH-14). A role without a limit, and an application whose roles have none, leave the first alone.
 */
export const SESSION_END = `least(s."expireTime",
  s."issueTime" + make_interval(hours => (to_jsonb(r)->>'sessionHours')::int),
  s."lastUsedTime" + make_interval(mins => (to_jsonb(r)->>'idleMinutes')::int))`;

/** When a session was last used. That alone changes nothing of who is signed in: nobody is told of it. */
export const SESSION_USE = `
alter table "_session" add column "lastUsedTime" timestamptz not null default now();
drop trigger "_actorsUpdated" on "_session";
create trigger "_actorsUpdated" after update of "issueTime", "expireTime", "provenTime" on "_session"
  for each row execute function "_actorsChanged"();
`;

/** Removes the session of a hash (in hex) if its end has come. */
export const END_OVER = `
delete from "_session" s using "user" u left join role r on r.id = u."roleId"
where s."tokenHash" = decode($1, 'hex') and u.id = s."userId" and ${SESSION_END} <= now()`;

/** Removes the sessions of a role whose end has come, before its limits are others: nobody may have used them since. */
export async function endOverOfRole(db: Database, roleId: number): Promise<void> {
  await sql`
    delete from "_session" s using "user" u join role r on r.id = u."roleId"
    where u.id = s."userId" and r.id = ${roleId} and ${sql.raw(SESSION_END)} <= now()
  `.execute(db);
}
