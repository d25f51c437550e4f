import { codeForm, forms, phoneDigits, phoneForm, type Entity, type Field } from '../../../model/index.ts';
import { any, SQL, type Alias, type Sql } from '../sql/index.ts';
import { folded, normalSql, searchedForm, searchExpression, wordsOf } from '../tables/index.ts';
import type { Reading } from './engine.ts';

/** Finds numbers in whatever spelling (`x-normal`): beside the words that somebody typed, the text as one number. */

type As = 'phone' | 'code';

/** Fewer characters of a number would be found nearly everywhere. */
const FEWEST = 3;

/** Rows that the index has all entries of a (folded) needle for: those that contain it, and a few more. */
export const hasEntries = (entity: Entity, needle: Sql, alias: Alias = 't'): Sql =>
  SQL`forecourt_sql.search_grams(${searchExpression(entity, alias)}) @> forecourt_sql.search_probe(${needle})`;

/**
 * The text as a number of this kind is searched; letters are part of no phone number. Behind a line feed where it is the beginning of one: what is dialled before a
 * number is there.
 */
function needleOf(as: As, text: string, home: readonly string[]): string | undefined {
  const plain = forms.plainText(text);
  const isPhone = as === 'phone' && !/[a-zA-Z]/.test(plain);
  const number = as === 'code' ? codeForm(text) : isPhone ? phoneDigits(phoneForm(text, '', home)) : undefined;
  if (number === undefined || number.length < FEWEST) return undefined;
  return isPhone && /^[^0-9+]*[+0]/.test(plain) ? `\n${number}` : number;
}

/** The text as one number of each kind that the searched columns have. */
export function numberNeedles(entity: Entity, text: string): readonly { readonly as: As; readonly needle: string }[] {
  const kinds = new Map(
    entity.search.flatMap((name) => {
      const normal = entity.byName.get(name)?.normal;
      return normal ? [[normal.as, normal.home] as const] : [];
    }),
  );
  return [...kinds].flatMap(([as, home]) => {
    const needle = needleOf(as, text, home);
    return needle === undefined ? [] : [{ as, needle }];
  });
}

/** Conditions under which a row has the text as a number, however either is spelt; of a column that the actor sees masked, as the whole number. */
export function asNumbers(
  query: Reading,
  entity: Entity,
  text: string,
  { shown, hidden }: { readonly shown: readonly string[]; readonly hidden: readonly string[] },
): readonly { readonly plain: Sql; readonly indexed: Sql }[] {
  const typed = wordsOf(text).join(' ').toLowerCase();
  return numberNeedles(entity, text).flatMap(({ as, needle }) => {
    const of = (names: readonly string[]): readonly string[] =>
      names.filter((name) => entity.byName.get(name)?.normal?.as === as);
    // The words find it as it is: what a search looks through has the one spelling, too.
    const visible = needle.toLowerCase() === typed ? [] : of(shown);
    const masked = of(hidden);
    if (visible.length + masked.length === 0) return [];
    const value = folded(query.parameters.add(needle, 'text'));
    const occursIn = (names: readonly string[]): Sql =>
      SQL`position(${value} in ${searchExpression(entity, 't', names)}) > 0`;
    const plain = any([
      ...(visible.length > 0 ? [occursIn(visible)] : []),
      ...masked.map((name) => {
        const whole = query.parameters.add(text.trim(), 'text');
        return SQL`(${occursIn([name])} and ${wholeNumber(entity.byName.get(name)!, whole)})`;
      }),
    ]);
    return [{ plain, indexed: SQL`(${hasEntries(entity, value)} and ${plain})` }];
  });
}

/** SQL of whether a column holds the whole of a typed number, in whatever spelling; without a calling code it is one of the row's country. */
export const wholeNumber = (field: Field, typed: Sql): Sql =>
  SQL`${normalSql(field, 't')!} = ${normalSql(field, 't', typed)!}`;

/** What a filter looks for beside its text, once for all columns. */
export type Asked = Map<string, Sql>;

/** Condition of a filter on one column with a normal form; undefined where the column has none, or the text is no number. Adds to `known` what it looks for. */
export function isNumber(
  query: Reading,
  field: Field,
  value: Sql,
  text: string,
  part: 'whole' | 'beginning' | 'any',
  known: Asked,
): Sql | undefined {
  const needle = field.normal && needleOf(field.normal.as, text, field.normal.home);
  if (needle === undefined) return undefined;
  const form = SQL`chr(10) || ${folded(searchedForm(field, value))}`;
  const asked = known.get(needle) ?? folded(query.parameters.add(needle, 'text'));
  known.set(needle, asked);
  return {
    whole: SQL`${form} = chr(10) || ltrim(${asked}, chr(10))`,
    beginning: SQL`starts_with(${form}, chr(10) || ltrim(${asked}, chr(10)))`,
    any: SQL`position(${asked} in ${form}) > 0`,
  }[part];
}
