import type { Entity } from '../../../model/index.ts';
import type { Caller } from '../layer.ts';
import { all, ident, prepared } from '../sql/index.ts';
import { reading, type Engine } from './engine.ts';
import type { Connection } from './single.ts';
import { titleOf } from './titles.ts';
import { visible } from './visibility.ts';

/** What records are called, by id, masked as in a list. Those that this actor does not see have no name. */
export async function readNames(
  connection: Connection,
  engine: Engine,
  entity: Entity,
  ids: readonly number[],
  caller: Caller,
): Promise<ReadonlyMap<number, string>> {
  const query = reading(engine, caller);
  const where = all([`t.id = any(${query.parameters.add(ids, 'bigint[]')})`, ...visible(query, entity, 't')]);
  const text = `select t.id, ${titleOf(query, entity, 't', false)} as name from ${ident(entity.name)} t where ${where}`;
  const { rows } = await connection.query<{ id: number; name: string }>(prepared(text, query.parameters.values));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
