import type { CodeTables, Entity, Field } from '../../../model/index.ts';
import { literal } from '../sql/index.ts';

export interface Column {
  readonly name: string;
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

/** PostgreSQL type of a field, undefined when it is computed. */
export function columnType(field: Field, codes: CodeTables): string | undefined {
  if (field.name === 'id') return 'bigint';
  switch (field.kind) {
    case 'computed':
      return undefined;
    case 'integer':
      return 'integer';
    case 'code':
      return hasWords(codes, field.codes) ? 'text' : hasFractions(codes, field.codes) ? 'double precision' : 'integer';
    case 'number':
    case 'percent':
      return 'double precision';
    case 'money':
    case 'ref':
      return 'bigint';
    case 'boolean':
      return 'boolean';
    case 'date':
      return 'date';
    case 'dateTime':
      return 'timestamp with time zone';
    case 'refs':
      return 'bigint[]';
    case 'files':
      return 'text[]';
    case 'json':
      return 'jsonb';
    case 'string':
    case 'text':
    case 'time':
    case 'file':
      return 'text';
  }
}

/** A schema default in storage form as SQL; nothing for what has no constant default. */
function defaultOf(field: Field): string | undefined {
  const value = field.default;
  if (value === undefined || value === null || value === '') return undefined;
  switch (field.kind) {
    case 'money':
      return literal(Math.round((value as number) * 100));
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
    const type = columnType(field, codes);
    if (!type) continue;
    if (field.name === 'id') columns.push({ name: 'id', type, notNull: true, identity: true });
    else if (field.name === 'createTime' || field.name === 'updateTime')
      columns.push({ name: field.name, type, notNull: true, default: 'now()' });
    else columns.push({ name: field.name, type, notNull: alwaysPresent(field), default: defaultOf(field) });
  }
  if (entity.deletion === 'soft')
    columns.push({ name: 'deleteTime', type: 'timestamp with time zone', notNull: false });
  return columns;
}
