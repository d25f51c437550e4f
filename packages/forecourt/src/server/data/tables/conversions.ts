import { decimalsInWords } from '../../../locale/index.ts';
import { mostOf, type Form } from '../kinds/index.ts';
import { ident, literal } from '../sql/index.ts';
import type { Column } from './columns.ts';

/** How the values of a column become values of another form. Every part is SQL over the quoted column. */
export interface Conversion {
  /** The value in its new form; holds no subquery, so that `alter column … using` takes it. */
  using(column: string): string;
  /** True for a row whose value the new form cannot hold as it is. */
  misfit(column: string): string;
  /** What the new form asks of a value: "whole numbers of at most 2147483647". */
  readonly asks: string;
  /** A value of recorded history in its new form, where amounts come or go: those are recorded in minor units of the currency. */
  recorded?(value: string): string;
}

/** How a form is read as a number in the unit of the wire, and made from one. */
interface Numeric {
  read(column: string): string;
  make(number: string): string;
  fits(number: string): string;
  readonly asks: string;
}

const whole = (number: string): string => `${number} = trunc(${number})`;

/** A number as JSON writes it. One with leading zeros is a name made of digits. */
const NUMBER_TEXT = `'^-?(0|[1-9][0-9]{0,250})([.][0-9]{1,250})?$'`;

/** Forms whose values are numbers; `digits`: decimals of the currency. */
const numericForms = (digits: number): Readonly<Partial<Record<Form, Numeric>>> => ({
  integer: {
    read: (column) => `${column}::numeric`,
    make: (number) => `(${number})::integer`,
    fits: (number) => `${whole(number)} and ${number} between -2147483648 and 2147483647`,
    asks: 'whole numbers of at most 2147483647',
  },
  int64: {
    read: (column) => `${column}::numeric`,
    make: (number) => `(${number})::bigint`,
    fits: (number) => `${whole(number)} and ${number} between -9223372036854775808 and 9223372036854775807`,
    asks: 'whole numbers of 64 bits',
  },
  number: {
    // By its text: a cast keeps 15 digits only.
    read: (column) => `${column}::text::numeric`,
    make: (number) => `(${number})::double precision`,
    fits: (number) =>
      `case when abs(${number}) < 1e300 then (${number})::double precision::text::numeric = ${number} else false end`,
    asks: 'numbers of at most 15 digits',
  },
  money: {
    read: (column) => `(${column}::numeric / ${10 ** digits})`,
    make: (number) => `(${number} * ${10 ** digits})::bigint`,
    fits: (number) => `${whole(`(${number} * ${10 ** digits})`)} and abs(${number}) <= ${mostOf(digits)}`,
    asks: `amounts of ${decimalsInWords(digits)}`,
  },
  ref: {
    read: (column) => `${column}::numeric`,
    make: (number) => `(${number})::bigint`,
    fits: (number) => `${whole(number)} and ${number} between 1 and 9007199254740991`,
    asks: 'ids',
  },
  text: {
    read: (column) => `${column}::numeric`,
    make: (number) => `trim_scale(${number})::text`,
    fits: () => 'true',
    asks: 'texts',
  },
});

const DATE_TEXT = `'^(?!0000)[0-9]{4}-(0[1-9]|1[0-2])-[0-3][0-9]$'`;

/** Whether a text is a day of the calendar. */
const isDate = (text: string): string =>
  `case when ${text} ~ ${DATE_TEXT} then substr(${text}, 9)::integer between 1 and extract(day from make_date(substr(${text}, 1, 4)::integer, substr(${text}, 6, 2)::integer, 1) + interval '1 month - 1 day') else false end`;

/** What the new form makes of a value beside numbers, and which values fit. */
const OTHERS: Readonly<
  Record<string, { using(column: string): string; fits(column: string): string; readonly asks: string }>
> = {
  'boolean text': { using: (column) => `${column}::text`, fits: () => 'true', asks: 'texts' },
  'text boolean': {
    using: (column) => `nullif(${column}, '')::boolean`,
    fits: (column) => `${column} in ('true', 'false')`,
    asks: 'the texts "true" and "false"',
  },
  'date text': { using: (column) => `to_char(${column}, 'YYYY-MM-DD')`, fits: () => 'true', asks: 'texts' },
  'text date': { using: (column) => `nullif(${column}, '')::date`, fits: isDate, asks: 'days (YYYY-MM-DD)' },
  'refs json': { using: (column) => `to_jsonb(${column})`, fits: () => 'true', asks: 'lists' },
  'files json': { using: (column) => `to_jsonb(${column})`, fits: () => 'true', asks: 'lists' },
};

const filled = (column: string, form: Form): string =>
  form === 'text' ? `nullif(${column}, '') is not null` : `${column} is not null`;

/** Between amounts and anything else the digits of recorded values change with the unit. */
function recordedAs(from: Form, to: Form, digits: number): Conversion['recorded'] {
  if ((from === 'money') === (to === 'money')) return undefined;
  const forms = numericForms(digits);
  const [reading, making] = [forms[from]!, forms[to]!];
  return (value) => {
    const number = reading.read(`(${value} #>> '{}')`);
    const made = to === 'money' ? `trim_scale(${number} * ${10 ** digits})` : `trim_scale(${number})`;
    return `case when ${value} #>> '{}' ~ ${NUMBER_TEXT} then to_jsonb(${to === 'text' ? making.make(number) : made}) else ${value} end`;
  };
}

/**
 * How values of one form become another so that the API answers equal ones, numbers in their unit: 2 becomes 2.00, never 0.02. Undefined
 * where no value could: a day is no yes or no, and a moment has no day without a zone. `targetExists`: whether the table that ids are to
 * name is there.
 */
export function conversionOf(
  from: Form,
  { form: to, target, digits }: Pick<Column, 'form' | 'target' | 'digits'>,
  targetExists: (target: string) => boolean,
): Conversion | undefined {
  const other = OTHERS[`${from} ${to}`];
  if (other)
    return {
      using: (column) => other.using(column),
      misfit: (column) => `${filled(column, from)} and not (${other.fits(column)})`,
      asks: other.asks,
    };
  const { [from]: reading, [to]: making } = numericForms(digits);
  if (!reading || !making) return undefined;
  const read = (column: string): string => reading.read(from === 'text' ? `nullif(${column}, '')` : column);
  const named = (number: string): string =>
    target === undefined
      ? 'true'
      : targetExists(target)
        ? `exists (select 1 from ${ident(target)} "named" where "named".id = ${number})`
        : 'false';
  return {
    using: (column) => making.make(read(column)),
    misfit(column) {
      const fits = `${making.fits(read(column))} and ${named(read(column))}`;
      const judged = from === 'text' ? `case when ${column} ~ ${NUMBER_TEXT} then ${fits} else false end` : fits;
      return `${filled(column, from)} and not (${judged})`;
    },
    asks: target === undefined ? making.asks : `ids of ${target}`,
    recorded: recordedAs(from, to, digits),
  };
}

/** Rewrites what the history recorded of a column. Its rows are never changed otherwise: the guard is lifted for this one statement. */
export function convertHistory(
  entity: string,
  names: readonly string[],
  recorded: NonNullable<Conversion['recorded']>,
): string {
  const updates = names.map((name) => {
    const key = literal(name);
    const converted = (side: string): string =>
      `case when jsonb_typeof(${side} -> ${key}) in ('number', 'string') then jsonb_set(${side}, array[${key}], ${recorded(`(${side} -> ${key})`)}) else ${side} end`;
    return `update "recordChange" set before = ${converted('before')}, after = ${converted('after')} where entity = ${literal(entity)} and (before -> ${key} is not null or after -> ${key} is not null)`;
  });
  return [
    'alter table "recordChange" disable trigger append_only',
    ...updates,
    'alter table "recordChange" enable trigger append_only',
  ].join('; ');
}
