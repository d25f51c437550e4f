import type { Pool } from 'pg';
import { sql } from 'kysely';
import { factsOf, isDocument, isStored, type Entity, type Model } from '../../../model/index.ts';
import type { ServerModule, Work } from '../../contract.ts';
import { refuse } from '../../errors.ts';
import { trigger } from './triggers.ts';

/** Files of one user at most that no record has named, beside their bytes (`UPLOAD_QUOTA_MB`). */
const MOST_FILES = 500;
const MIB = 1024 * 1024;
const AT_ONCE = 500;

/**
 * An uploaded file is unused until a record names it for the first time, and never again: what a record has named may stand in its history, in a
 * version, in a saved sheet. Triggers notice it, so that no path can forget it. Files from before, and those that the server makes itself, count as used.
 */
const UNUSED = `
alter table "_file" add column unused boolean not null default false;
create index on "_file" ("userId") where unused;
create index on "_file" ("createTime") where unused;
create function "_filesNamed"() returns trigger language plpgsql as $$
declare
  named text := (select string_agg(one.value, ' ') from jsonb_each_text(to_jsonb(new)) one where one.key = any (tg_argv));
begin
  if named is null or named !~ '[0-9a-f]{32}' then return null; end if;
  update "_file" set unused = false
  where unused and name in (select match.parts[1] from regexp_matches(named, '[0-9a-f]{32}', 'g') match (parts));
  return null;
end $$;
`;

const namesFiles = (entity: Entity): string[] =>
  entity.fields
    .filter((field) => isStored(field) && (factsOf(field).uploaded || isDocument(field)))
    .map(({ name }) => name);

/** Takes the table's lock only where there is a trigger to be dropped. */
const noTrigger = (name: string): string => `
do $$ begin
  if exists (select from pg_trigger where tgrelid = '"${name}"'::regclass and tgname = '_filesNamed') then
    drop trigger "_filesNamed" on "${name}";
  end if;
end $$;`;

/** The mark of unused files, and the triggers of every table whose rows can name files. */
export function unusedFileMigrations(model: Model): NonNullable<ServerModule['migrations']> {
  const tables = [...model.entities.values()].filter(({ view }) => !view);
  return [
    { name: 'http-unused-files', sql: UNUSED },
    ...tables.map((entity) => {
      const columns = namesFiles(entity);
      return {
        name: `http-files-named-${entity.name}`,
        sql: columns.length > 0 ? trigger('_filesNamed', entity.name, columns) : noTrigger(entity.name),
        follows: true,
      };
    }),
  ];
}

/** Refuses an upload of so many bytes to whoever has too many already that no record names. Uploads that are begun count whole. */
export async function requireRoom(pool: Pool, userId: number, bytes: number, quotaMb: number): Promise<void> {
  const { rows } = await pool.query<{ bytes: number; files: number }>({
    name: 'unused-files',
    text: `select sum(size)::float8 as bytes, count(*)::int as files from (
      select size from "_file" where "userId" = $1 and unused
      union all select size from "_upload" where "userId" = $1 and file is null
    ) held`,
    values: [userId],
  });
  const { bytes: held, files } = rows[0]!;
  if ((held ?? 0) + bytes > quotaMb * MIB || files >= MOST_FILES) throw refuse('msg.upload.quota', { max: quotaMb });
}

/** Forgets, for good, uploads that no record has named within a day. Whoever names one at this moment is waited for, and keeps it. */
export const forgetUnused: Work = {
  everyMs: 10 * 60_000,
  async run({ db }) {
    await sql`
      delete from "_file" where unused and name in (
        select name from "_file" where unused and "createTime" < now() - interval '1 day' limit ${AT_ONCE} for update skip locked
      )
    `.execute(db);
  },
};
