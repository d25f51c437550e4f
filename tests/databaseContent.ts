import { sql } from 'kysely';
import type { Database } from '../src/framework/server/index.ts';

/**
 * Everything a database holds, as one sum a table, but what every call leaves behind: logs, sessions, answers kept by key, checked files.
 */
export async function databaseContent(db: Database): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and not c.relispartition and c.relname !~ '^_(session|signIn|idempotency|secret|import)'
  `.execute(db);
  const sums = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql<{ sum: string }>`
        select md5(coalesce(string_agg(t::text, chr(10) order by t::text), '')) as sum from ${sql.table(name)} t
      `.execute(db);
      return [name, rows[0]!.sum] as const;
    }),
  );
  return Object.fromEntries(sums);
}
