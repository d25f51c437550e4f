import type { CodeTables, Field } from '../../../model/index.ts';
import type { PgType } from '../sql/index.ts';
import { FORM_TYPES } from './forms.ts';
import { kindFor } from './table.ts';

/** PostgreSQL type of a field, undefined when it is computed. */
export function columnType(field: Field, codes: CodeTables): PgType | undefined {
  const form = kindFor(field).form(field, codes);
  return form && FORM_TYPES[form];
}

export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** A checked wire value in storage form: amounts in minor units, wall clock as instant, empty as null. */
export function toStorage(field: Field, value: unknown, zone: string): unknown {
  if (value === null || value === undefined || value === '') return null;
  const kind = kindFor(field);
  return kind.toStorage ? kind.toStorage(value, zone, field) : value;
}

/** A storage value in wire form, for conditions and history. Instants may come as Date or as PostgreSQL's JSON text. */
export function toWire(field: Field, value: unknown, zone: string): unknown {
  if (value === null || value === undefined) return null;
  const kind = kindFor(field);
  return kind.toWire ? kind.toWire(value, zone, field) : value;
}

/** A value that was stored once, in wire form; null where it can no longer be read as what the property is now. */
export const pastWire = (field: Field, value: unknown, zone: string): unknown =>
  value !== null && value !== undefined && kindFor(field).readable?.(value) === false
    ? null
    : toWire(field, value, zone);

/** A storage value as parameter with its cast. */
export function asParameter(
  field: Field,
  value: unknown,
  codes: CodeTables,
): { readonly value: unknown; readonly type: PgType } {
  const type = columnType(field, codes);
  if (!type) throw new Error(`"${field.name}" is computed and cannot be written`);
  const { toParameter } = kindFor(field);
  return { value: toParameter && value !== null && value !== undefined ? toParameter(value) : (value ?? null), type };
}

/** Whether some time of the record depends on its zone. */
export const hasTimes = (fields: readonly Field[]): boolean =>
  fields.some((field) => kindFor(field).zoned && !field.builtIn);
