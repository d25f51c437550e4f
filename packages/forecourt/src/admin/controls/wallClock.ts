/** Dates and times as people type them, always wall clock of the record's place: no Date with a zone ever touches them (D-GEN-06). */

const two = (value: number): string => String(value).padStart(2, '0');

export const daysInMonth = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

const isDay = (year: number, month: number, day: number): boolean =>
  year >= 1000 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);

/** `2027-3-4`, `2027/03/04`, `20270304` → `2027-03-04`; undefined when it is no day of the Gregorian calendar. */
export function parseDate(text: string): string | undefined {
  const match = /^\s*(\d{4})(?:[-/.](\d{1,2})[-/.](\d{1,2})|(\d{2})(\d{2}))\s*$/.exec(text);
  if (!match) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2] ?? match[4]), Number(match[3] ?? match[5])] as const;
  return isDay(year, month, day) ? `${year}-${two(month)}-${two(day)}` : undefined;
}

/** `9:05`, `0905`, `09:05:30` → `HH:mm`, or `HH:mm:ss` when seconds were given; undefined for anything else. */
export function parseTime(text: string): string | undefined {
  const match = /^\s*(\d{1,2}):?(\d{2})(?::(\d{2}))?\s*$/.exec(text);
  if (!match) return undefined;
  const [hour, minute, second] = [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)];
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  return `${two(hour)}:${two(minute)}${match[3] ? `:${two(second)}` : ''}`;
}

/**
 * `2027-03-04 10:00` → `2027-03-04 10:00:00`, the wire form; a day alone begins at midnight. `digits`: how many its seconds have, all of them written; what
 * has more is no time.
 */
export function parseDateTime(text: string, digits = 0): string | undefined {
  const [datePart = '', timePart = '00:00'] = text.trim().split(/[\sT]+/);
  const [clock = '', fraction] = timePart.split('.');
  const date = parseDate(datePart);
  const time = parseTime(clock);
  if (!date || !time || (fraction !== undefined && (time.length === 5 || !/^\d+$/.test(fraction)))) return undefined;
  const fine = (fraction ?? '').replace(/0+$/, '');
  if (fine.length > digits) return undefined;
  return `${date} ${time.length === 5 ? `${time}:00` : time}${digits > 0 ? `.${fine.padEnd(digits, '0')}` : ''}`;
}

/** Wire form without seconds that say nothing. */
export const showDateTime = (wire: string): string => wire.replace(/^(\d{4}-\d{2}-\d{2} \d{2}:\d{2}):00$/, '$1');

/** The day `days` after a day. */
export function addDays(date: string, days: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10);
}

/** The month `months` after a month, on its first day. */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 1] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
}

/** Day of the week, 0 = Sunday. */
export const weekday = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay();

interface WeekInfo {
  readonly firstDay: number;
}
/** Newer than the library that types know; a method in one version of the standard, a property in the one before. */
interface LocaleOfWeeks extends Intl.Locale {
  readonly weekInfo?: WeekInfo;
  getWeekInfo?(): WeekInfo;
}

/** The day on which weeks begin for readers of a language (CLDR): 0 = Sunday, as in en-US and th-TH; 1 = Monday, as in zh-CN. Sunday where the browser does not know. */
export function weekBegin(language: string): number {
  const locale: LocaleOfWeeks = new Intl.Locale(language);
  return ((locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 7) % 7;
}

/** How many days a day is behind the begin of its week. */
export const daysIntoWeek = (date: string, begin: number): number => (weekday(date) + 7 - begin) % 7;

/** The names of the weekdays in the order of the reader's week. */
export function weekdayNames(language: string, length: 'narrow' | 'short'): readonly string[] {
  const format = new Intl.DateTimeFormat(language, { weekday: length, timeZone: 'UTC' });
  const begin = weekBegin(language);
  // The first of January 2023 was a Sunday.
  return Array.from({ length: 7 }, (_, day) => format.format(new Date(Date.UTC(2023, 0, 1 + begin + day))));
}

/** Today on this device: only where the calendar opens when nothing is chosen yet. */
export function deviceToday(): string {
  const now = new Date();
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
