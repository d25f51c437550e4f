import type { Entity } from '../../../model/index.ts';
import type { Caller } from '../caller.ts';
import { all, ident, literal, prepared, SQL, joinSql, type Sql } from '../sql/index.ts';
import { mayRead, reading, type Engine, type Reading } from './engine.ts';
import type { Connection } from './single.ts';
import { recordText, titleOf } from './titles.ts';
import { visible } from './visibility.ts';

/** As many properties as a box of choices shows. */
const PARTS = 3;

/** Title of a record and what tells it from its twins, as a box of choices shows it. */
function fullName(query: Reading, entity: Entity): Sql {
  const named = query.engine.model.resources.get(entity.name)?.options?.fields ?? [];
  const parts = named
    .flatMap((name) => entity.byName.get(name) ?? [])
    .filter((field) => !field.ref && field.name !== 'id' && mayRead(query.engine, entity, field, query.actor))
    .slice(0, PARTS)
    .map((field) => SQL`nullif(${recordText(query, entity, field, 't')}, '')`);
  return parts.length > 0 ? SQL`concat_ws(${literal(' · ')}, ${joinSql(parts)})` : titleOf(query, entity, 't', false);
}

/** What records are called, by id, masked as in a list; `full` with what tells twins apart. Those that this actor does not see have no name. */
export async function readNames(
  connection: Connection,
  engine: Engine,
  entity: Entity,
  ids: readonly number[],
  caller: Caller,
  { full = false }: { readonly full?: boolean } = {},
): Promise<ReadonlyMap<number, string>> {
  const query = reading(engine, caller);
  const where = all([SQL`t.id = any(${query.parameters.add(ids, 'bigint[]')})`, ...visible(query, entity, 't')]);
  const text = SQL`select t.id, ${full ? fullName(query, entity) : titleOf(query, entity, 't', false)} as name from ${ident(entity.name)} t where ${where}`;
  const { rows } = await connection.query<{ id: number; name: string }>(prepared(text, query.parameters.values));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
