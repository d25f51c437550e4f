import { Temporal } from 'temporal-polyfill';
import type { CodeTables, Field } from '../../../model/index.ts';
import { columnType } from '../tables/index.ts';

/** A filter value that cannot be what it should: the message key for its parameter. */
export class BadValue extends Error {
  readonly key: string;
  constructor(key: string) {
    super(key);
    this.key = key;
  }
}

/** A filter value in storage form with the type of its placeholder. */
export interface StoredValue {
  readonly value: unknown;
  readonly type: string;
}

const INTEGER = /^-?\d{1,15}$/;
const INT4_MAX = 2_147_483_647;
const NUMBER = /^-?\d{1,15}(\.\d{1,10})?$/;
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2})?$/;
const MAX_TEXT = 500;

/** Text without what PostgreSQL cannot store; refuses what no column could hold. */
export function cleanText(text: string): string {
  if (text.length > MAX_TEXT || text.includes('\0') || /\p{Surrogate}/u.test(text)) throw new BadValue('msg.invalid');
  return text;
}

function integer(text: string, limit: number): number {
  const value = Number(text);
  if (!INTEGER.test(text) || Math.abs(value) > limit) throw new BadValue('msg.badInteger');
  return value;
}

/** A calendar date as written, refused when the calendar does not have it. */
export function date(text: string): string {
  const match = DATE.exec(text);
  if (!match || Number(match[1]) < 1) throw new BadValue('msg.badDate');
  const parsed = new Date(`${text}T00:00:00Z`);
  if (Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== text) throw new BadValue('msg.badDate');
  return text;
}

/** Wall clock of a zone to the instant; a clock reading that the zone skips or has twice is taken as Temporal's "compatible" says. */
export function instant(text: string, zone: string): Date {
  if (!DATE_TIME.test(text)) throw new BadValue('msg.badDate');
  date(text.slice(0, 10));
  try {
    return new Date(
      Temporal.PlainDateTime.from(text.replace(' ', 'T'), { overflow: 'reject' }).toZonedDateTime(zone)
        .epochMilliseconds,
    );
  } catch (error) {
    if (error instanceof RangeError) throw new BadValue('msg.badDate');
    throw error;
  }
}

/** One value of an equality filter. */
export function filterValue(field: Field, text: string, codes: CodeTables): StoredValue {
  const type = columnType(field, codes) ?? computedType(field, codes);
  switch (field.kind) {
    case 'integer':
    case 'code':
    case 'computed':
      if (type === 'text') return { value: cleanText(text), type };
      if (type === 'double precision') return number(text);
      if (type === 'boolean') return boolean(text);
      return { value: integer(text, field.name === 'id' ? Number.MAX_SAFE_INTEGER : INT4_MAX), type };
    case 'ref':
    case 'refs':
      return { value: integer(text, Number.MAX_SAFE_INTEGER), type: 'bigint' };
    case 'money':
      if (!NUMBER.test(text)) throw new BadValue('msg.badMoney');
      return { value: Math.round(Number(text) * 100), type };
    case 'number':
    case 'percent':
      return number(text);
    case 'boolean':
      return boolean(text);
    case 'date':
      return { value: date(text), type };
    default:
      return { value: cleanText(text), type: 'text' };
  }
}

function computedType(field: Field, codes: CodeTables): string {
  if (field.codes) return columnType({ ...field, kind: 'code' }, codes)!;
  const type = Array.isArray(field.schema.type) ? field.schema.type.find((one) => one !== 'null') : field.schema.type;
  return type === 'integer'
    ? 'bigint'
    : type === 'number'
      ? 'double precision'
      : type === 'boolean'
        ? 'boolean'
        : 'text';
}

function number(text: string): StoredValue {
  if (!NUMBER.test(text)) throw new BadValue('msg.badNumber');
  return { value: Number(text), type: 'double precision' };
}

function boolean(text: string): StoredValue {
  if (!['true', 'false', '1', '0'].includes(text)) throw new BadValue('msg.invalid');
  return { value: text === 'true' || text === '1', type: 'boolean' };
}

const addDays = (text: string, days: number): string => Temporal.PlainDate.from(text).add({ days }).toString();

/**
 * One end of a range as an inclusive or exclusive bound. A date alone means the whole day in a column of instants, and a second the
 * whole second.
 */
export function rangeBound(
  field: Field,
  text: string,
  end: boolean,
  zone: string,
  codes: CodeTables,
): StoredValue & { readonly operator: string } {
  if (field.kind !== 'dateTime') return { ...filterValue(field, text, codes), operator: end ? '<=' : '>=' };
  const type = 'timestamptz';
  if (DATE.test(text)) {
    date(text);
    return end
      ? { value: instant(`${addDays(text, 1)} 00:00:00`, zone), type, operator: '<' }
      : { value: instant(`${text} 00:00:00`, zone), type, operator: '>=' };
  }
  const value = instant(text, zone);
  return end
    ? { value: new Date(value.getTime() + (text.length > 16 ? 1_000 : 60_000)), type, operator: '<' }
    : { value, type, operator: '>=' };
}

/** The year of a date or instant column as a half-open range. */
export function yearBounds(field: Field, text: string, zone: string): readonly [StoredValue, StoredValue] {
  if (!/^\d{4}$/.test(text) || Number(text) < 1 || text === '9999') throw new BadValue('msg.badDate');
  const bounds = [`${text}-01-01`, `${String(Number(text) + 1).padStart(4, '0')}-01-01`];
  const [from, to] = bounds.map((day) =>
    field.kind === 'dateTime'
      ? { value: instant(`${day} 00:00:00`, zone), type: 'timestamptz' }
      : { value: day, type: 'date' },
  );
  return [from!, to!];
}

/** A list of ids, comma-separated. */
export const MAX_IDS = 1_000;
export function ids(text: string): number[] {
  const parts = text.split(',').filter((part) => part !== '');
  if (parts.length > MAX_IDS) throw new BadValue('msg.invalid');
  return parts.map((part) => integer(part, Number.MAX_SAFE_INTEGER));
}
