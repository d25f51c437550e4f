import { factsOf, type Entity, type Field, type Model } from '../../../model/index.ts';
import { columnType } from '../kinds/index.ts';
import { ident, SQL, type Sql } from '../sql/index.ts';

/** Characters that nobody sees (Unicode: default ignorable), as ranges of code points. */
const INVISIBLE: readonly (readonly [number, number])[] = [
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfff8],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff],
];

/** The ranges between the brackets of a regular expression; `escape` writes one code point. */
const classOf = (escape: (code: string) => string): string =>
  INVISIBLE.map((range) => range.map((code) => escape(code.toString(16))).join('-')).join('');

const invisible = new RegExp(`[${classOf((code) => `\\u{${code}}`)}]`, 'gu');

/**
 * What two texts of a unique property are compared by: Unicode's NFKC, without characters that nobody sees.
 *
 * @example uniqueKey('ＴＲＩＭ') === uniqueKey('TR\u200bIM')
 */
export const uniqueKey = (text: string): string => text.replace(invisible, '').normalize('NFKC');

/** The same in the database. A change of what it answers is a function of another name, so that indexes are made anew. */
export const UNIQUE_KEY_FUNCTION = `create function forecourt_sql.unique_key(value text) returns text language plpgsql immutable strict parallel safe as $$
begin
  if octet_length(value) = length(value) then return value; end if;
  return normalize(regexp_replace(value, '[${classOf((code) => `\\U${code.padStart(8, '0')}`)}]', '', 'g'), NFKC);
end
$$`;

/** Whether people type the values of a column. Numbers that the program gives, and names of files, are compared as they are. */
export function isTyped(field: Field, { codes }: Pick<Model, 'codes'>): boolean {
  return (
    columnType(field, codes) === 'text' &&
    field.schema.enum === undefined &&
    field.schema.readOnly !== true &&
    !factsOf(field).uploaded
  );
}

/** SQL of the value of a unique property as it is compared. */
export const compared = (entity: Entity, name: string, model: Pick<Model, 'codes'>, value: Sql = ident(name)): Sql =>
  isTyped(entity.byName.get(name)!, model) ? SQL`forecourt_sql.unique_key(${value})` : value;
