import { Temporal } from 'temporal-polyfill';
import { isCalendarDay } from '../../../model/index.ts';

/** A value that cannot be what it should: the message key for its parameter or property. */
export class BadValue extends Error {
  readonly key: string;
  constructor(key: string) {
    super(key);
    this.key = key;
  }
}

const INTEGER = /^-?\d{1,15}$/;
export const INT4_MAX = 2_147_483_647;
const NUMBER = /^-?\d{1,15}(\.\d{1,10})?$/;
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2})?$/;
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

const two = (value: number): string => String(value).padStart(2, '0');

/** An instant as wall clock of a zone, as the wire spells it. */
export function wallClock(time: Date, zone: string): string {
  const at = Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO(zone);
  return `${String(at.year).padStart(4, '0')}-${two(at.month)}-${two(at.day)} ${two(at.hour)}:${two(at.minute)}:${two(at.second)}`;
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
