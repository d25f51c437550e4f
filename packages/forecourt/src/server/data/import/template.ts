import type { Entity, Field } from '../../../model/index.ts';
import { writeCsv, writeXlsx, type ExportColumn } from '../export/index.ts';
import { kindFor, wallClock, type Cell } from '../kinds/index.ts';
import { codeLabel, entityLabel, fieldLabel } from '../labels.ts';
import type { Caller } from '../caller.ts';
import { entityOf, reading, visible, type Connection, type Engine } from '../query/index.ts';
import { all, ident, SQL } from '../sql/index.ts';
import { fits } from '../writer/index.ts';
import { isOffered } from './mapping.ts';
import { titleSql } from './references.ts';

/** The title of some record that this actor sees and that may be chosen, as an example of what to write. */
async function titleFor(connection: Connection, engine: Engine, field: Field, caller: Caller): Promise<string | null> {
  const { resource, where: choosable } = field.ref!;
  const target = entityOf(engine, resource);
  const query = reading(engine, caller);
  const title = titleSql(query, target);
  if (title === undefined) return null;
  const where = all([...visible(query, target, 'r'), ...(choosable ? [fits(choosable)] : [])]);
  const { rows } = await connection.query<{ title: string }>({
    text: SQL`select ${title} as title from ${ident(target.name)} r where ${where} order by r.id limit 1`,
    values: query.parameters.values,
  });
  return rows[0]?.title ?? null;
}

function sample(engine: Engine, entity: Entity, field: Field, caller: Caller): Cell {
  const table = field.codes && engine.model.codes[field.codes];
  if (table) return table[0] ? codeLabel(caller, field.codes!, table[0].code) : null;
  const now = wallClock(new Date(caller.now), engine.defaultZone);
  return kindFor(field).example?.(field, { now, label: fieldLabel(caller, entity.name, field.name) }) ?? null;
}

/** A file to fill in: every column that an import of this actor takes, required ones with a star, and one sample line unless it is to be empty. */
export async function* importTemplate(
  connection: Connection,
  engine: Engine,
  entity: Entity,
  format: 'csv' | 'xlsx',
  caller: Caller,
  empty = false,
): AsyncGenerator<string | Uint8Array> {
  const line: Record<string, Cell> = {};
  const columns: ExportColumn[] = [];
  for (const field of entity.fields.filter((one) => isOffered(engine, entity, one, caller))) {
    const { name } = field;
    line[name] = field.ref ? await titleFor(connection, engine, field, caller) : sample(engine, entity, field, caller);
    columns.push({
      name,
      header: `${fieldLabel(caller, entity.name, name)}${field.required ? ' *' : ''}`,
      kind: field.codes || field.ref ? 'text' : (kindFor(field).cell?.(field) ?? 'text'),
      digits: field.digits,
      cell: (row) => row[name] as Cell,
    });
  }
  async function* rows(): AsyncGenerator<Record<string, Cell>[]> {
    yield await Promise.resolve(empty ? [] : [line]);
  }
  yield* format === 'xlsx' ? writeXlsx(entityLabel(caller, entity.name), columns, rows()) : writeCsv(columns, rows());
}
