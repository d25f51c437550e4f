import { Temporal } from 'temporal-polyfill';
import type { CodeTables, Field } from '../../../model/index.ts';
import { columnType } from '../tables/index.ts';
import { instant } from '../query/index.ts';

const two = (value: number): string => String(value).padStart(2, '0');

/** An instant as wall clock of a zone, as the wire spells it. */
export function wallClock(time: Date, zone: string): string {
  const at = Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO(zone);
  return `${String(at.year).padStart(4, '0')}-${two(at.month)}-${two(at.day)} ${two(at.hour)}:${two(at.minute)}:${two(at.second)}`;
}

export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** A checked wire value in storage form: money in satang, wall clock as instant, empty as null. */
export function toStorage(field: Field, value: unknown, zone: string): unknown {
  if (value === null || value === undefined || value === '') return null;
  if (field.kind === 'money') return Math.round((value as number) * 100);
  if (field.kind === 'dateTime') return instant(value as string, zone);
  return value;
}

/** A storage value in wire form, for conditions and history. Instants may come as Date or as PostgreSQL's JSON text. */
export function toWire(field: Field, value: unknown, zone: string): unknown {
  if (value === null || value === undefined) return null;
  if (field.kind === 'money') return (value as number) / 100;
  if (field.kind === 'dateTime') return wallClock(value instanceof Date ? value : new Date(value as string), zone);
  return value;
}

/** A value that was stored once, in wire form; null where it can no longer be read as what the property is now. */
export function pastWire(field: Field, value: unknown, zone: string): unknown {
  if (field.kind === 'money' && typeof value !== 'number') return null;
  if (field.kind === 'dateTime' && Number.isNaN(new Date(value as string).getTime())) return null;
  return toWire(field, value, zone);
}

/** A storage value as parameter with its cast. */
export function asParameter(
  field: Field,
  value: unknown,
  codes: CodeTables,
): { readonly value: unknown; readonly type: string } {
  const type = columnType(field, codes);
  if (!type) throw new Error(`"${field.name}" is computed and cannot be written`);
  return {
    value: field.kind === 'json' && value !== null && value !== undefined ? JSON.stringify(value) : (value ?? null),
    type,
  };
}
