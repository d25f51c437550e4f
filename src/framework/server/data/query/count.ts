import type { Resource } from '../../../model/index.ts';
import type { Caller, ListQuery } from '../layer.ts';
import { all, any, ident, prepared } from '../sql/index.ts';
import { reading, type Engine } from './engine.ts';
import { readConditions } from './filters.ts';
import { COUNT_LIMIT } from './list.ts';
import type { Connection } from './single.ts';
import { visible } from './visibility.ts';

/**
 * How many rows a list with these filters has for this actor: exactly up to the limit of list totals, one more than it beyond. Refuses bad filters
 * as the list does.
 */
export async function countRows(
  connection: Connection,
  engine: Engine,
  resource: Resource,
  request: ListQuery,
  caller: Caller,
): Promise<number> {
  const query = reading(engine, caller);
  const { entity } = resource;
  const conditions = readConditions(query, resource, request);
  const where = all([
    ...conditions.indexed,
    ...conditions.exact,
    ...conditions.alternatives.map(any),
    ...conditions.alternatives.map(any),
    ...visible(query, entity, 't'),
  ]);
  const text = `select count(*)::int as count from (select 1 from ${ident(entity.name)} t where ${where} limit ${COUNT_LIMIT + 1}) c`;
  const { rows } = await connection.query<{ count: number }>(prepared(text, query.parameters.values));
  return rows[0]!.count;
}
