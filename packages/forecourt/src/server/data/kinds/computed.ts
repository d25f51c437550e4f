import type { Field } from '../../../model/index.ts';
import type { PgType } from '../sql/index.ts';
import { codeForm } from './code.ts';
import { FORM_TYPES } from './forms.ts';
import { INT64_TYPE, int64Wire, readInt64Filter } from './int64.ts';
import type { Kind } from './kind.ts';
import { ofType } from './values.ts';

const TYPES: Readonly<Record<string, PgType>> = { integer: 'bigint', number: FORM_TYPES.number, boolean: 'boolean' };

function typeOf({ schema: { type } }: Field): PgType {
  const one = Array.isArray(type) ? type.find((name) => name !== 'null') : type;
  return TYPES[one as string] ?? 'text';
}

/** Found out when it is read, by SQL that the application registered or by its template. */
export const computed: Kind = {
  form: () => undefined,
  filterType: (field, codes) => (field.codes ? FORM_TYPES[codeForm(codes, field.codes)] : typeOf(field)),
  readFilter: (text, type, { schema }) => (schema.format === 'int64' ? readInt64Filter(text) : ofType(text, type)),
  wireSql: (value, { schema }) => (schema.format === 'int64' ? int64Wire(value) : value),
  sample: () => null,
  // Where there is nothing to compute it from, it is null, and a coded one says nothing; "required" says that there always is.
  wireType: ({ schema }, { codes, certain, nested }) => {
    const value = codes ? { enum: codes } : schema.format === 'int64' ? INT64_TYPE : nested(schema);
    return certain ? value : { anyOf: [value, { type: 'null' }, ...(codes ? [{ const: '' }] : [])] };
  },
};
