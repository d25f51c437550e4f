import { sql } from 'kysely';
import type { Model } from '../../../model/index.ts';
import type { Database } from '../../contract.ts';
import { logTime } from '../tables/index.ts';
import type { RowTexts } from './seal.ts';

/** A log to which rows are only added. */
export interface Log {
  readonly name: string;
  /** The column that says when a row was written. */
  readonly time: string;
}

export const logsOf = ({ entities }: Model): readonly Log[] =>
  [...entities.values()]
    .filter((entity) => entity.appendOnly)
    .map((entity) => ({ name: entity.name, time: logTime(entity) }));

/** Columns of a log and their types, by name. */
export type LogColumns = ReadonlyMap<string, string>;

export interface LogRow {
  readonly id: number;
  readonly texts: RowTexts;
}

/** Reads which columns a log has now, sorted by name. */
export async function columnsOfLog(db: Database, { name }: Log): Promise<LogColumns> {
  const { rows } = await sql<{ column: string; type: string }>`
    select attname as column, format_type(atttypid, null) as type from pg_attribute
    where attrelid = to_regclass(${`"${name}"`}) and attnum > 0 and not attisdropped order by attname collate "C"`.execute(
    db,
  );
  return new Map(rows.map(({ column, type }) => [column, type]));
}

/** A value as text that no setting of a session changes. */
function asText(column: string, type: string) {
  const value = sql.ref(`t.${column}`);
  if (type === 'timestamp with time zone')
    return sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
  if (type === 'date') return sql`to_char(${value}, 'YYYY-MM-DD')`;
  return sql`${value}::text`;
}

const asLogRow = ({ id, ...texts }: RowTexts): LogRow => ({ id: Number(id), texts: { id: id ?? null, ...texts } });

function selected(columns: readonly string[], types: LogColumns) {
  const known = columns.filter((name) => types.has(name));
  return sql.join(known.map((name) => sql`${asText(name, types.get(name)!)} as ${sql.id(name)}`));
}

/** Reads rows of a log with ids beyond `after` up to `last`, in their order. Columns that are gone have no text. */
export async function rowsBetween(
  db: Database,
  log: Log,
  { columns, types }: { readonly columns: readonly string[]; readonly types: LogColumns },
  after: number | null,
  last: number,
  limit: number,
): Promise<readonly LogRow[]> {
  const beyond = after === null ? sql`true` : sql`t.id > ${after}`;
  const { rows } = await sql<RowTexts>`
    select ${selected(columns, types)} from ${sql.table(log.name)} t where ${beyond} and t.id <= ${last} order by t.id limit ${limit}`.execute(
    db,
  );
  return rows.map(asLogRow);
}

/** Reads the rows of a log with these ids. */
export async function rowsOf(
  db: Database,
  log: Log,
  { columns, types }: { readonly columns: readonly string[]; readonly types: LogColumns },
  ids: readonly number[],
): Promise<readonly LogRow[]> {
  const { rows } = await sql<RowTexts>`
    select ${selected(columns, types)} from ${sql.table(log.name)} t where t.id = any(${[...ids]}::bigint[]) order by t.id`.execute(
    db,
  );
  return rows.map(asLogRow);
}

/** The highest number that a log has given; a row with a higher one was numbered by hand. Null where the user may not know it. */
export const lastNumber = (log: Log) =>
  sql`pg_sequence_last_value(pg_get_serial_sequence(${`"${log.name}"`}, 'id')::regclass)`;
