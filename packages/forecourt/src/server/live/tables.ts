import type { Entity, Model, Path, Resource } from '../../model/index.ts';
import type { ServerModule } from '../contract.ts';
import { firstColumns, scopesSql, scopesThrough, toldWays } from './scopes.ts';

/** Records of one statement that are named; of more it is only said that there were many. */
const NAMED = 100;

/** So long a change can be asked for. Who was away longer reads everything anew. */
export const KEPT_MINUTES = 10;

/**
 * Which records were changed, written by triggers in the transaction that did it. No path can forget it: generic save,
 * command, import, another process, an operator in psql. Others see it at the moment at which they see the change. Not
 * NOTIFY: its commits wait for each other.
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

/** Whose changes are told: records that a resource shows. Logs only grow, and nobody waits in front of one. */
function isTold({ name, appendOnly, view }: Entity, model: Model): boolean {
  const isOf = ({ entity, live }: Resource): boolean => live !== false && (entity.view?.of ?? entity.name) === name;
  return !appendOnly && !view && [...model.resources.values()].some(isOf);
}

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

/** Of the same readers as a change of the record. */
const EDITORS_SCOPES = `
alter table "_editing" add column scopes bigint[];
create or replace function "_editingChanged"() returns trigger language plpgsql as $$
begin
  insert into "_change" (entity, ids, scopes)
    select '${EDITING}' || entity, case when count(distinct "recordId") <= ${NAMED} then array_agg(distinct "recordId") end, scopes
    from changed group by entity, scopes;
  return null;
end $$;
`;

/** Names of schemas, which are words: no quotes in them. */
const list = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');

/**
 * Tells who sees the row before or after it was changed. When its own scope is another, so is that of the rows that lie in it through this one:
 * of them it is said that there are many. What was deleted may have lost its way into the scope before it: then all are told.
 */
function scopedTrigger(entity: Entity, model: Model): string {
  const ways = toldWays(entity, model);
  const within = (...rows: readonly string[]): string => `array(${scopesSql(ways, rows, NAMED + 1)})`;
  const below = scopesThrough(entity, model).filter((one) => isTold(one, model));
  const others = (ways: readonly Path[]): string => {
    const of = (row: string): string =>
      firstColumns(ways)
        .map((name) => `${row}."${name}"`)
        .join(', ');
    return `exists (select from changed join before on before.id = changed.id where (${of('changed')}) is distinct from (${of('before')}))`;
  };
  const moved = `
      if ${others(entity.scope)} then
        insert into "_change" (entity, scopes) select name, case when cardinality(within) <= ${NAMED} then within end from unnest(array[${list(below.map((one) => one.name))}]) as name;
      end if;`;
  const far = entity.scope.some(({ steps }) => steps.length > 0);
  return `
create or replace function "_told_${entity.name}"() returns trigger language plpgsql as $$
declare
  found bigint[] := array(select id from changed limit ${NAMED + 1});
  within bigint[];
begin
  if cardinality(found) = 0 then return null; end if;
  if tg_op = 'UPDATE' then
    if ${others(ways)} then
      within := ${within('changed', 'before')};${below.length > 0 ? moved : ''}
    else
      within := ${within('changed')};
    end if;
  ${far ? `elsif tg_op = 'INSERT' then` : 'else'}
    within := ${within('changed')};
  end if;
  insert into "_change" (entity, ids, scopes) values (
    tg_table_name, case when cardinality(found) <= ${NAMED} then found end, case when cardinality(within) <= ${NAMED} then within end
  );
  return null;
end $$;`;
}

/** Old and new rows, as the function that tells of them asks for. */
const rowsOf = (event: string, scoped: boolean): string => {
  if (event === 'update') return `${scoped ? 'old table as before ' : ''}new table as changed`;
  return `${event === 'delete' ? 'old' : 'new'} table as changed`;
};

const EVENTS = ['insert', 'update', 'delete'] as const;

function triggers(entity: Entity, model: Model): string {
  const { name } = entity;
  const scoped = entity.scope.length > 0;
  const each = EVENTS.map(
    (event) => `create or replace trigger "_changed_${event}" after ${event} on "${name}"
        referencing ${rowsOf(event, scoped)} for each statement execute function "${scoped ? `_told_${name}` : '_recordChanged'}"();`,
  );
  return [...(scoped ? [scopedTrigger(entity, model)] : []), ...each].join('\n');
}

/** Takes the table's lock only where there is one to be dropped. */
const noTriggers = ({ name }: Entity): string => `
do $$ begin
  if exists (select from pg_trigger where tgrelid = '"${name}"'::regclass and tgname = '_changed_insert') then
    ${EVENTS.map((event) => `drop trigger if exists "_changed_${event}" on "${name}";`).join(' ')}
  end if;
end $$;`;

/** The table of changes, and the triggers of every table whose records screens show. */
export function liveMigrations(model: Model): NonNullable<ServerModule['migrations']> {
  const tables = [...model.entities.values()].filter(({ view }) => !view);
  return [
    { name: 'live-changes', sql: CHANGES },
    { name: 'live-changes-notifications', sql: TOLD },
    // Scope records whose readers are told; null: everybody.
    { name: 'live-scopes', sql: 'alter table "_change" add column scopes bigint[]' },
    ...tables.map((entity) => ({
      name: `live-told-${entity.name}`,
      sql: isTold(entity, model) ? triggers(entity, model) : noTriggers(entity),
      follows: true,
    })),
  ];
}

/** Who has which record open, beside the sessions of the product. */
export const editingMigrations: NonNullable<ServerModule['migrations']> = [
  { name: 'live-editing', sql: EDITORS },
  { name: 'live-editing-scopes', sql: EDITORS_SCOPES },
];
