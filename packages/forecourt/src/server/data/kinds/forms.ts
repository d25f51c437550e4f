import type { PgType } from '../sql/index.ts';
import type { Form } from './kind.ts';

/** PostgreSQL type of each form, as format_type() spells it. */
export const FORM_TYPES: Readonly<Record<Form, PgType>> = {
  integer: 'integer',
  int64: 'bigint',
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

/** A column as the database has it. */
export interface StoredColumn {
  readonly type: string;
  /** The table that a foreign key on it names. */
  readonly references: string | null;
  /** Its comment. */
  readonly comment?: string | null;
}

/** What the comment of a column says whose whole numbers are neither amounts nor ids. */
const INT64_COMMENT = 'int64';

/** The comment by which a column of this form is told from others of its type; undefined where the type says it, or a foreign key. */
export const commentOf = (form: Form): string | undefined => (form === 'int64' ? INT64_COMMENT : undefined);

/**
 * The form of a column as the database has it; undefined for a type that no property has. Of three forms that share a type, ids are told by the table that
 * they name, whole numbers by their comment, and amounts by having neither.
 */
export function storedForm({ type, references, comment }: StoredColumn): Form | undefined {
  if (type !== FORM_TYPES.money) return AMONG_TYPES.get(type);
  if (references !== null) return 'ref';
  return comment === INT64_COMMENT ? 'int64' : 'money';
}
