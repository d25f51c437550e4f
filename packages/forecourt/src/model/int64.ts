/**
 * Whole numbers of 64 bits (`"type": "integer", "format": "int64"`). On the wire one is a JSON number while JavaScript holds it whole, and its
 * decimal digits as a text beyond that: `9007199254740991`, `"9007199254740992"`.
 */

export const INT64_LEAST = -(2n ** 63n);
export const INT64_MOST = 2n ** 63n - 1n;

const WHOLE = /^-?\d{1,60}$/;

const isSafe = (number: bigint): boolean =>
  number >= BigInt(Number.MIN_SAFE_INTEGER) && number <= BigInt(Number.MAX_SAFE_INTEGER);

/**
 * A wire value as the whole number that it says, however large; undefined where it says none. A number beyond 2^53 says none: its digits were lost when it was
 * read.
 */
export function wholeOf(value: unknown): bigint | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  return typeof value === 'string' && WHOLE.test(value) ? BigInt(value) : undefined;
}

/** Whether 64 bits hold a whole number. */
export const isInt64 = (number: bigint): boolean => number >= INT64_LEAST && number <= INT64_MOST;

/** A whole number as the wire has it: a number while that is exact, else its digits. */
export const wireWhole = (number: bigint): number | string => (isSafe(number) ? Number(number) : String(number));

/** A value as the wire has it where it is a whole number of 64 bits; the value itself where it is none. */
export function wireInt64(value: unknown): unknown {
  const number = wholeOf(value);
  return number !== undefined && isInt64(number) ? wireWhole(number) : value;
}

/** Whether a value is a whole number of 64 bits in the very form of the wire. */
export function isWireInt64(value: unknown): boolean {
  const number = wholeOf(value);
  return number !== undefined && isInt64(number) && wireWhole(number) === value;
}

/** The digits of a number that is a text because JavaScript does not hold it whole; undefined for any other value. */
export const largeWhole = (value: unknown): bigint | undefined =>
  typeof value === 'string' && isWireInt64(value) ? BigInt(value) : undefined;

/** A wall clock by which texts compare: with seconds, and no zeros at the end of their fraction. */
const clock = (text: string): string => {
  const spaced = text.replace('T', ' ');
  const whole = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/.test(spaced) ? `${spaced}:00` : spaced;
  return whole.includes('.') ? whole.replace(/\.?0+$/, '') : whole;
};

/** Whether a value in wire form is a number, or the digits of one. */
export const isNumeric = (value: unknown): boolean => typeof value === 'number' || largeWhole(value) !== undefined;

/**
 * Whether a value in wire form lies below another one, or before it: numbers by their size, texts of days and times by the calendar. Values that cannot be
 * compared do not.
 */
export function isBelow(value: unknown, limit: unknown): boolean {
  if (isNumeric(value) && isNumeric(limit)) {
    if (typeof value === 'number' && typeof limit === 'number') return value < limit;
    // One of them lies beyond every exact number: a fraction of the other decides nothing.
    const [one, other] = [value, limit].map((part) => largeWhole(part) ?? BigInt(Math.trunc(part as number)));
    return one! < other!;
  }
  return typeof value === 'string' && typeof limit === 'string' && clock(value) < clock(limit);
}

/** A number, or the digits of one, as a number for what only its size decides: the length of a bar, an order, a share. */
export const numberOf = (value: number | string | null | undefined): number => Number(value ?? 0);
