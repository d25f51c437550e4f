import { any, ident, SQL, joinSql, type Sql } from '../sql/index.ts';
import type { Conditions } from './filters.ts';
import { byIds, type Through } from './paths.ts';

/** One of several ways to the rows of a condition. */
export interface Way {
  /** Says of a row whether it is one. */
  readonly test: Sql;
  /** The same for an index to find them by; left out where it is said in the same words. */
  readonly find?: Sql;
  /** Found by the ids that a relation leads to. */
  readonly through?: Pick<Through, 'relation' | 'ids'>;
}

/** Conditions that say of a row whether one of the ways leads to it. */
export const testsOf = ({ alternatives }: Pick<Conditions, 'alternatives'>): readonly Sql[] =>
  alternatives.map((ways) => any(ways.map(({ test }) => test)));

/** The same conditions as an index finds rows by them. */
export const findsOf = ({ alternatives }: Pick<Conditions, 'alternatives'>): readonly Sql[] =>
  alternatives.map((ways) => any(ways.map(findOf)));

const findOf = (way: Way): Sql => (way.through ? byIds(way.through) : (way.find ?? way.test));

/** The ways that are split, and the others: through relations first, which no index helps otherwise. */
export function splitWays({ alternatives }: Pick<Conditions, 'alternatives'>): {
  readonly first: readonly Way[];
  readonly others: readonly (readonly Way[])[];
} {
  const first = alternatives.find((ways) => ways.some((way) => way.through)) ?? alternatives[0] ?? [];
  return { first, others: alternatives.filter((ways) => ways !== first) };
}

/**
 * What "one of these ways" comes to, as lists of conditions of which no two hold for the same row. An "or" over different columns would look at
 * every row; each part is read by an index of its own. Further alternatives stay an "or" within each part. `find`: how rows of a way are found, if otherwise.
 */
export function disjointWays(
  conditions: Pick<Conditions, 'alternatives'>,
  find: (way: Way, at: number) => Sql = findOf,
): readonly (readonly Sql[])[] {
  const { first, others } = splitWays(conditions);
  if (first.length === 0) return [[]];
  const rest = testsOf({ alternatives: others });
  return first.map((way, at) => [
    find(way, at),
    ...first.slice(0, at).map(({ test }) => SQL`(${test}) is not true`),
    ...rest,
  ]);
}

/** SQL of how many rows of a table lie in disjoint parts, each a condition over `t`; one more than the limit where there are more. */
export function countOf(table: string, parts: readonly Sql[], limit: number): Sql {
  const counts = parts.map(
    (where) => SQL`(select count(*)::int from (select 1 from ${ident(table)} t where ${where} limit ${limit + 1}) c)`,
  );
  return counts.length === 1 ? counts[0]! : SQL`least(${joinSql(counts, ' + ')}, ${limit + 1})`;
}
