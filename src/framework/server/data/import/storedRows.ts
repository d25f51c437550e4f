import type { Entity, Field } from '../../../model/index.ts';
import type { Row } from '../../contract.ts';
import { asParameter, hasTimes } from '../kinds/index.ts';
import type { Caller } from '../layer.ts';
import { reading, visible, zoneExpression, type Connection, type Engine } from '../query/index.ts';
import { all, arrayOf, column, ident, SQL, joinSql } from '../sql/index.ts';
import { columnsOf } from '../tables/index.ts';

type Stored = Row & { id: number };

const BATCH = 2_000;

/** Rows that this actor sees, by the values of one column; many at once, none locked. */
export async function storedRows(
  connection: Connection,
  engine: Engine,
  entity: Entity,
  by: Field,
  values: readonly unknown[],
  caller: Caller,
): Promise<Map<unknown, Stored>> {
  const found = new Map<unknown, Stored>();
  const { codes } = engine.model;
  const columns = columnsOf(entity, codes).map(({ name }) => column('t', name));
  for (let at = 0; at < values.length; at += BATCH) {
    const query = reading(engine, caller);
    const list = query.parameters.add(values.slice(at, at + BATCH), arrayOf(asParameter(by, null, codes).type));
    const where = all([SQL`${column('t', by.name)} = any(${list})`, ...visible(query, entity, 't')]);
    const { rows } = await connection.query<Stored>({
      text: SQL`select ${joinSql(columns)} from ${ident(entity.name)} t where ${where}`,
      values: query.parameters.values,
    });
    for (const row of rows) found.set(row[by.name], row);
  }
  return found;
}

/** Zones of the wall-clock times of rows, by the relation that leads to it. One look-up for all; the default where nothing leads anywhere. */
export async function zonesBy(
  connection: Connection,
  engine: Engine,
  entity: Entity,
  ids: readonly number[],
): Promise<(id: unknown) => string> {
  const zones = new Map<number, string>();
  if (ids.length > 0) {
    const { rows } = await connection.query<{ id: number; zone: string }>({
      text: SQL`select v.id, ${zoneExpression(engine, entity, 'v', () => SQL`v.id`)} as zone from unnest($1::bigint[]) as v(id)`,
      values: [ids],
    });
    for (const { id, zone } of rows) zones.set(id, zone);
  }
  return (id) => zones.get(id as number) ?? engine.defaultZone;
}

/** Property of the entity that decides the zone of its times; undefined when all have the default. */
export function zoneRoot(entity: Entity): string | undefined {
  return hasTimes(entity.fields) && entity.zone ? entity.zone.steps[0]?.field : undefined;
}
