import type { Entity, Field } from '../../../model/index.ts';
import type { Row } from '../../contract.ts';
import { asParameter } from '../kinds/index.ts';
import type { Caller } from '../caller.ts';
import { reading, visible, type Connection, type Engine } from '../query/index.ts';
import { all, arrayOf, column, ident, joinSql, planned, prepared, SQL, type Sql } from '../sql/index.ts';
import { columnsOf } from '../tables/index.ts';

/** Which transaction wrote the row (alias `t`): another after every change, whoever made it. */
export const VERSION = SQL`t.xmin::text`;

/** One row in storage form, visible to the actor, locked when asked; undefined when there is none. `deleted`: among the soft-deleted ones. */
export async function readRow(
  connection: Connection,
  engine: Engine,
  entity: Entity,
  id: number,
  caller: Caller,
  lock: boolean,
  options: { readonly deleted?: boolean } = {},
): Promise<(Row & { id: number }) | undefined> {
  const { text, values } = rowStatement(engine, entity, id, caller, options);
  const { rows } = await connection.query<Row & { id: number }>(
    prepared(lock ? SQL`${text} for update of t` : text, values),
  );
  return rows[0];
}

type Stored = Row & { id: number };

interface Versioned {
  readonly row: Stored;
  readonly version: string;
}

/** The same, not locked, with its version. */
export async function readVersion(
  connection: Connection,
  engine: Engine,
  entity: Entity,
  id: number,
  caller: Caller,
): Promise<Versioned | undefined> {
  const { text, values } = rowStatement(engine, entity, id, caller, { version: true });
  const { rows } = await connection.query<Row & { id: number; _version: string }>(prepared(text, values));
  if (!rows[0]) return undefined;
  const { _version: version, ...row } = rows[0];
  return { row: row as Row & { id: number }, version };
}

/** Several of them, by id, for one who may stand for all callers. */
export async function readVersions(
  connection: Connection,
  engine: Engine,
  entity: Entity,
  ids: readonly number[],
  caller: Caller,
): Promise<ReadonlyMap<number, Versioned>> {
  const { text, values } = rowStatement(engine, entity, ids, caller, { version: true });
  const { rows } = await connection.query<Row & { id: number; _version: string }>(prepared(text, values));
  return new Map(rows.map(({ _version: version, ...row }) => [row['id'], { row: row as Stored, version }]));
}

function rowStatement(
  engine: Engine,
  entity: Entity,
  id: number | readonly number[],
  caller: Caller,
  { version = false, ...options }: { readonly deleted?: boolean; readonly version?: boolean },
): { readonly text: Sql; readonly values: unknown[] } {
  const query = reading(engine, caller);
  const key =
    typeof id === 'number' ? query.parameters.add(id, 'bigint') : SQL`any(${query.parameters.add(id, 'bigint[]')})`;
  const where = all([SQL`t.id = ${key}`, ...visible(query, entity, 't', options)]);
  const columns = columnsOf(entity, engine.model.codes).map(({ name }) => column('t', name));
  const chosen = version ? [...columns, SQL`${VERSION} as "_version"`] : columns;
  return {
    text: SQL`select ${joinSql(chosen)} from ${ident(entity.name)} t where ${where}`,
    values: query.parameters.values,
  };
}

const BATCH = 2_000;

/** Rows that this actor sees, by the values of one column; many at once, locked in the order of their ids when asked. */
export async function storedRows(
  connection: Connection,
  engine: Engine,
  entity: Entity,
  by: Field,
  values: readonly unknown[],
  caller: Caller,
  lock = false,
): Promise<Map<unknown, Stored>> {
  const found = new Map<unknown, Stored>();
  const { codes } = engine.model;
  const columns = columnsOf(entity, codes).map(({ name }) => column('t', name));
  for (let at = 0; at < values.length; at += BATCH) {
    const query = reading(engine, caller);
    const list = query.parameters.add(values.slice(at, at + BATCH), arrayOf(asParameter(by, null, codes).type));
    const where = all([SQL`${column('t', by.name)} = any(${list})`, ...visible(query, entity, 't')]);
    const order = lock ? SQL` order by t.id for update of t` : SQL``;
    const { rows } = await connection.query<Stored>(
      planned(
        SQL`select ${joinSql(columns)} from ${ident(entity.name)} t where ${where}${order}`,
        query.parameters.values,
      ),
    );
    for (const row of rows) found.set(row[by.name], row);
  }
  return found;
}
