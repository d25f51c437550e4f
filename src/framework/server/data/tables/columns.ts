import type { CodeTables, Entity, Field } from '../../../model/index.ts';
import { literal } from '../sql/index.ts';

/** What the values of a column are beside their PostgreSQL type: amounts (satang) and ids are both `bigint`. */
export type Form =
  'integer' | 'number' | 'money' | 'ref' | 'text' | 'boolean' | 'date' | 'dateTime' | 'refs' | 'files' | 'json';

export interface Column {
  readonly name: string;
  readonly form: Form;
  /** The table whose rows an id names. */
  readonly target?: string;
  /** As format_type() spells it. */
  readonly type: string;
  readonly notNull: boolean;
  /** SQL of the default; undefined when there is none. */
  readonly default?: string;
  readonly identity?: boolean;
}

/** Whether the codes of a table are words; numbers otherwise. */
export const hasWords = (codes: CodeTables, table: string | undefined): boolean =>
  table ? (codes[table] ?? []).some((value) => typeof value.code === 'string') : false;

const hasFractions = (codes: CodeTables, table: string | undefined): boolean =>
  table ? (codes[table] ?? []).some((value) => !Number.isInteger(value.code)) : false;

const TYPES: Readonly<Record<Form, string>> = {
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

/** What the values of a field are in storage; undefined when it is computed. */
function formOf(field: Field, codes: CodeTables): Form | undefined {
  switch (field.kind) {
    case 'computed':
      return undefined;
    case 'code':
      return hasWords(codes, field.codes) ? 'text' : hasFractions(codes, field.codes) ? 'number' : 'integer';
    case 'percent':
      return 'number';
    case 'string':
    case 'time':
    case 'file':
      return 'text';
    default:
      return field.kind;
  }
}

/** PostgreSQL type of a field, undefined when it is computed. */
export function columnType(field: Field, codes: CodeTables): string | undefined {
  if (field.name === 'id') return 'bigint';
  const form = formOf(field, codes);
  return form && TYPES[form];
}

const AMONG_TYPES = new Map(Object.entries(TYPES).map(([form, type]) => [type, form as Form]));

/**
 * The form of a column as the database has it; undefined for a type that no property has. `references`: the table that a foreign key on
 * it names, by which ids are told from amounts.
 */
export function storedForm(type: string, references: string | null): Form | undefined {
  if (type === TYPES.money) return references === null ? 'money' : 'ref';
  return AMONG_TYPES.get(type);
}

/** An amount of a schema in satang. 19.99 * 100 is 1998.9999999999998, and a limit that is a hair lower refuses what it allows. */
export const satangOf = (amount: number): number => Math.round(amount * 100);

/** A schema default in storage form as SQL; nothing for what has no constant default. */
function defaultOf(field: Field): string | undefined {
  const value = field.default;
  if (value === undefined || value === null || value === '') return undefined;
  switch (field.kind) {
    case 'money':
      return literal(satangOf(value as number));
    case 'json':
      return `${literal(JSON.stringify(value))}::jsonb`;
    case 'files':
    case 'refs':
      return Array.isArray(value) && value.length === 0 ? "'{}'" : undefined;
    case 'boolean':
      return String(value);
    case 'date':
    case 'dateTime':
    case 'ref':
      return undefined;
    default:
      return literal(value as string | number);
  }
}

/** A property that is always there; one that is shown or required only sometimes may be empty. */
const alwaysPresent = (field: Field): boolean => field.required && !field.show;

/** Columns of an entity in the order of its schema. */
export function columnsOf(entity: Entity, codes: CodeTables): Column[] {
  const columns: Column[] = [];
  for (const field of entity.fields) {
    const form = formOf(field, codes);
    if (!form) continue;
    const type = TYPES[form];
    if (field.name === 'id') columns.push({ name: 'id', form: 'ref', type: TYPES.ref, notNull: true, identity: true });
    else if (field.name === 'createTime' || field.name === 'updateTime')
      columns.push({ name: field.name, form, type, notNull: true, default: 'now()' });
    else
      columns.push({
        name: field.name,
        form,
        type,
        notNull: alwaysPresent(field),
        default: defaultOf(field),
        ...(form === 'ref' && { target: field.ref?.resource }),
      });
  }
  if (entity.deletion === 'soft')
    columns.push({ name: 'deleteTime', form: 'dateTime', type: TYPES.dateTime, notNull: false });
  return columns;
}
