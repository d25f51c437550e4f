import type { Model } from '../../model/index.ts';
import type { ServerModule } from '../contract.ts';

/** NOTIFY channel: what an actor is or may do has changed somewhere. */
export const ACTORS_CHANNEL = 'forecourt_actors';

/**
 * The tables of the HTTP layer. Triggers, not code, end sessions and announce changes of rights, so that no path can forget it: generic
 * save, command, another process, an operator in psql.
 */
const SESSIONS = `
create table "_session" (
  "tokenHash" bytea primary key,
  "userId" bigint not null references "user" (id) on delete cascade,
  "issueTime" timestamptz not null default now(),
  "expireTime" timestamptz not null
);
create index on "_session" ("userId");
create index on "_session" ("expireTime");
create table "_signIn" (
  key text primary key,
  attempts timestamptz[] not null,
  "lockedUntil" timestamptz
);
create table "_file" (
  name text primary key,
  "mimeType" text not null,
  size bigint not null,
  "userId" bigint,
  "createTime" timestamptz not null default now()
);
create table "_secret" (
  name text primary key,
  value bytea not null
);
create sequence "_actorVersion";

create function "_actorsChanged"() returns trigger language plpgsql as $$
begin
  perform nextval('"_actorVersion"');
  perform pg_notify('${ACTORS_CHANNEL}', '');
  return null;
end $$;

-- A new password, a lock, a deletion or another role ends all sessions of the user (D-AUTH-02).
create function "_endSessions"() returns trigger language plpgsql as $$
begin
  delete from "_session" where "userId" = new.id;
  return null;
end $$;
create trigger "_endSessions" after update on "user" for each row
  when ((old.password, old."roleId", old.status, old."deleteTime") is distinct from (new.password, new."roleId", new.status, new."deleteTime"))
  execute function "_endSessions"();
create trigger "_actorsChanged" after delete on "_session" for each row execute function "_actorsChanged"();
`;

/** What decides who a user is and which rows he or she sees. */
export function httpMigrations(model: Model): NonNullable<ServerModule['migrations']> {
  const sources = ['user', 'role', 'menu', ...(model.scopeEntity ? [model.scopeEntity] : [])];
  return [
    { name: 'http-sessions', sql: SESSIONS },
    ...sources.map((entity) => ({
      name: `http-actors-${entity}`,
      sql: `create trigger "_actorsChanged" after insert or update or delete or truncate on "${entity}"
            for each statement execute function "_actorsChanged"();`,
    })),
  ];
}
