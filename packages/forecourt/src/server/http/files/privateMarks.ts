import { isPrivateFile, isStored, type Model } from '../../../model/index.ts';
import type { ServerModule } from '../../contract.ts';
import { textOf, trigger } from './triggers.ts';

/**
 * A file that a record has held as a private one (`x-private`) is private for good, whatever becomes of the record: its history may name it. Triggers notice it, so
 * that no path can forget it.
 */
const PRIVATE = `
alter table "_file" add column private boolean not null default false;
create function "_filesPrivate"() returns trigger language plpgsql as $$
declare
  named text := (select string_agg(one.value, ' ') from jsonb_each_text(to_jsonb(new)) one where one.key = any (tg_argv));
begin
  update "_file" set private = true
  where not private and name in (select match.parts[1] from regexp_matches(named, '[0-9a-f]{32}', 'g') match (parts));
  return null;
end $$;
`;

/** Drops the triggers of tables that hold no private files any more. */
const dropOthers = (tables: readonly string[]): string => `
do $$ declare held regclass; begin
  for held in select tgrelid::regclass from pg_trigger
    where tgname = '_filesPrivate' and tgrelid <> all (array[${tables.map((table) => `'"${table}"'`).join(', ')}]::regclass[])
  loop execute format('drop trigger "_filesPrivate" on %s', held); end loop;
end $$;`;

/** Marks files that rows held before their property was private: no address opens them from now on. */
const markHeld = (table: string, columns: readonly string[]): string => `
update "_file" set private = true where not private and name in (
  select match.parts[1] from "${table}" held, regexp_matches(${textOf('held', columns)}, '[0-9a-f]{32}', 'g') match (parts)
);`;

/** The mark of private files, and the triggers of every table that holds some. */
export function privateFileMigrations(model: Model): NonNullable<ServerModule['migrations']> {
  const holders = [...model.entities.values()]
    .filter(({ view }) => !view)
    .map(({ name, fields }) => {
      const held = fields.filter((field) => isStored(field) && isPrivateFile(field));
      return { name, columns: held.map((field) => field.name) };
    })
    .filter(({ columns }) => columns.length > 0);
  const marks = holders.map(({ name, columns }) => trigger('_filesPrivate', name, columns) + markHeld(name, columns));
  return [
    { name: 'http-private-files', sql: PRIVATE },
    {
      name: 'http-private-files-held',
      sql: [dropOthers(holders.map(({ name }) => name)), ...marks].join('\n'),
      follows: true,
    },
  ];
}
