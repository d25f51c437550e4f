import { forms, type Entity, type Field } from '../../../model/index.ts';
import { ident, literal, SQL, type Alias, type Sql } from '../sql/index.ts';

const {
  CALLING_CODE,
  EXTENSION,
  FEWEST_DIGITS,
  LONGEST_BY_CODE,
  LONGEST_OF_ALL,
  MASKED,
  OTHER_DIGITS,
  OTHER_TRUNKS,
  PLAIN_DIGITS,
  SEPARATORS,
  ZERO_BELONGS,
} = forms;

const list = (codes: readonly string[]): string => codes.map(literal).join(', ');

const TRUNKS = OTHER_TRUNKS.map(
  ([code, prefix, digits]) =>
    `if code = ${literal(code)} and starts_with(digits, ${literal(prefix)})${digits > 0 ? ` and length(digits) = ${digits}` : ''} then return substr(digits, ${prefix.length + 1}); end if;`,
).join('\n  ');

/**
 * The functions of `model/forms` in the database, where indexes are made of them. A change of what one answers is a function of another name, so that indexes are
 * made anew. `home` are calling codes, separated by commas.
 */
export const NORMAL_FORM_FUNCTIONS = `create function forecourt_sql.plain_text(value text) returns text language plpgsql immutable strict parallel safe as $$
begin
  if octet_length(value) = length(value) then return value; end if;
  return translate(forecourt_sql.unique_key(value), ${literal(OTHER_DIGITS)}, ${literal(PLAIN_DIGITS)});
end
$$;
create function forecourt_sql.code_form(value text) returns text language plpgsql immutable strict parallel safe as $$
declare
  plain text := forecourt_sql.plain_text(value);
begin
  if strpos(plain, '*') > 0 then return null; end if;
  return nullif(regexp_replace(upper(plain collate "C") collate "C", ${literal(`[${SEPARATORS}]`)}, '', 'g'), '');
end
$$;
create function forecourt_sql.longest_phone(code text) returns integer language plpgsql immutable strict parallel safe as $$
begin
  return coalesce((${literal(JSON.stringify(LONGEST_BY_CODE))}::jsonb ->> code)::integer, ${LONGEST_OF_ALL});
end
$$;
create function forecourt_sql.without_trunk(code text, digits text) returns text language plpgsql immutable strict parallel safe as $$
begin
  ${TRUNKS}
  if starts_with(digits, '0') and code not in (${list(ZERO_BELONGS)}) then return substr(digits, 2); end if;
  return digits;
end
$$;
create function forecourt_sql.phone_of_country(code text, digits text) returns text language plpgsql immutable strict parallel safe as $$
declare
  longest integer := forecourt_sql.longest_phone(code);
  rest integer := length(digits) - length(code);
begin
  if starts_with(digits, code) and length(digits) > longest and rest <= longest + 1 and rest >= ${FEWEST_DIGITS} then
    return forecourt_sql.without_trunk(code, substr(digits, length(code) + 1));
  end if;
  return forecourt_sql.without_trunk(code, digits);
end
$$;
create function forecourt_sql.phone_form(value text, country text, home text) returns text language plpgsql immutable parallel safe as $$
declare
  plain text := value;
  parts text[];
  digits text;
  code text;
  codes text[];
  number text;
  behind text := '';
  international boolean;
begin
  if value is null then return null; end if;
  if octet_length(value) <> length(value) then plain := forecourt_sql.plain_text(value); end if;
  if plain ~ '[^0-9+() ./-]' then
    if plain ~ ${literal(MASKED)} then return null; end if;
    parts := regexp_match(plain, ${literal(EXTENSION)});
    if parts is not null then
      plain := parts[1];
      behind := ';' || parts[2];
    end if;
    digits := regexp_replace(plain, '[^0-9]', '', 'g');
    international := plain ~ '^[^0-9]*\\+';
  else
    digits := translate(plain, '+() ./-', '');
    international := starts_with(translate(plain, '() ./-', ''), '+');
  end if;
  if not international and starts_with(digits, '00') then
    international := true;
    digits := substr(digits, 3);
  end if;
  if length(digits) < ${FEWEST_DIGITS} then return null; end if;
  if international then
    code := coalesce(substring(digits from ${literal(CALLING_CODE)}), '');
    return '+' || code || forecourt_sql.without_trunk(code, substr(digits, length(code) + 1)) || behind;
  end if;
  code := ltrim(coalesce(country, ''), '+');
  if code ~ '[^0-9]' then code := regexp_replace(code, '[^0-9]', '', 'g'); end if;
  codes := case when code <> '' then array[code] else string_to_array(home, ',') end;
  if cardinality(codes) = 0 then return digits || behind; end if;
  foreach code in array codes loop
    number := forecourt_sql.phone_of_country(code, digits);
    if length(number) <= forecourt_sql.longest_phone(code) then return '+' || code || number || behind; end if;
  end loop;
  return '+' || codes[1] || forecourt_sql.phone_of_country(codes[1], digits) || behind;
end
$$;
create function forecourt_sql.phone_digits(form text) returns text language plpgsql immutable strict parallel safe as $$
begin
  if starts_with(form, '+') then return regexp_replace(substr(form, 2), ${literal(CALLING_CODE)}, ''); end if;
  return regexp_replace(form, '^0', '');
end
$$`;

/**
 * SQL of the normal form of a property's value (`x-normal`), or of another `value` in its place, with the country of a phone number beside it;
 * undefined where it has none.
 */
export function normalSql({ name, normal }: Field, alias?: Alias, value?: Sql): Sql | undefined {
  if (!normal) return undefined;
  const of = (column: string): Sql => (alias ? SQL`${alias}.${ident(column)}` : ident(column));
  return formOf(normal, value ?? of(name), normal.country === undefined ? SQL`null` : of(normal.country));
}

const formOf = ({ as, home }: NonNullable<Field['normal']>, value: Sql, country: Sql): Sql =>
  as === 'code'
    ? SQL`forecourt_sql.code_form(${value})`
    : SQL`forecourt_sql.phone_form(${value}, ${country}, ${literal(home.join(','))})`;

/** What a search looks through for a number: a phone number without its calling code. */
const searched = ({ as }: NonNullable<Field['normal']>, form: Sql): Sql =>
  as === 'phone' ? SQL`forecourt_sql.phone_digits(${form})` : form;

/** SQL of what a search looks through for a column with a normal form, beside the column itself. */
export function searchedColumn(entity: Entity, name: string, alias?: Alias): Sql | undefined {
  const field = entity.byName.get(name);
  const form = field && normalSql(field, alias);
  return form && searched(field.normal!, form);
}

/** The same of a value wherever it stands, without the country beside it. */
export const searchedForm = ({ normal }: Field, value: Sql): Sql =>
  searched(normal!, formOf(normal!, value, SQL`null`));
