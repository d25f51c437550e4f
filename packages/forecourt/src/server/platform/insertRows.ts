import { sql } from 'kysely';
import type { Database, Row } from '../contract.ts';

const BATCH = 1000;

/**
 * Inserts many rows with their ids in a few statements and moves the id sequence behind the last one. Values are JSON: instants as ISO text,
 * lists as arrays, documents as objects. The rows go past the writer on purpose: they are the past, nobody of this system did them.
 */
export async function insertRows(db: Database, table: string, rows: readonly Row[]): Promise<void> {
  for (let from = 0; from < rows.length; from += BATCH) {
    const part = rows.slice(from, from + BATCH);
    const columns = [...new Set(part.flatMap((row) => Object.keys(row)))];
    const complete = part.map((row) => Object.fromEntries(columns.map((column) => [column, row[column] ?? null])));
    const list = sql.join(columns.map((column) => sql.ref(column)));
    await sql`insert into ${sql.table(table)} (${list}) select ${list} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(complete)}::jsonb)`.execute(
      db,
    );
  }
  await sql`select setval(pg_get_serial_sequence(${`"${table}"`}, 'id'), (select coalesce(max(id), 1) from ${sql.table(table)}))`.execute(
    db,
  );
}
