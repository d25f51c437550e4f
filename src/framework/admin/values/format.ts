import type { NumberFormat } from '../../model/index.ts';

export { humanise, humaniseCode } from '../../model/index.ts';

/** Fixed formats (D-GEN-06, D-GEN-07): the same digits in every language, never the browser's locale or zone. */

export const CURRENCY = 'THB';

const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',');

/** `1234567` → `1,234,567`; decimals as they are, or exactly `decimals` of them. */
export function formatNumber(value: number, decimals?: number): string {
  const [whole = '', fraction] = (
    decimals === undefined ? String(Math.abs(value)) : Math.abs(value).toFixed(decimals)
  ).split('.');
  return `${value < 0 ? '-' : ''}${grouped(whole)}${fraction === undefined ? '' : `.${fraction}`}`;
}

/** A number as its `x-format` says, else grouped. */
export function formatBy(value: number, format: NumberFormat | undefined): string {
  if (!format) return formatNumber(value);
  const { decimals, prefix = '', suffix = '', percent } = format;
  // 0.07 * 100 is 7.000000000000001.
  const shown = percent ? Number((value * 100).toPrecision(12)) : value;
  return `${prefix}${formatNumber(shown, decimals)}${percent ? ' %' : ''}${suffix}`;
}

/** Baht with two decimals, without the currency: `1,234.50`. */
export const formatAmount = (value: number): string => formatNumber(value, 2);

/** `THB 1,234.50`; a minus stands before the digits. */
export const formatMoney = (value: number): string => `${CURRENCY} ${formatAmount(value)}`;

/** Amount typed by hand: groups, spaces and the currency are ignored; undefined when it is no number with at most two decimals. */
export function parseAmount(text: string): number | undefined {
  const plain = text.replace(/[,\s]|THB/gi, '');
  return /^-?(\d+(\.\d{0,2})?|\.\d{1,2})$/.test(plain) ? Number(plain) : undefined;
}

/** Thousands grouped while typing; whatever is not a number yet stays as typed. */
export function groupWhileTyping(text: string): string {
  const match = /^(-?)(\d+)(\.\d*)?$/.exec(text.replace(/[,\s]/g, ''));
  return match ? `${match[1]}${grouped(match[2]!)}${match[3] ?? ''}` : text;
}

/** `2027-03-04 10:00:00` → `03月04日 10:00`, for tight cells. */
export function shortTime(wallClock: string): string {
  const match = /^\d{4}-(\d{2})-(\d{2}) (\d{2}:\d{2})/.exec(wallClock);
  return match ? `${match[1]}月${match[2]}日 ${match[3]}` : wallClock;
}

/** Nothing worth showing. */
export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
