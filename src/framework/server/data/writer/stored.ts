import type { Entity, Field } from '../../../model/index.ts';
import type { Row } from '../../contract.ts';
import { asParameter } from '../kinds/index.ts';
import type { Caller } from '../layer.ts';
import { reading, visible, type Connection, type Engine } from '../query/index.ts';
import { all, arrayOf, column, ident, joinSql, planned, prepared, SQL } from '../sql/index.ts';
import { columnsOf } from '../tables/index.ts';

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
  const query = reading(engine, caller);
  const where = all([SQL`t.id = ${query.parameters.add(id, 'bigint')}`, ...visible(query, entity, 't', options)]);
  const columns = columnsOf(entity, engine.model.codes).map(({ name }) => column('t', name));
  const { rows } = await connection.query<Row & { id: number }>(
    prepared(
      SQL`select ${joinSql(columns)} from ${ident(entity.name)} t where ${where}${lock ? SQL` for update of t` : SQL``}`,
      query.parameters.values,
    ),
  );
  return rows[0];
}

type Stored = Row & { id: number };

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
