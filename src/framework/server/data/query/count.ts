import type { Resource } from '../../../model/index.ts';
import type { Caller, ListQuery } from '../layer.ts';
import { all, any, ident, prepared } from '../sql/index.ts';
import { reading, type Engine } from './engine.ts';
import { readConditions } from './filters.ts';
import { COUNT_LIMIT } from './list.ts';
import type { Connection } from './single.ts';
import { visible } from './visibility.ts';

/**
 * How many rows the list has for this actor under each of these filters: exactly up to the limit of list totals, one more than it beyond. Refuses
 * bad filters as the list does. One statement, however many are counted.
 */
export async function countRows(
  connection: Connection,
  engine: Engine,
  resource: Resource,
  requests: readonly ListQuery[],
  caller: Caller,
): Promise<number[]> {
  const query = reading(engine, caller);
  const { entity } = resource;
  const counts = requests.map((request, at) => {
    const conditions = readConditions(query, resource, request);
    const where = all([
      ...conditions.indexed,
      ...conditions.exact,
      ...conditions.alternatives.map(any),
      ...visible(query, entity, 't'),
    ]);
    return `(select count(*)::int from (select 1 from ${ident(entity.name)} t where ${where} limit ${COUNT_LIMIT + 1}) c) as c${at}`;
  });
  const { rows } = await connection.query<Record<string, number>>(
    prepared(`select ${counts.join(',\n')}`, query.parameters.values),
  );
  return requests.map((_, at) => rows[0]![`c${at}`]!);
}
