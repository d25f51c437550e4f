import type { Entity } from '../../../model/index.ts';
import { ident, literal, SQL, joinSql, type Sql, type Alias } from '../sql/index.ts';
import { searchedColumn } from './normalForms.ts';

/**
 * The text that the keyword of an entity searches: all x-search columns, folded, each between line feeds, and beside each its one spelling
 * (`x-normal`). Index and query must spell it alike; `alias` is left out in the index definition. `columns`: only some of them.
 */
export function searchExpression(entity: Entity, alias?: Alias, columns: readonly string[] = entity.search): Sql {
  const prefix = alias ? SQL`${alias}.` : SQL``;
  if (columns.length === 0) return SQL`''`;
  const parts = columns.flatMap((name) => {
    const form = searchedColumn(entity, name, alias);
    return [
      SQL`chr(10) || coalesce(${prefix}${ident(name)}::text, '')`,
      ...(form ? [SQL`chr(10) || coalesce(${form}, '')`] : []),
    ];
  });
  return folded(SQL`${joinSql(parts, ' || ')} || chr(10)`);
}

/** SQL of a text as searches compare it. */
export const folded = (sql: Sql): Sql => SQL`forecourt_sql.search_fold(${sql})`;

/** SQL of a folded text whose beginning is looked up in an index. */
export const beginning = (text: Sql): Sql => SQL`${text} collate "C"`;

/** From here on (CJK radicals) one character is a word of its own and is indexed by itself. */
const FIRST_IDEOGRAPH = 0x2e80;

/** Accents over Latin, Greek and Cyrillic letters, and characters without width: nobody types them the same way twice. */
const DROPPED = '\\u0300-\\u036f\\u00ad\\u200b-\\u200d\\ufeff';
const dropped = new RegExp(`[${DROPPED}]`, 'g');

/** What stands between words beside the line feed around columns. */
const SEPARATORS = ' \t\v\f\r\u1680\u2028\u2029!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~¡§«·»¿‐‒–—‘’“”•、。《》「」『』【】・';

/** The same between the brackets of a regular expression. */
const ANY_SEPARATOR = SEPARATORS.replace(/[\]\\^-]/g, '\\$&');

/** What `search_fold` makes of a text but for upper and lower case, which are the database's. */
export const folding = (text: string): string => text.normalize('NFKD').replace(dropped, '');

/** The words of a text that somebody typed, as the search compares them: full-width letters are plain ones, accents do not count. */
export const wordsOf = (text: string): string[] =>
  folding(text)
    .split(/\s+/)
    .filter((word) => word !== '');

/** Whether a word is a single letter, digit or sign: anywhere it would match nearly everything, so it means the beginning of a word. */
export const isLetter = (word: string): boolean => [...word].length === 1 && word.codePointAt(0)! < FIRST_IDEOGRAPH;

/** What a word is looked up as in the index, where every beginning of a word stands behind a line feed. */
export const needleOf = (word: string): string => (isLetter(word) ? `\n${word}` : word);

/** A needle that is one entry of the index needs no second look at the row. */
export const isOneGram = (needle: string): boolean => [...needle].length <= 3;

const SIGN = /^[!-/:-@[-`{-~]$/;

/**
 * SQL of whether a folded text has a word that begins with a letter; `needle` is SQL of the letter's needle. As a number, because the planner
 * takes any regular expression for rare and would collect all rows to sort them.
 */
export const beginsWord = (searched: Sql, needle: Sql, letter: string): Sql =>
  SQL`(${searched} ~ (${literal(`[\n${ANY_SEPARATOR}]${SIGN.test(letter) ? '\\' : ''}`)} || substr(${needle}, 2)))::int > 0`;

/**
 * `search_fold` makes texts comparable. `search_grams` are pairs and triples of neighbouring characters, single ideographs, and the first
 * letter of each word behind a line feed. Trigrams alone find nothing below three letters, which most Chinese names have; pairs alone are too
 * common in numbers. `search_probe` are the fewest entries that a needle must have. The cost keeps the planner from computing grams row by row;
 * PL/pgSQL keeps the plan from one row written to the next. A change of what they answer is a function of another name, so that the index
 * made with the old one is recognised as stale and made anew.
 */
export const SEARCH_FUNCTIONS = `create function forecourt_sql.search_fold(value text) returns text language plpgsql immutable strict parallel safe as $$
begin
  if octet_length(value) = length(value) then return lower(value); end if;
  return lower(regexp_replace(normalize(value, NFKD), '[${DROPPED}]', '', 'g'));
end
$$;
create function forecourt_sql.search_grams(value text) returns text[] language plpgsql immutable strict parallel safe cost 5000 as $$
declare
  letters text[] := string_to_array(value, null);
  grams text[] := '{}';
  pair text;
begin
  for i in 1 .. cardinality(letters) - 1 loop
    pair := letters[i] || letters[i + 1];
    grams := grams || pair;
    if i < cardinality(letters) - 1 then grams := grams || (pair || letters[i + 2]); end if;
    if ascii(letters[i]) >= ${FIRST_IDEOGRAPH} then grams := grams || letters[i]; end if;
    if strpos(${literal(SEPARATORS)}, letters[i]) > 0 then grams := grams || (chr(10) || letters[i + 1]); end if;
  end loop;
  return grams;
end
$$;
create function forecourt_sql.search_probe(needle text) returns text[] language sql immutable strict parallel safe as $$
  select case when length(needle) <= 3 then array[needle]
    else (select array_agg(distinct substr(needle, i, 3)) from generate_series(1, length(needle) - 2) as i) end
$$`;

/** Letters whose pairs and triples are made by one expression: PL/pgSQL takes as long to come to an expression as the expression takes itself. */
const AT_ONCE = 8;
const letterAt = (at: number): string => `letters[i + ${at}]`;
const pairAndTriple = (at: number): string =>
  `${letterAt(at)} || ${letterAt(at + 1)}, ${letterAt(at)} || ${letterAt(at + 1)} || ${letterAt(at + 2)}`;

/** The same answers as those of `search_grams` before, in half the time: of one function the index stays good. */
export const SEARCH_GRAMS_AT_ONCE = `create or replace function forecourt_sql.search_grams(value text) returns text[] language plpgsql immutable strict parallel safe cost 5000 as $$
declare
  letters text[] := string_to_array(value, null);
  n integer := cardinality(letters);
  i integer := 1;
  grams text[] := '{}';
begin
  while i + ${AT_ONCE} < n loop
    grams := grams || array[${Array.from({ length: AT_ONCE }, (_, at) => pairAndTriple(at)).join(', ')}];
    i := i + ${AT_ONCE};
  end loop;
  while i < n loop
    grams := grams || (letters[i] || letters[i + 1]);
    if i + 1 < n then grams := grams || (letters[i] || letters[i + 1] || letters[i + 2]); end if;
    i := i + 1;
  end loop;
  if octet_length(value) > length(value) or value ~ ${literal(`[${ANY_SEPARATOR}]`)} then
    for i in 1 .. n - 1 loop
      if ascii(letters[i]) >= ${FIRST_IDEOGRAPH} then grams := grams || letters[i]; end if;
      if strpos(${literal(SEPARATORS)}, letters[i]) > 0 then grams := grams || (chr(10) || letters[i + 1]); end if;
    end loop;
  end if;
  return grams;
end
$$`;
