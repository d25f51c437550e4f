import type { Resource } from '../../../model/index.ts';
import type { Caller, ListQuery } from '../caller.ts';
import { all, prepared, SQL, joinSql } from '../sql/index.ts';
import { readDeleted } from './deleted.ts';
import { reading, type Engine } from './engine.ts';
import { readConditions } from './filters.ts';
import { readFrequencies } from './frequencies.ts';
import { COUNT_LIMIT } from './list.ts';
import type { Connection } from './single.ts';
import { visibility } from './visibility.ts';
import { countOf, disjointWays } from './ways.ts';

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
  for (const request of requests) await readFrequencies(connection, engine, resource, request);
  const query = reading(engine, caller);
  const { entity } = resource;
  const counts = requests.map((given, at) => {
    const { deleted, request } = readDeleted(query, resource, given);
    const conditions = readConditions(query, resource, request);
    const seen = visibility(query, entity, 't', { deleted });
    const common = [...conditions.indexed, ...conditions.exact, ...seen.conditions];
    const alternatives =
      seen.ways.length > 0
        ? [...conditions.alternatives, seen.ways.map((test) => ({ test }))]
        : conditions.alternatives;
    const parts = disjointWays({ alternatives }).map((way) => all([...way, ...common]));
    return SQL`${countOf(entity.name, parts, COUNT_LIMIT)} as c${at}`;
  });
  const { rows } = await connection.query<Record<string, number>>(
    prepared(SQL`select ${joinSql(counts, ',\n')}`, query.parameters.values),
  );
  return requests.map((_, at) => rows[0]![`c${at}`]!);
}
