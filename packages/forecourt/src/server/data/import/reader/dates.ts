import { BUDDHIST_YEARS, isCalendarDay } from '../../../../model/index.ts';
import { isBlank, type Choice, type FileCell } from './protocol.ts';

type Order = 'dmy' | 'mdy' | 'ymd';

/** A day as it is written: the numbers in their order, the month known where it was a word or the year came first. */
interface Written {
  readonly first: number;
  readonly second: number;
  readonly year: number;
  /** Undefined: day and month may be either. */
  readonly order: Order | undefined;
  /** The year says itself that it is Buddhist. */
  readonly buddhist: boolean;
  /** `HH:MM` or `HH:MM:SS`, with the digits of the second that were written; empty without. */
  readonly time: string;
}

/** Years that are Buddhist ones of our days, or of a far future. */
const isLate = (year: number): boolean => year >= 2_400 && year < 2_700;

const TIME = /(?:[T,]?\s*)(?<![\d:])(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?\s*([ap]\.?m\.?)?$/i;
const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
const SIGNED = /^(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일號号]$/;
const YEAR_LAST = /^(\d{1,2})\s*([-/.])\s*(\d{1,2})\s*\2\s*(\d{4})$/;
const DAY_WORD = /^(\d{1,2})[-\s./]*([^\d\s./-][^\d/,]*?)[-\s./,]*(\d{4})$/;
const WORD_DAY = /^([^\d\s./-][^\d/,]*?)[-\s.]*(\d{1,2})(?:st|nd|rd|th)?[,\s-]+(\d{4})$/i;

const two = (value: number): string => String(value).padStart(2, '0');

const normalMonth = (word: string): string => word.toLowerCase().replace(/[\s.]/g, '');

/** Names of months in these languages, long and short. */
export function monthNames(languages: readonly string[]): ReadonlyMap<string, number> {
  const names = new Map<string, number>();
  for (const language of ['en', ...languages])
    for (const month of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(language, { month, day: 'numeric', timeZone: 'UTC' });
      for (let at = 0; at < 12; at++) {
        const part = format.formatToParts(Date.UTC(2_000, at, 1)).find(({ type }) => type === 'month');
        if (part && !/^\d/.test(part.value)) names.set(normalMonth(part.value), at + 1);
      }
    }
  names.set('sept', 9);
  return names;
}

function timeIn(match: RegExpExecArray | null): string | undefined {
  if (!match) return '';
  const [, hours, minutes, seconds, fraction, half] = match;
  let hour = Number(hours);
  if (half) {
    if (hour < 1 || hour > 12) return undefined;
    hour = (hour % 12) + (/p/i.test(half) ? 12 : 0);
  }
  return [two(hour), minutes, ...(seconds === undefined ? [] : [seconds])].join(':') + (fraction ? `.${fraction}` : '');
}

/** A text as a day, with a time or without; undefined where it is none. */
function written(text: string, months: ReadonlyMap<string, number>): Written | undefined {
  const plain = text.replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50)).trim();
  const clock = TIME.exec(plain);
  const time = timeIn(clock);
  if (time === undefined) return undefined;
  const said = (clock ? plain.slice(0, clock.index) : plain).trim();
  const day = said.replace(/\s*(พ\.?ศ\.?|ค\.?ศ\.?)\s*/, ' ').trim();
  const buddhist = /พ\.?ศ/.test(said);
  const made = (order: Order | undefined, year: unknown, first: unknown, second: unknown): Written => ({
    ...{ order, year: Number(year), first: Number(first), second: Number(second), buddhist, time },
  });
  const led = YEAR_FIRST.exec(day) ?? SIGNED.exec(day);
  if (led) return made('ymd', led[1], led.at(-2), led.at(-1));
  const trailed = YEAR_LAST.exec(day);
  if (trailed) return made(undefined, trailed[4], trailed[1], trailed[3]);
  const named = DAY_WORD.exec(day);
  const month = named && months.get(normalMonth(named[2]!));
  if (named && month) return made('dmy', named[3], named[1], month);
  const worded = WORD_DAY.exec(day);
  const early = worded && months.get(normalMonth(worded[1]!));
  return worded && early ? made('mdy', worded[3], early, worded[2]) : undefined;
}

/** The day in the order and the calendar that the column has; undefined where the calendar has no such day. */
function dayOf(from: Written, order: Order, buddhist: boolean): string | undefined {
  const [month, day] = (from.order ?? order) === 'dmy' ? [from.second, from.first] : [from.first, from.second];
  if (from.order === undefined && order === 'ymd') return undefined;
  if (buddhist && !from.buddhist && !isLate(from.year)) return undefined;
  const year = from.year - (buddhist || from.buddhist ? BUDDHIST_YEARS : 0);
  if (year < 1) return undefined;
  const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
  return isCalendarDay(date) ? date : undefined;
}

export interface DateFormat {
  readonly order: Order;
  readonly buddhist: boolean;
}

const BUDDHIST_MARK = '-be';

export const dateValues: readonly string[] = ['dmy', 'mdy', 'ymd'].flatMap((order) => [
  order,
  `${order}${BUDDHIST_MARK}`,
]);

export const dateFormatOf = (value: string): DateFormat => ({
  order: value.slice(0, 3) as Order,
  buddhist: value.endsWith(BUDDHIST_MARK),
});

const nameOf = ({ order, buddhist }: DateFormat): string => `${order}${buddhist ? BUDDHIST_MARK : ''}`;

/** A text as `YYYY-MM-DD`, with its time as `YYYY-MM-DD HH:MM[:SS]`; undefined where it is no day of this format. */
export function readDate(text: string, format: DateFormat, months: ReadonlyMap<string, number>): string | undefined {
  const from = written(text, months);
  const day = from && dayOf(from, format.order, format.buddhist);
  return day === undefined ? undefined : `${day}${from!.time === '' ? '' : ` ${from!.time}`}`;
}

const PREVIEWED = 4;

/** Judges a column by all its texts: in which order day and month stand, and of which calendar the years are. */
export function columnDates(
  cells: Iterable<FileCell>,
  months: ReadonlyMap<string, number>,
): DateFormat | { readonly mixed: true } | { readonly choices: readonly Choice[] } {
  const orders = new Set<Order>(['dmy', 'mdy']);
  let either = false;
  let late = false;
  let order: Order = 'ymd';
  const telling: string[] = [];
  for (const cell of cells) {
    if (typeof cell !== 'string' || isBlank(cell)) continue;
    const from = written(cell, months);
    if (!from) continue;
    const old = isLate(from.year) && !from.buddhist;
    let tells = old;
    if (old) late = true;
    if (from.order !== undefined) {
      if (order === 'ymd' && from.order !== 'ymd') order = from.order;
    } else {
      const fits = (one: Order): boolean =>
        dayOf(from, one, false) !== undefined || (old && dayOf(from, one, true) !== undefined);
      const [days, months_] = [fits('dmy'), fits('mdy')];
      // A day that neither has is refused by itself.
      if (!days && !months_) continue;
      if (!days) orders.delete('dmy');
      if (!months_) orders.delete('mdy');
      either = true;
      tells ||= from.first !== from.second && days && months_;
    }
    if (tells && telling.length < PREVIEWED) telling.push(cell);
  }
  if (orders.size === 0) return { mixed: true };
  const possible: Order[] = either ? [...orders] : [order];
  const formats = possible.flatMap((one) =>
    (late ? [true, false] : [false]).map((buddhist): DateFormat => ({ order: one, buddhist })),
  );
  if (formats.length === 1 || telling.length === 0) return formats[0]!;
  const choices = formats.map((format) => ({
    value: nameOf(format),
    rows: telling.map((text) => [text.trim(), readDate(text, format, months) ?? '–']),
  }));
  return { choices };
}
