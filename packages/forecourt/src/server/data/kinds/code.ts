import { SQL } from '../sql/index.ts';
import type { CodeTables, Field } from '../../../model/index.ts';
import { codeReader } from './cells.ts';
import { orNull, type Form, type Kind } from './kind.ts';
import { ofType } from './values.ts';

/** What the codes of a table are: words, or numbers, some of them with fractions. */
export function codeForm(codes: CodeTables, table: string | undefined): Form {
  const values = (table === undefined ? undefined : codes[table]) ?? [];
  if (values.some(({ code }) => typeof code === 'string')) return 'text';
  return values.some(({ code }) => !Number.isInteger(code)) ? 'number' : 'integer';
}

const hasWords = ({ codes: table }: Field, codes: CodeTables): boolean => codeForm(codes, table) === 'text';

/** A value of a code table, or of a plain `enum`. */
export const code: Kind = {
  form: ({ codes: table }, codes) => codeForm(codes, table),
  limits: ({ codes }, model) => (codes ? { codes: model.codes[codes]?.map((value) => value.code) } : {}),
  wireSql: (value, field, codes) => (hasWords(field, codes) ? SQL`coalesce(${value}, '')` : value),
  readFilter: (text, type) => ofType(text, type),
  decoder: ({ codes: table }, codes, words) => codeReader(table!, codes, words),
  sample: (schema, { random, model }) => {
    const table = schema['x-codes'];
    return table ? random.pick(model.codes[table] ?? []).code : random.pick(schema.enum!);
  },
  wireType(_field, source) {
    const { codes, certain } = source;
    if (!codes) return orNull(source, { type: 'number' });
    return !certain && codes.some((one) => typeof one === 'string')
      ? { enum: [...codes, ''] }
      : orNull(source, { enum: codes });
  },
  rowType: (_field, { codes }) => codes?.map((value) => JSON.stringify(value)).join(' | ') || 'number',
};
