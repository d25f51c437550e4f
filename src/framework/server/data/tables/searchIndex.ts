import type { Entity } from '../../../model/index.ts';
import { ident } from '../sql/index.ts';

/**
 * The text that the keyword of an entity searches: all x-search columns, lower-cased, each after a line feed. Index and query must spell it
 * alike; `alias` is left out in the index definition. `columns`: only some of them.
 */
export function searchExpression(entity: Entity, alias?: string, columns: readonly string[] = entity.search): string {
  const prefix = alias ? `${alias}.` : '';
  if (columns.length === 0) return `''`;
  const parts = columns.map((name) => `chr(10) || coalesce(${prefix}${ident(name)}::text, '')`);
  return `lower(${parts.join(' || ')})`;
}

/** From here on (CJK radicals) one character is a word of its own and is indexed by itself. */
export const FIRST_IDEOGRAPH = 0x2e80;

/** What a term is looked up as. A single letter would match nearly everything: it means a column that begins with it. */
export function needleOf(term: string): string {
  const characters = [...term];
  return characters.length > 1 || (characters[0]?.codePointAt(0) ?? 0) >= FIRST_IDEOGRAPH ? term : `\n${term}`;
}

/** A needle that is one entry of the index needs no second look at the row. */
export const isOneGram = (needle: string): boolean => [...needle].length <= 3;

/**
 * Pairs and triples of neighbouring characters, and single ideographs. Trigrams alone find nothing below three letters, which most Chinese
 * names have; pairs alone are too common in numbers. `probe` are the fewest entries that a needle must have. The cost keeps the planner from
 * computing grams row by row; PL/pgSQL keeps the plan from one row written to the next.
 */
export const GRAMS_FUNCTIONS = `create or replace function forecourt_sql.grams(value text) returns text[] language plpgsql immutable strict parallel safe cost 5000 as $$
begin
  return (
    select coalesce(array_agg(gram), '{}') from (
      select substr(value, i, 2) as gram from generate_series(1, length(value) - 1) as i
      union all
      select substr(value, i, 3) from generate_series(1, length(value) - 2) as i
      union all
      select character from regexp_split_to_table(value, '') as character where ascii(character) >= ${FIRST_IDEOGRAPH}
    ) as grams
  );
end
$$;
create or replace function forecourt_sql.probe(needle text) returns text[] language sql immutable strict parallel safe as $$
  select case when length(needle) <= 3 then array[needle]
    else (select array_agg(distinct substr(needle, i, 3)) from generate_series(1, length(needle) - 2) as i) end
$$`;
