import { minorUnits } from '../../../locale/index.ts';
import { literal, SQL } from '../sql/index.ts';
import type { Kind } from './kind.ts';
import { numberLimits, numeric } from './numeric.ts';
import { numberBetween } from './samples.ts';
import { number } from './values.ts';

/** Minor units beyond what an amount can be: ten billions of a currency with two decimals (D-API-03). */
const MOST = 1e15;

/** The largest amount of a currency with so many decimals. */
export const mostOf = (digits: number): number => MOST / 10 ** digits;

/** What is said of an amount that is none in a currency with so many decimals. */
export const badAmount = (digits: number): string =>
  digits === 2 ? 'msg.badMoney' : digits === 0 ? 'msg.badWholeMoney' : 'msg.badFineMoney';

/** Whole minor units of the currency in storage, a number with at most its decimals on the wire. */
export const money: Kind = {
  ...numeric,
  form: () => 'money',
  defaultSql: (value, { digits }) => literal(minorUnits(value as number, digits)),
  limits: (field) => numberLimits(field, (amount) => minorUnits(amount, field.digits)),
  toStorage: (value, _zone, { digits }) => minorUnits(value as number, digits),
  toWire: (value, _zone, { digits }) => (value as number) / 10 ** digits,
  readable: (value) => typeof value === 'number',
  wireSql: (value, { digits }) => SQL`${value} * ${literal(10 ** -digits)}`,
  shape: ({ minimum, maximum, exclusiveMinimum }, digits) => ({
    multipleOf: undefined,
    amount: digits,
    maximum: maximum ?? mostOf(digits),
    minimum: minimum ?? (exclusiveMinimum === undefined ? -mostOf(digits) : undefined),
  }),
  issues: (digits) => ({ number: badAmount(digits) }),
  readFilter: (text, _type, { digits }) => minorUnits(number(text, badAmount(digits)), digits),
  cell: () => 'money',
  inWords: (value, digits) => (typeof value === 'number' ? value.toFixed(digits) : String(value)),
  sample: (schema, { random, model }) => numberBetween(schema, random, model.locale.digits),
};
