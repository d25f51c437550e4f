import type { DynamicDefault, PropertySchema } from '../../../src/framework/model/index.ts';
import { meansLongText, meansMoney } from '../imported.ts';
import type { Column } from './catalog.ts';
import { constant } from './expressions.ts';

const CLOCK = '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$';
const UUID = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';

/** Limits up to this one are rather a habit than a length. */
const LONG = 255;

/** What became of a column's type: a property, and what got lost on the way. Without a property the column is left out. */
interface MappedType {
  readonly property?: PropertySchema;
  readonly note?: string;
}

const text = (column: Column, maxLength?: number): PropertySchema => ({
  type: 'string',
  ...((maxLength ?? 0) > LONG || (maxLength === undefined && meansLongText(column.name)) ? { 'x-widget': 'text' } : {}),
  ...(maxLength === undefined ? {} : { maxLength }),
});

function numeric(column: Column, digits: number | undefined, decimals: number | undefined): MappedType {
  if (decimals === 0 && (digits ?? 99) <= 9) return { property: { type: 'integer' } };
  if (decimals === 2 && meansMoney(column.name)) return { property: { type: 'number', 'x-widget': 'money' } };
  const note =
    digits === undefined || digits > 15 ? 'becomes a double precision number: 15 digits are exact' : undefined;
  return { property: { type: 'number' }, note };
}

/** The property that holds what a column of this type holds. Enum types are code tables, which the caller knows. */
export function mapType(column: Column): MappedType {
  const match = /^([a-z ]+?)(?:\((\d+)(?:,(-?\d+))?\))?( without time zone| with time zone)?(\[\])?$/.exec(column.type);
  const [, base, first, second, zone, array] = match ?? [];
  const size = first === undefined ? undefined : Number(first);
  if (array) {
    const item = mapType({ ...column, type: column.type.slice(0, -2) }).property;
    const simple = item && !item.format && ['string', 'integer', 'number', 'boolean'].includes(item.type as string);
    return simple
      ? { property: { type: 'array', items: { type: item.type } } }
      : { note: `a list of ${column.type.slice(0, -2)} has no kind of value` };
  }
  switch (base) {
    case 'smallint':
    case 'integer':
      return { property: { type: 'integer' } };
    case 'bigint':
      return { property: { type: 'integer' }, note: 'bigint becomes a whole number of 32 bits' };
    case 'numeric':
      return numeric(column, size, second === undefined ? (size === undefined ? undefined : 0) : Number(second));
    case 'money':
      return { property: { type: 'number', 'x-widget': 'money' } };
    case 'real':
    case 'double precision':
      return { property: { type: 'number' } };
    case 'boolean':
      return { property: { type: 'boolean' } };
    case 'character varying':
    case 'character':
      return { property: text(column, size) };
    case 'text':
    case 'citext':
    case 'name':
      return { property: text(column), ...(base === 'citext' ? { note: 'capitals count in comparisons' } : {}) };
    case 'uuid':
      return { property: { type: 'string', maxLength: 36, pattern: UUID } };
    case 'date':
      return { property: { type: 'string', format: 'date' } };
    case 'timestamp':
      return zone === ' with time zone'
        ? { property: { type: 'string', format: 'date-time' } }
        : {
            property: { type: 'string', format: 'date-time' },
            note: 'a timestamp without time zone becomes an instant',
          };
    case 'time':
      return zone === ' with time zone'
        ? { note: 'a time of day with its own zone has no kind of value' }
        : {
            property: { type: 'string', 'x-widget': 'time', pattern: CLOCK },
            note: 'times of day are kept to the minute',
          };
    case 'json':
    case 'jsonb':
      return { property: { type: 'object' } };
    default:
      return { note: `the type ${column.type} has no kind of value` };
  }
}

const NOW =
  /^\(?(?:now\(\)|transaction_timestamp\(\)|statement_timestamp\(\)|clock_timestamp\(\)|CURRENT_TIMESTAMP|LOCALTIMESTAMP|timezone\('utc'(?:::text)?, now\(\)\)|\(now\(\) AT TIME ZONE '\w+'(?:::text)?\))/i;
const TODAY = /^\(?(?:CURRENT_DATE|now\(\)|CURRENT_TIMESTAMP)\)?(?:::date)?$/i;
const FRESH_UUID = /(?:gen_random_uuid|uuid_generate_v[14]|uuidv[47])\(\)$/i;

/** The default of a property: a constant, or the time, the day or the UUID that it is made of. */
export function mapDefault(
  column: Column,
  property: PropertySchema,
): { value?: unknown; dynamic?: DynamicDefault; note?: string } {
  const sql = column.default;
  if (sql === undefined || /^(nextval|NULL)/.test(sql)) return {};
  if (property.format === 'date-time' && NOW.test(sql)) return { dynamic: 'now' };
  if (property.format === 'date' && TODAY.test(sql)) return { dynamic: 'today' };
  if (column.type === 'uuid' && FRESH_UUID.test(sql)) return { dynamic: 'uuid' };
  const value = constant(sql);
  if (property.type === 'object' && value === '{}') return { value: {} };
  const fits =
    property.type === 'string'
      ? typeof value === 'string' && !property.format
      : property.type === 'boolean'
        ? typeof value === 'boolean'
        : (property.type === 'integer' || property.type === 'number') && typeof value === 'number';
  if (fits) return value === '' ? {} : { value };
  return { note: `the default ${sql} is not carried over` };
}
