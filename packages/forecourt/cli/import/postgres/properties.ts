import { isWireInt64, wireInt64, type DynamicDefault, type PropertySchema } from '../../../src/model/index.ts';
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

/** Doubles hold so many digits exactly. */
const EXACT_DIGITS = 15;
/** Every number of so many digits is one of 64 bits. */
const INT64_DIGITS = 18;
/** Digits of the second that PostgreSQL keeps of a time where its type says no other number. */
const TIME_DIGITS = 6;

const INT64 = { type: 'integer', format: 'int64' } as const;

/** `numeric(15)`: a limit of more digits cannot be said. */
function wholeNumeric(digits: number): MappedType {
  const most = 10 ** digits - 1;
  if (digits <= EXACT_DIGITS) return { property: { ...INT64, minimum: -most, maximum: most } };
  return { property: { ...INT64 }, note: `the precision (${digits}) is not carried over: 64 bits are the limit` };
}

/** `numeric(5,2)`: at most 999.99, and no third decimal. */
function numeric(column: Column, digits: number | undefined, decimals: number | undefined): MappedType {
  if (digits === undefined || decimals === undefined)
    return { property: { type: 'number' }, note: 'becomes a double precision number: 15 digits are exact' };
  if (decimals <= 0 && digits - decimals <= 9) {
    const most = 10 ** (digits - decimals) - 10 ** -decimals;
    const step = decimals < 0 ? { multipleOf: 10 ** -decimals } : {};
    return { property: { type: 'integer', minimum: -most, maximum: most, ...step } };
  }
  if (decimals === 0 && digits <= INT64_DIGITS) return wholeNumeric(digits);
  if (decimals <= 0)
    return { property: { type: 'number', multipleOf: 10 ** -decimals }, note: 'becomes a double precision number: 15 digits are exact' }; // prettier-ignore
  const money = decimals === 2 && meansMoney(column.name);
  const most = Number(`${'9'.repeat(Math.max(digits - decimals, 1))}.${'9'.repeat(decimals)}`);
  if (money && digits > EXACT_DIGITS)
    return { property: { type: 'number', 'x-widget': 'money' }, note: `amounts have ${EXACT_DIGITS} digits, not ${digits}` }; // prettier-ignore
  if (digits > EXACT_DIGITS)
    return { property: { type: 'number' }, note: `becomes a double precision number: of ${digits} digits ${EXACT_DIGITS} are exact` }; // prettier-ignore
  if (decimals > digits)
    return { property: { type: 'number' }, note: `the precision (${digits},${decimals}) is not carried over` };
  return {
    property: {
      type: 'number',
      ...(money ? { 'x-widget': 'money' } : { multipleOf: Number(`1e-${decimals}`) }),
      minimum: -most,
      maximum: most,
    },
  };
}

/** What is demanded of every entry of a list; a list of what has no plain values has no kind of value. */
function listOf(column: Column): MappedType {
  const type = column.type.slice(0, -2);
  const { property, note: lost } = mapType({ ...column, type });
  const isLarge = property?.format === 'int64';
  const item = isLarge ? ({ type: 'integer' } as const) : property;
  const note = isLarge ? 'the entries become whole numbers of 32 bits' : lost;
  const simple = item && !item.format && ['string', 'integer', 'number', 'boolean'].includes(item.type as string);
  if (!simple) return { note: `a list of ${type} has no kind of value` };
  const { 'x-widget': _widget, ...items } = item;
  return { property: { type: 'array', items }, ...(note ? { note } : {}) };
}

const ANYTHING = ['object', 'array', 'string', 'number', 'boolean'] as const;

/** The property that holds what a column of this type holds. Enum types are code tables, which the caller knows. */
export function mapType(column: Column): MappedType {
  const match = /^([a-z ]+?)(?:\((\d+)(?:,(-?\d+))?\))?( without time zone| with time zone)?(\[\])?$/.exec(column.type);
  const [, base, first, second, zone, array] = match ?? [];
  const size = first === undefined ? undefined : Number(first);
  if (array) return listOf(column);
  switch (base) {
    case 'smallint':
      return { property: { type: 'integer', minimum: -32_768, maximum: 32_767 } };
    case 'integer':
      return { property: { type: 'integer' } };
    case 'bigint':
      return { property: { ...INT64 } };
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
    case 'timestamp': {
      const digits = size ?? TIME_DIGITS;
      const property: PropertySchema = {
        type: 'string',
        format: 'date-time',
        ...(digits > 0 ? { 'x-precision': digits } : {}),
      };
      return zone === ' with time zone'
        ? { property }
        : { property, note: 'a timestamp without time zone becomes an instant' };
    }
    case 'time':
      return zone === ' with time zone'
        ? { note: 'a time of day with its own zone has no kind of value' }
        : {
            property: { type: 'string', 'x-widget': 'time', pattern: CLOCK },
            note: 'times of day are kept to the minute',
          };
    case 'json':
    case 'jsonb':
      return { property: { type: ANYTHING } };
    default:
      return { note: `the type ${column.type} has no kind of value` };
  }
}

const NOW =
  /^\(?(?:now\(\)|transaction_timestamp\(\)|statement_timestamp\(\)|clock_timestamp\(\)|CURRENT_TIMESTAMP|LOCALTIMESTAMP|timezone\('utc'(?:::text)?, now\(\)\)|\(now\(\) AT TIME ZONE '\w+'(?:::text)?\))/i;
const TODAY = /^\(?(?:CURRENT_DATE|now\(\)|CURRENT_TIMESTAMP)\)?(?:::date)?$/i;
const FRESH_UUID = /(?:gen_random_uuid|uuid_generate_v[14]|uuidv[47])\(\)$/i;

const EMPTY_LIST = /^(?:'\{\}'(?:::.*)?|ARRAY\[\]::.*)$/;
/** `'{a,b}'`, without quotes and nulls within. */
const PLAIN_LIST = /^\{([^"{}\\]+)\}$/;

/** A constant default as the property takes it; undefined where it is none. */
function defaultValue({ type, format, items, 'x-widget': widget }: PropertySchema, sql: string): unknown {
  if (Array.isArray(type) || type === 'object') {
    const text = constant(sql);
    try {
      return typeof text === 'string' ? (JSON.parse(text) as unknown) : undefined;
    } catch {
      return undefined;
    }
  }
  if (type === 'array') {
    if (EMPTY_LIST.test(sql)) return [];
    const text = constant(sql.replace(/::[a-z ]+\[\]$/, ''));
    const entries = typeof text === 'string' ? PLAIN_LIST.exec(text)?.[1]?.split(',') : undefined;
    if (!entries || entries.includes('NULL')) return undefined;
    return items?.type === 'string' ? entries : items?.type === 'boolean' ? undefined : entries.map(Number);
  }
  if (format === 'int64') {
    const digits = /^\(?'?(-?\d+)'?(?:::bigint)?\)?(?:::bigint)?$/.exec(sql)?.[1];
    const value = wireInt64(digits);
    return isWireInt64(value) ? value : undefined;
  }
  const value = constant(sql);
  if (type === 'boolean') return typeof value === 'boolean' ? value : undefined;
  if (type !== 'string')
    return typeof value === 'number' && Number.isSafeInteger(Math.trunc(value)) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  if (format === 'date') return /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined;
  if (widget === 'time') return /^([01]\d|2[0-3]):[0-5]\d(:00)?$/.test(value) ? value.slice(0, 5) : undefined;
  return format ? undefined : value;
}

/** The default of a property: a constant, or the time, the day or the UUID that it is made of. */
export function mapDefault(
  column: Column,
  property: PropertySchema,
): { value?: unknown; dynamic?: DynamicDefault; note?: string } {
  if (column.numbered) return { note: 'the database numbered the rows: here a number is typed, or left out' };
  const sql = column.default;
  if (sql === undefined || /^NULL/.test(sql)) return {};
  if (property.format === 'date-time' && NOW.test(sql)) return { dynamic: 'now' };
  if (property.format === 'date' && TODAY.test(sql)) return { dynamic: 'today' };
  if (column.type === 'uuid' && FRESH_UUID.test(sql)) return { dynamic: 'uuid' };
  const value = defaultValue(property, sql);
  if (value === undefined || value === null) return { note: `the default ${sql} is not carried over` };
  // An empty text is what a text is anyway.
  return value === '' ? {} : { value };
}
