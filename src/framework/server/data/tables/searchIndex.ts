import type { Entity } from '../../../model/index.ts';
import { ident } from '../sql/index.ts';

/**
 * The text that the keyword of an entity searches: all x-search columns, lower-cased. Index and query must spell it alike; `alias` is
 * left out in the index definition.
 */
export function searchExpression(entity: Entity, alias?: string): string {
  const prefix = alias ? `${alias}.` : '';
  const parts = entity.search.map((name) => `coalesce(${prefix}${ident(name)}::text, '')`);
  return `lower(${parts.join(` || chr(10) || `)})`;
}

/** From here on (CJK radicals) one character is a word of its own and is indexed by itself. */
export const FIRST_IDEOGRAPH = 0x2e80;

/** Whether the index can find a term: two characters, or one ideograph. */
export function isIndexed(term: string): boolean {
  const characters = [...term];
  return characters.length > 1 || (characters[0]?.codePointAt(0) ?? 0) >= FIRST_IDEOGRAPH;
}

/**
 * Pairs of neighbouring characters, and single ideographs. Trigram indexes find nothing below three letters, which most Chinese
 * names have.
 */
export const GRAMS_FUNCTION = `create or replace function forecourt_sql.grams(value text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(gram), '{}') from (
    select substr(value, i, 2) as gram from generate_series(1, length(value) - 1) as i
    union all
    select character from regexp_split_to_table(value, '') as character where ascii(character) >= ${FIRST_IDEOGRAPH}
  ) as grams
$$`;
