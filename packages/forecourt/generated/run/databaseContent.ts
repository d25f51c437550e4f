import { sql } from 'kysely';
import type { Database } from '../../server.ts';

/** What asks for the sums of a database: its tables stay the same once they are made. */
const queries = new WeakMap<Database, Promise<string>>();

/** One statement for all tables: one each takes many times as long, and hundreds of tests ask before and after. */
async function queryOf(db: Database): Promise<string> {
  const { rows } = await sql<{ query: string }>`
    select string_agg(
      format($$select %L as name, md5(coalesce(string_agg(t::text, chr(10) order by t::text), '')) as sum from %I t$$, c.relname, c.relname),
      ' union all ') as query
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and not c.relispartition and c.relname !~ '^_(session|signIn|idempotency|secret|import)'
  `.execute(db);
  return rows[0]!.query;
}

/**
 * Everything a database holds, as one sum a table, but what every call leaves behind: logs, sessions, answers kept by key, checked files.
 */
export async function databaseContent(db: Database): Promise<Record<string, string>> {
  let query = queries.get(db);
  if (!query) queries.set(db, (query = queryOf(db)));
  const { rows } = await sql.raw<{ name: string; sum: string }>(await query).execute(db);
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}
