import { Temporal } from 'temporal-polyfill';

/** A moment, in epoch milliseconds. Everything inside counts in these; wall-clock text exists at the edges only (D-GEN-06). */
export type Instant = number;
/** A calendar day, `YYYY-MM-DD`. Compares as text. */
export type DateText = string;
/** Half-open: the start belongs to it, the end does not; `null` is without end. */
export interface Interval {
  readonly start: Instant;
  readonly end: Instant | null;
}
/** A daily span, `HH:mm`; the end may be `24:00`. */
export interface TimeRange {
  readonly start: string;
  readonly end: string;
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const DEFAULT_TIME_ZONE = 'Asia/Bangkok';

const DATE_TIME = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2})(:\d{2})?$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^(\d{2}):(\d{2})(?::00)?$/;

const zoned = (instant: Instant, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
const two = (value: number): string => String(value).padStart(2, '0');
const clock = (value: { hour: number; minute: number }): string => `${two(value.hour)}:${two(value.minute)}`;
const day = (value: { year: number; month: number; day: number }): DateText =>
  `${String(value.year).padStart(4, '0')}-${two(value.month)}-${two(value.day)}`;

/** Instant to wall clock of the zone, `YYYY-MM-DD HH:mm:ss`. Throws RangeError on an unknown zone. */
export function toWallClock(instant: Instant, zone: string): string {
  const value = zoned(instant, zone);
  return `${day(value)} ${clock(value)}:${two(value.second)}`;
}

/**
 * Wall clock (`YYYY-MM-DD HH:mm:ss` or `YYYY-MM-DD HH:mm`) of the zone to an instant; null on any other text and on days and
 * hours that no calendar has. A time skipped by daylight saving moves forward, a doubled one is the first. Throws on an unknown zone.
 */
export function fromWallClock(text: string, zone: string): Instant | null {
  const match = DATE_TIME.exec(text);
  if (!match) return null;
  let plain;
  try {
    if (match[3] === ':60') return null;
    plain = Temporal.PlainDateTime.from(`${match[1]}T${match[2]}${match[3] ?? ''}`, { overflow: 'reject' });
  } catch {
    return null;
  }
  return plain.toZonedDateTime(zone).epochMilliseconds;
}

/** Calendar day of the zone. */
export const dateOf = (instant: Instant, zone: string): DateText => day(zoned(instant, zone));

/** Minutes since midnight on the zone's clock, 0 … 1439. */
export function timeOfDay(instant: Instant, zone: string): number {
  const value = zoned(instant, zone);
  return value.hour * 60 + value.minute;
}

/** First instant of a calendar day in the zone. */
export const startOfDate = (date: DateText, zone: string): Instant =>
  Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: zone }).epochMilliseconds;

/** The same text when it is a day of the calendar, else null. */
export function parseDate(text: string): DateText | null {
  if (!DATE.test(text)) return null;
  try {
    return day(Temporal.PlainDate.from(text, { overflow: 'reject' }));
  } catch {
    return null;
  }
}

/** `HH:mm` (or `HH:mm:00`) to minutes since midnight, 0 … 1440; null on nonsense. `24:00` is the end of the day. */
export function parseTime(text: string): number | null {
  const match = TIME.exec(text);
  if (!match) return null;
  const minutes = Number(match[1]) * 60 + Number(match[2]);
  return Number(match[2]) < 60 && minutes <= 1440 ? minutes : null;
}

/** The day so many days later (earlier when negative). */
export const addDays = (date: DateText, days: number): DateText => day(Temporal.PlainDate.from(date).add({ days }));

/** Whole days from one day to another; negative when `to` is earlier. */
export const daysBetween = (from: DateText, to: DateText): number =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'day' }).days;

/** Do two half-open intervals share a moment? Touching is not sharing. An empty interval shares none. */
export function overlaps(a: Interval, b: Interval): boolean {
  const aEnd = a.end ?? Infinity;
  const bEnd = b.end ?? Infinity;
  return a.start < aEnd && b.start < bEnd && a.start < bEnd && b.start < aEnd;
}

/** First and last calendar day that [start, end) touches. */
export function datesTouched(
  start: Instant,
  end: Instant,
  zone: string,
): { readonly first: DateText; readonly last: DateText } {
  return { first: dateOf(start, zone), last: dateOf(Math.max(start, end - 1), zone) };
}
