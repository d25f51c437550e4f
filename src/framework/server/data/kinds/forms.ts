import type { PgType } from '../sql/index.ts';
import type { Form } from './kind.ts';

/** PostgreSQL type of each form, as format_type() spells it. */
export const FORM_TYPES: Readonly<Record<Form, PgType>> = {
  integer: 'integer',
  number: 'double precision',
  money: 'bigint',
  ref: 'bigint',
  text: 'text',
  boolean: 'boolean',
  date: 'date',
  dateTime: 'timestamp with time zone',
  refs: 'bigint[]',
  files: 'text[]',
  json: 'jsonb',
};

const AMONG_TYPES = new Map<string, Form>(Object.entries(FORM_TYPES).map(([form, type]) => [type, form as Form]));

/**
 * The form of a column as the database has it; undefined for a type that no property has. `references`: the table that a foreign key on
 * it names, by which ids are told from amounts.
 */
export function storedForm(type: string, references: string | null): Form | undefined {
  if (type === FORM_TYPES.money) return references === null ? 'money' : 'ref';
  return AMONG_TYPES.get(type);
}
