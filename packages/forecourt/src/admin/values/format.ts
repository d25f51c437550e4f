import { shortDateIn, shortTimeIn, theLanguage, theLocale } from '../../locale/index.ts';
import type { NumberFormat } from '../../model/index.ts';

export { humanise, humaniseCode } from '../../model/index.ts';

/** The same digits in every language of an application, as its locale says (D-GEN-07), never the browser's locale or zone. */

/** Decimals that a number can have. */
const ALL_DECIMALS = 15;

const formats = new Map<string, Intl.NumberFormat>();

/** Making one takes a thousand times as long as using it. */
function numberFormat(decimals: number | undefined): Intl.NumberFormat {
  const { numbers } = theLocale();
  const key = `${numbers} ${decimals}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(numbers, {
    minimumFractionDigits: decimals ?? 0,
    maximumFractionDigits: decimals ?? ALL_DECIMALS,
  });
  formats.set(key, made);
  return made;
}

interface Marks {
  readonly group: string;
  readonly decimal: string;
}

/** What stands between the digits of a number. */
function marks(): Marks {
  const parts = numberFormat(1).formatToParts(-1_234_567.5);
  const mark = (type: 'group' | 'decimal'): string => parts.find((part) => part.type === type)?.value ?? '';
  return { group: mark('group'), decimal: mark('decimal') };
}

/** A minus as it is printed: as wide as a plus. A hyphen is shorter, and lines break behind it. */
const MINUS = '\u2212';

/**
 * `1234567` → `1,234,567`, with a real minus; decimals as they are, or exactly `decimals` of them.
 *
 * @example
 * const pages = formatNumber(1234567); // 1,234,567
 */
export const formatNumber = (value: number | bigint, decimals?: number): string =>
  // No minus before nothing.
  numberFormat(decimals)
    .format(value === 0 ? 0 : value)
    .replace('-', MINUS);

/** The digits of a number that JavaScript does not hold whole, grouped: `"9223372036854775807"`, `"90071992547409921.50"`. */
export function formatDigits(text: string): string {
  const [whole = '', fraction] = text.split('.');
  return `${formatNumber(BigInt(whole))}${fraction === undefined ? '' : `${marks().decimal}${fraction}`}`;
}

/** A number as its `x-format` says, else grouped. */
export function formatBy(value: number | bigint, format: NumberFormat | undefined): string {
  if (!format) return formatNumber(value);
  const { decimals, prefix = '', suffix = '', percent } = format;
  // 0.07 * 100 is 7.000000000000001.
  const hundredfold = (): number | bigint =>
    typeof value === 'bigint' ? value * 100n : Number((value * 100).toPrecision(12));
  const shown = percent ? hundredfold() : value;
  return `${prefix}${formatNumber(shown, decimals)}${percent ? ' %' : ''}${suffix}`;
}

/** The application's currency as amounts are marked with it. */
export const currency = (): string => theLocale().currency;

/** An amount with the decimals of the currency and without its name: `1,234.50`. */
export const formatAmount = (value: number): string => formatNumber(value, theLocale().digits);

/**
 * `EUR 1,234.50`; a minus stands before the digits. In a column whose head says the currency: `formatAmount`.
 *
 * @example
 * const fee = formatMoney(1234.5); // EUR 1,234.50
 */
export const formatMoney = (value: number): string => `${currency()} ${formatAmount(value)}`;

/** What was typed, with a point before its decimals and nothing between its groups. */
function plainNumber(text: string): string {
  const { group, decimal } = marks();
  const bare = text.replaceAll(currency(), '').replaceAll(currency().toLowerCase(), '').replace(/\s/g, '');
  return bare.replaceAll(group, '').replace(decimal, '.').replace(MINUS, '-');
}

/** Amount typed by hand: groups, spaces and the currency are ignored; undefined when it is no number with at most the currency's decimals. */
export function parseAmount(text: string): number | undefined {
  const [, whole, fraction = ''] = /^-?(\d*)(?:\.(\d*))?$/.exec(plainNumber(text)) ?? [];
  const { digits } = theLocale();
  const isNumber = whole !== undefined && (whole !== '' || fraction !== '');
  return isNumber && fraction.length <= digits ? Number(plainNumber(text)) : undefined;
}

/** Thousands grouped while typing; whatever is not a number yet stays as typed. */
export function groupWhileTyping(text: string): string {
  const { group, decimal } = marks();
  const match = /^([-\u2212]?)(\d+)(\.\d*)?$/.exec(text.replaceAll(group, '').replace(/\s/g, '').replace(decimal, '.'));
  if (!match) return text;
  const [, minus = '', whole = '', fraction = ''] = match;
  // A zero in front is somebody's beginning.
  const grouped = whole.startsWith('0') ? whole : numberFormat(0).format(BigInt(whole));
  return `${minus}${grouped}${fraction.replace('.', decimal)}`;
}

/** Whether a character of a number only keeps its groups apart. */
export const isGroupMark = (character: string): boolean => character === marks().group;

/**
 * `2027-03-04 10:00:00` as the application writes times in tight cells for the readers of this page; what is no wall clock stays as it is.
 *
 * @example
 * const time = shortTime('2027-03-01 09:30:00');
 */
export const shortTime = (wallClock: string): string => shortTimeIn(theLocale(), theLanguage(), wallClock);

/** `2027-03-04` or a time of that day, as the application writes the day in tight cells. */
export const shortDate = (date: string): string => shortDateIn(theLocale(), theLanguage(), date);

/** Nothing worth showing. */
export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
