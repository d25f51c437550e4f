import { literal, SQL } from '../sql/index.ts';
import type { Kind } from './kind.ts';
import { numberLimits, numeric } from './numeric.ts';
import { number } from './values.ts';

/** An amount in hundredths of the currency. 19.99 * 100 is 1998.9999999999998, and a limit that is a hair lower refuses what it allows. */
export const inHundredths = (amount: number): number => Math.round(amount * 100);

/** Beyond what an amount can be (D-API-03). */
const MOST = 1e13;

/** Whole hundredths in storage, a number with at most two decimals on the wire. */
export const money: Kind = {
  ...numeric,
  form: () => 'money',
  defaultSql: (value) => literal(inHundredths(value as number)),
  limits: (field) => numberLimits(field, inHundredths),
  toStorage: (value) => inHundredths(value as number),
  toWire: (value) => (value as number) / 100,
  readable: (value) => typeof value === 'number',
  wireSql: (value) => SQL`${value} * 0.01`,
  // `multipleOf: 0.01` says no to 19.99 or, with a tolerance, to 2499293244.89.
  shape: ({ minimum, maximum, exclusiveMinimum }) => ({
    multipleOf: undefined,
    hundredths: true,
    maximum: maximum ?? MOST,
    minimum: minimum ?? (exclusiveMinimum === undefined ? -MOST : undefined),
  }),
  issues: { number: 'msg.badMoney' },
  readFilter: (text) => inHundredths(number(text, 'msg.badMoney')),
  cell: 'money',
  inWords: (value) => (typeof value === 'number' ? value.toFixed(2) : String(value)),
};
