import { stringify } from 'csv-stringify/sync';
import type { Pool } from 'pg';
import Cursor from 'pg-cursor';
import type { Field, Resource } from '../../../model/index.ts';
import type { Caller, ListQuery } from '../layer.ts';
import { codeLabel, fieldLabel } from '../labels.ts';
import { project, readConditions, readSort, reading, visible, type Engine } from '../query/index.ts';
import { all, any, ident } from '../sql/index.ts';

const BATCH = 500;
const TIMEOUT_MS = 115_000;

interface Column {
  readonly header: string;
  cell(row: Readonly<Record<string, unknown>>): string;
}

/** A spreadsheet takes text that begins so for a formula (D-SEC-07). */
export const neutral = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

const NUMERIC: ReadonlySet<string> = new Set(['integer', 'number', 'money', 'percent']);

function plainCell(field: Field, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return neutral(value.join(', '));
  if (typeof value === 'object') return neutral(JSON.stringify(value));
  return NUMERIC.has(field.kind) || typeof value === 'number' ? String(value) : neutral(String(value));
}

/** Columns as the list shows them: labels for relations and codes, in the language of the request. */
function columnsFor(resource: Resource, answered: ReadonlySet<string>, caller: Caller): Column[] {
  const { entity, list } = resource;
  const labels = new Map<string, string>();
  const labelOf = (table: string, code: unknown): string => {
    const key = `${table}.${String(code)}`;
    if (!labels.has(key)) labels.set(key, codeLabel(caller, table, code));
    return labels.get(key)!;
  };
  const names = [...new Set([...list.columns, ...list.hiddenColumns])];
  return names.flatMap((name): Column[] => {
    const field = entity.byName.get(name);
    const header = neutral(fieldLabel(caller, entity.name, name));
    if (!field) return answered.has(name) ? [{ header, cell: (row) => neutral(String(row[name] ?? '')) }] : [];
    if (!answered.has(name)) return [];
    if (field.ref) return [{ header, cell: (row) => neutral(String(row[field.ref!.as] ?? '')) }];
    if (field.codes) {
      const table = field.codes;
      return [
        {
          header,
          cell: (row) =>
            [row[name]]
              .flat()
              .map((code) => (code === null || code === undefined || code === '' ? '' : neutral(labelOf(table, code))))
              .join(', '),
        },
      ];
    }
    return [{ header, cell: (row) => plainCell(field, row[name]) }];
  });
}

/** The filtered list as CSV text in pieces. Reads by cursor inside one snapshot, so that memory does not grow with the number of rows. */
export async function* exportRows(
  pool: Pool,
  engine: Engine,
  resource: Resource,
  request: ListQuery,
  caller: Caller,
): AsyncGenerator<string> {
  const query = reading(engine, caller);
  const { entity } = resource;
  const conditions = readConditions(query, resource, request);
  const sort = readSort(query, resource, request, conditions);
  const projection = project(query, entity, {
    fields: new Set([...resource.list.columns, ...resource.list.hiddenColumns]),
    reveal: true,
  });
  const where = all([
    ...conditions.exact,
    ...conditions.alternatives.map(any),
    ...conditions.indexed,
    ...visible(query, entity, 't'),
  ]);
  const columns = columnsFor(resource, new Set(projection.outputs.map((output) => output.name)), caller);
  const text = `select ${projection.select} from ${ident(entity.name)} t${projection.joins} where ${where} order by ${sort.sql} ${sort.direction}, t.id ${sort.direction}`;

  const client = await pool.connect();
  let broken: Error | undefined;
  let cursor: Cursor<Record<string, unknown>> | undefined;
  try {
    await client.query(`begin read only; set local statement_timeout = ${TIMEOUT_MS}`);
    cursor = client.query(new Cursor<Record<string, unknown>>(text, query.parameters.values));
    yield `\uFEFF${stringify([columns.map((column) => column.header)], { record_delimiter: '\r\n' })}`;
    for (let rows = await cursor.read(BATCH); rows.length > 0; rows = await cursor.read(BATCH))
      yield stringify(
        rows.map((row) => columns.map((column) => column.cell(row))),
        { record_delimiter: '\r\n' },
      );
  } finally {
    // Also when the reader went away half-way. An open cursor would keep the connection from anything else, even the rollback.
    await cursor?.close().catch((failure: Error) => (broken = failure));
    await client.query('rollback').catch((failure: Error) => (broken = failure));
    client.release(broken);
  }
}
