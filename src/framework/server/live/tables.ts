import type { Entity, Model } from '../../model/index.ts';
import type { ServerModule } from '../contract.ts';

/** Records of one statement that are named; of more it is only said that there were many. */
const NAMED = 100;

/** So long a change can be asked for. Who was away longer reads everything anew. */
export const KEPT_MINUTES = 10;

/**
 * Which records were changed, by the transaction that did it: written by triggers, so that no path can forget it (generic save, command, import,
 * another process, an operator in psql), and seen by others at the moment at which the change itself is seen. Not NOTIFY: its commits wait for each other.
 */
const CHANGES = `
create table "_change" (
  xid xid8 not null default pg_current_xact_id(),
  time timestamptz not null default clock_timestamp(),
  entity text not null,
  ids bigint[]
);
create index on "_change" (xid);
create function "_recordChanged"() returns trigger language plpgsql as $$
declare found bigint[] := array(select id from changed limit ${NAMED + 1});
begin
  if cardinality(found) > 0 then
    insert into "_change" (entity, ids) values (tg_table_name, case when cardinality(found) <= ${NAMED} then found end);
  end if;
  return null;
end $$;
`;

/** In place of the table: whose notifications are others, by user. */
export const NOTIFICATIONS = '_notification';

const TOLD = `
create function "_recordTold"() returns trigger language plpgsql as $$
declare found bigint[] := array(select distinct "userId" from changed limit ${NAMED + 1});
begin
  if cardinality(found) > 0 then
    insert into "_change" (entity, ids) values ('${NOTIFICATIONS}', case when cardinality(found) <= ${NAMED} then found end);
  end if;
  return null;
end $$;
create trigger "_told_insert" after insert on "_notification"
  referencing new table as changed for each statement execute function "_recordTold"();
create trigger "_told_update" after update on "_notification"
  referencing new table as changed for each statement execute function "_recordTold"();
`;

/** Whose changes are told: logs only grow, and nobody waits in front of one. */
const isTold = ({ appendOnly, view }: Entity): boolean => !appendOnly && !view;

/** Before the name of a table, in place of it: who is editing which of its records is another. */
export const EDITING = '_editing.';

/** Who has been silent for so long does not edit any more: the browser says it again every 25 seconds. */
export const EDITING_SECONDS = 60;

/**
 * Who has a record open in a form, a row for each window. It ends with the session, and is worth nothing after a crash: it is not logged. What tells
 * others is a row that comes or goes; that somebody is still there is written in place and told to nobody.
 */
const EDITORS = `
create unlogged table "_editing" (
  "tokenHash" bytea not null references "_session" ("tokenHash") on delete cascade,
  tab text not null,
  entity text not null,
  "recordId" bigint not null,
  "userId" bigint not null,
  "userName" text not null,
  since timestamptz not null default now(),
  "seenTime" timestamptz not null default now(),
  primary key ("tokenHash", tab, entity, "recordId")
) with (fillfactor = 50);
create index on "_editing" (entity, "recordId");
create function "_editingChanged"() returns trigger language plpgsql as $$
begin
  insert into "_change" (entity, ids)
    select '${EDITING}' || entity, case when count(distinct "recordId") <= ${NAMED} then array_agg(distinct "recordId") end
    from changed group by entity;
  return null;
end $$;
create trigger "_editing_insert" after insert on "_editing"
  referencing new table as changed for each statement execute function "_editingChanged"();
create trigger "_editing_delete" after delete on "_editing"
  referencing old table as changed for each statement execute function "_editingChanged"();
`;

const triggers = ({ name }: Entity): string =>
  (['insert', 'update', 'delete'] as const)
    .map(
      (event) => `create trigger "_changed_${event}" after ${event} on "${name}"
        referencing ${event === 'delete' ? 'old' : 'new'} table as changed for each statement execute function "_recordChanged"();`,
    )
    .join('\n');

/** The table of changes, and the triggers of every table whose records screens show. */
export function liveMigrations(model: Model): NonNullable<ServerModule['migrations']> {
  const told = [...model.entities.values()].filter(isTold);
  return [
    { name: 'live-changes', sql: CHANGES },
    { name: 'live-changes-notifications', sql: TOLD },
    { name: 'live-editing', sql: EDITORS },
    ...told.map((entity) => ({ name: `live-changes-${entity.name}`, sql: triggers(entity) })),
  ];
}
