import Cursor from 'pg-cursor';
import type { Resource } from '../../../model/index.ts';
import { entityLabel } from '../labels.ts';
import type { Caller, ListQuery } from '../caller.ts';
import type { ExportChoices } from '../layer.ts';
import {
  findsOf,
  orderBy,
  project,
  readConditions,
  readDeleted,
  readSort,
  reading,
  visible,
  type Engine,
} from '../query/index.ts';
import { all, ident, SQL, type Sql } from '../sql/index.ts';
import type { ReadPool } from '../../postgres/index.ts';
import { columnsFor, exportedNames } from './columns.ts';
import { writeCsv } from './csv.ts';
import { namedDocuments } from './documents.ts';
import { writeXlsx } from './xlsx.ts';

const BATCH = 500;
const TIMEOUT_MS = 115_000;

type Rows = readonly Readonly<Record<string, unknown>>[];

/** The rows of a query by cursor, inside one snapshot. While one batch is written the database already makes the next. */
async function* readRows(pool: ReadPool, text: Sql, values: unknown[]): AsyncGenerator<Rows> {
  const client = await pool.connect();
  let broken: Error | undefined;
  let cursor: Cursor<Record<string, unknown>> | undefined;
  let ahead: Promise<Record<string, unknown>[]> | undefined;
  try {
    await client.query(SQL`begin read only; set local statement_timeout = ${TIMEOUT_MS}`);
    cursor = client.query(new Cursor<Record<string, unknown>>(text, values));
    for (let rows = await cursor.read(BATCH); rows.length > 0; rows = await ahead) {
      ahead = cursor.read(BATCH);
      // Told to the reader when it comes for these rows; without this the process would take it for a failure that nobody handles.
      ahead.catch(() => undefined);
      yield rows;
    }
  } finally {
    await ahead?.catch(() => undefined);
    // Also when the reader went away half-way. An open cursor would keep the connection from anything else, even the rollback.
    await cursor?.close().catch((failure: Error) => (broken = failure));
    await client.query('rollback').catch((failure: Error) => (broken = failure));
    client.release(broken);
  }
}

/**
 * The filtered, sorted list as a file in pieces, read by cursor, so that memory does not grow with the number of rows. Masked as the list
 * is; only the form for import has masked values in full, for those who see them so in the details. What cannot be asked for is refused at
 * once; rows are read with the pieces, so a file that nobody takes holds nothing.
 */
export function exportRows(
  pool: ReadPool,
  engine: Engine,
  resource: Resource,
  given: ListQuery,
  caller: Caller,
  { format = 'csv', values = 'labels', columns: chosen }: ExportChoices,
): AsyncGenerator<string | Uint8Array> {
  const query = reading(engine, caller);
  const { entity } = resource;
  const { deleted, request } = readDeleted(query, resource, given);
  const conditions = readConditions(query, resource, request);
  const sort = readSort(query, resource, request, conditions);
  const names = exportedNames(engine, resource, { values, columns: chosen }, caller);
  const projection = project(query, entity, { fields: new Set(names), reveal: values === 'raw', joined: true });
  const where = all([
    ...conditions.exact,
    ...findsOf(conditions),
    ...conditions.indexed,
    ...visible(query, entity, 't', { deleted }),
  ]);
  const answered = new Set(projection.outputs.map((output) => output.name));
  const documents = namedDocuments(pool, engine, resource, values === 'raw' ? [] : names, caller);
  const columns = columnsFor(entity, names, values, answered, caller, documents.nameOf);
  const text = SQL`select ${projection.select} from ${ident(entity.name)} t${projection.joins} where ${where} order by ${orderBy(sort)}`;
  const rows = documents.through(readRows(pool, text, query.parameters.values));
  return format === 'xlsx' ? writeXlsx(entityLabel(caller, entity.name), columns, rows) : writeCsv(columns, rows);
}
