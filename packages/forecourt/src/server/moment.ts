/** Digits of the second that PostgreSQL keeps of a time. */
export const MOST_DIGITS = 6;

const three = (value: number): string => String(value).padStart(3, '0');

/**
 * An instant with microseconds, as PostgreSQL has them: everything that a `Date` is, which counts milliseconds, and what lies between two of these.
 * Only what has such a rest is one. JSON says all six digits. A statement takes them from its text alone (`toISOString`): as a plain parameter it is a `Date`.
 */
export class Moment extends Date {
  /** Microseconds after the millisecond, 1 to 999. */
  readonly rest: number;

  constructor(milliseconds: number, rest: number) {
    super(milliseconds);
    this.rest = rest;
  }

  override toISOString(): string {
    return `${super.toISOString().slice(0, -1)}${three(this.rest)}Z`;
  }

  override toJSON(): string {
    return this.toISOString();
  }
}

/** Microseconds after the millisecond of an instant. */
export const restOf = (time: Date): number => (time instanceof Moment ? time.rest : 0);

/** An instant by its milliseconds and the microseconds after them. */
export const instantAt = (milliseconds: number, rest: number): Date =>
  rest === 0 ? new Date(milliseconds) : new Moment(milliseconds, rest);

const FRACTION = /^(.*:\d{2}\.\d{3})(\d{1,3})(.*)$/;

/**
 * Reads a time as PostgreSQL or JSON writes it, with all its digits; `read` makes a `Date` of a text with at most three. What is no time becomes an invalid
 * `Date`, or whatever `read` makes of it.
 */
export function readMoment<T>(text: string, read: (text: string) => T): T | Moment {
  const [, first, digits = '', last] = FRACTION.exec(text) ?? [];
  if (first === undefined) return read(text);
  const time = read(`${first}${last}`);
  const rest = Number(digits.padEnd(3, '0'));
  return time instanceof Date && rest > 0 ? new Moment(time.getTime(), rest) : time;
}

/** A stored time, which comes as a `Date` or as PostgreSQL's JSON text. */
export const storedMoment = (value: unknown): Date =>
  value instanceof Date ? value : readMoment(String(value), (text) => new Date(text));

/** An instant moved by microseconds. */
export function movedBy(time: Date, microseconds: number): Date {
  const rest = restOf(time) + microseconds;
  const whole = Math.floor(rest / 1_000);
  return instantAt(time.getTime() + whole, rest - whole * 1_000);
}
