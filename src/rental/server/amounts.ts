import { MOST_BAHT } from '../rules/index.ts';

/** Money as a call takes it: baht with at most two decimals, and not more than any field of money holds (D-GEN-07). */
const baht = <Kind extends string | readonly string[]>(type: Kind) =>
  ({ type, minimum: 0, maximum: MOST_BAHT, multipleOf: 0.01 }) as const;

/** Nothing, too. */
export const BAHT = baht('number');
export const BAHT_OR_NULL = baht(['number', 'null']);
/** More than nothing. */
export const SOME_BAHT = { type: 'number', exclusiveMinimum: 0, maximum: MOST_BAHT, multipleOf: 0.01 } as const;
