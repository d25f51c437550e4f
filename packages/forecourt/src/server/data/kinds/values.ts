import { Temporal } from 'temporal-polyfill';
import { isCalendarDay } from '../../../model/index.ts';
import type { FieldErrors } from '../../errors.ts';
import { instantAt, MOST_DIGITS, restOf } from '../../moment.ts';

/** A value that cannot be what it should: the message key for its parameter or property, and what the message names. */
export class BadValue extends Error {
  readonly key: string;
  readonly params: Readonly<Record<string, unknown>> | undefined;
  constructor(key: string, params?: Readonly<Record<string, unknown>>) {
    super(key);
    this.key = key;
    this.params = params;
  }

  /** As an error of its parameter or property. */
  get issue(): FieldErrors[string] {
    return this.params ? [this.key, this.params] : this.key;
  }
}

const INTEGER = /^-?\d{1,15}$/;
export const INT4_MAX = 2_147_483_647;
const NUMBER = /^-?\d{1,15}(\.\d{1,10})?$/;
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2})?)(?:\.(\d{1,9}))?$/;
const MAX_TEXT = 500;

/** Text without what PostgreSQL cannot store; refuses what no column could hold. */
export function cleanText(text: string): string {
  if (text.length > MAX_TEXT || text.includes('\0') || /\p{Surrogate}/u.test(text)) throw new BadValue('msg.invalid');
  return text;
}

export function integer(text: string, limit: number): number {
  const value = Number(text);
  if (!INTEGER.test(text) || Math.abs(value) > limit) throw new BadValue('msg.badInteger');
  return value;
}

export function number(text: string, refusal = 'msg.badNumber'): number {
  if (!NUMBER.test(text)) throw new BadValue(refusal);
  return Number(text);
}

export function boolean(text: string): boolean {
  if (!['true', 'false', '1', '0'].includes(text)) throw new BadValue('msg.invalid');
  return text === 'true' || text === '1';
}

/** A list of ids, comma-separated. */
const MAX_IDS = 1_000;
export function ids(text: string): number[] {
  const parts = text.split(',').filter((part) => part !== '');
  if (parts.length > MAX_IDS) throw new BadValue('msg.invalid');
  return parts.map((part) => integer(part, Number.MAX_SAFE_INTEGER));
}

export const isDate = (text: string): boolean => DATE.test(text);

/** A calendar date as written, refused when the calendar does not have it. */
export function date(text: string): string {
  if (!isCalendarDay(text)) throw new BadValue('msg.badDate');
  return text;
}

/**
 * Wall clock of a zone to the instant; a clock reading that the zone skips or has twice is taken as Temporal's "compatible" says. `digits`: how many its
 * seconds may have; more are refused, not rounded.
 */
export function instant(text: string, zone: string, digits = 0): Date {
  const [, day, clock, given] = DATE_TIME.exec(text) ?? [];
  if (day === undefined || (given !== undefined && (digits === 0 || clock!.length < 'HH:MM:SS'.length)))
    throw new BadValue('msg.badDate');
  date(day);
  const fraction = (given ?? '').replace(/0+$/, '');
  if (fraction.length > digits) throw new BadValue('msg.tooFine', { digits });
  const micros = fraction.padEnd(MOST_DIGITS, '0');
  try {
    const whole = Temporal.PlainDateTime.from(`${day}T${clock}`, { overflow: 'reject' }).toZonedDateTime(zone);
    return instantAt(whole.epochMilliseconds + Number(micros.slice(0, 3)), Number(micros.slice(3)));
  } catch (error) {
    if (error instanceof RangeError) throw new BadValue('msg.badDate');
    throw error;
  }
}

const two = (value: number): string => String(value).padStart(2, '0');
const three = (value: number): string => String(value).padStart(3, '0');

/** An instant as wall clock of a zone, as the wire spells it, with so many digits of its seconds; what it has beyond them is cut. */
export function wallClock(time: Date, zone: string, digits = 0): string {
  const at = Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO(zone);
  const fraction = digits === 0 ? '' : `.${three(at.millisecond)}${three(restOf(time))}`.slice(0, 1 + digits);
  return `${String(at.year).padStart(4, '0')}-${two(at.month)}-${two(at.day)} ${two(at.hour)}:${two(at.minute)}:${two(at.second)}${fraction}`;
}

/** A filter value of a column whose type the schema decides: of codes and computed columns. */
export function ofType(text: string, type: string, limit = INT4_MAX): unknown {
  switch (type) {
    case 'text':
      return cleanText(text);
    case 'double precision':
      return number(text);
    case 'boolean':
      return boolean(text);
    default:
      return integer(text, limit);
  }
}
