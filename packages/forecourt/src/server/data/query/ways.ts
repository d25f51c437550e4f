import { any, ident, SQL, joinSql, type Sql } from '../sql/index.ts';
import type { Conditions } from './filters.ts';

/**
 * What "one of these ways" comes to, as lists of conditions of which no two hold for the same row. An "or" over different columns would look at
 * every row; each part is read by an index of its own. Further alternatives stay an "or" within each part.
 */
export function disjointWays({ alternatives }: Pick<Conditions, 'alternatives'>): readonly (readonly Sql[])[] {
  const [first, ...others] = alternatives;
  if (!first) return [[]];
  const rest = others.map(any);
  return first.map((way, at) => [way, ...first.slice(0, at).map((before) => SQL`(${before}) is not true`), ...rest]);
}

/** SQL of how many rows of a table lie in disjoint parts, each a condition over `t`; one more than the limit where there are more. */
export function countOf(table: string, parts: readonly Sql[], limit: number): Sql {
  const counts = parts.map(
    (where) => SQL`(select count(*)::int from (select 1 from ${ident(table)} t where ${where} limit ${limit + 1}) c)`,
  );
  return counts.length === 1 ? counts[0]! : SQL`least(${joinSql(counts, ' + ')}, ${limit + 1})`;
}
