import {
  INT64_LEAST,
  INT64_MOST,
  isInt64,
  wholeOf,
  wireInt64,
  wireWhole,
  type PropertySchema,
} from '../../../model/index.ts';
import { SQL, type Sql } from '../sql/index.ts';
import { textOf } from './cells.ts';
import { orNull, type JsonSchema, type Kind } from './kind.ts';
import { numeric } from './numeric.ts';
import { numberBetween } from './samples.ts';
import { BadValue } from './values.ts';

const SAFE = Number.MAX_SAFE_INTEGER;

/** What is answered: a number while JSON carries it whole, else its digits. */
export const INT64_TYPE: JsonSchema = {
  oneOf: [
    { type: 'integer', minimum: -SAFE, maximum: SAFE },
    { type: 'string', pattern: '^-?[0-9]{16,19}$' },
  ],
};

/** Storage form to wire form as SQL. As jsonb, of which rows can be told apart and put together. */
export const int64Wire = (value: Sql): Sql =>
  SQL`case when ${value} between -9007199254740991 and 9007199254740991 then to_jsonb(${value}) else to_jsonb((${value})::text) end`;

const outOfRange = (number: bigint): BadValue =>
  number < 0n
    ? new BadValue('msg.tooSmall', { min: String(INT64_LEAST) })
    : new BadValue('msg.tooLarge', { max: String(INT64_MOST) });

/** The number that a value of an input says. Refuses fractions, what 64 bits do not hold, and JSON numbers that have lost digits already. */
function readInt64(value: unknown): bigint {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    const rounded = BigInt(value);
    throw isInt64(rounded) ? new BadValue('msg.unsafeInteger') : outOfRange(rounded);
  }
  const number = wholeOf(value);
  if (number === undefined) throw new BadValue('msg.badInteger');
  if (!isInt64(number)) throw outOfRange(number);
  return number;
}

function checkLimits(number: bigint, schema: PropertySchema): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  if (minimum !== undefined && number < BigInt(minimum)) throw new BadValue('msg.tooSmall', { min: minimum });
  if (maximum !== undefined && number > BigInt(maximum)) throw new BadValue('msg.tooLarge', { max: maximum });
  if (exclusiveMinimum !== undefined && number <= BigInt(exclusiveMinimum))
    throw new BadValue('msg.mustExceed', { min: exclusiveMinimum });
  if (exclusiveMaximum !== undefined && number >= BigInt(exclusiveMaximum))
    throw new BadValue('msg.mustBeBelow', { max: exclusiveMaximum });
  if (multipleOf !== undefined && number % BigInt(multipleOf) !== 0n) throw new BadValue('msg.badFormat');
}

/** A filter value of a column of such numbers. */
export const readInt64Filter = (text: string): number | string => wireWhole(readInt64(text));

/** A whole number of 64 bits. In memory it is what the wire has, whatever it came as. */
export const int64: Kind = {
  ...numeric,
  form: () => 'int64',
  normal: (text) => wireInt64(text.trim()),
  toStorage: (value) => wireInt64(value),
  // A number of a document is spelt as it was read: its digits are those that stood there.
  toWire: (value) => (typeof value === 'number' ? wireInt64(String(value)) : wireInt64(value)),
  readable: (value) => wholeOf(typeof value === 'number' ? String(value) : value) !== undefined,
  wireSql: int64Wire,
  textSql: (value) => SQL`(${value})::text`,
  shape: () => ({
    type: undefined,
    minimum: undefined,
    maximum: undefined,
    exclusiveMinimum: undefined,
    exclusiveMaximum: undefined,
    multipleOf: undefined,
  }),
  check: (value, _zone, { schema }) => checkLimits(readInt64(value), schema),
  readFilter: readInt64Filter,
  cell: () => 'int64',
  decoder: () => (cell) => {
    if (typeof cell === 'number') return { value: cell };
    const text = textOf(cell).trim();
    return { value: wireInt64(text) };
  },
  sample: (schema, { unique, ordinal, random }) =>
    unique ? (schema.minimum ?? 1) + ordinal : numberBetween(schema, random, 0),
  wireType: (_field, source) => orNull(source, INT64_TYPE),
  rowType: () => 'number | string',
};
