/** Money inside the product: an integer of satang (1/100 baht). On the wire it is a number of baht with two decimals (D-GEN-07). */
export type Satang = number & { readonly unit: 'satang' };

/** Takes an integer for satang. Throws RangeError on anything else: a fraction of a satang is always a mistake. */
export function satang(value: number): Satang {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not an integer of satang: ${value}`);
  return (value === 0 ? 0 : value) as Satang;
}

export const ZERO: Satang = satang(0);

/** The most that anybody may type into a field of money, in baht: with it no price of any length leaves the safe integers. */
export const MOST_BAHT = 100_000_000;

/** A number of at most two decimals as an integer of hundredths. Throws RangeError on NaN, infinities and more decimals. */
function hundredths(value: number): number {
  if (!Number.isFinite(value) || Math.abs(value) >= 1e13)
    throw new RangeError(`not a number of two decimals: ${value}`);
  const text = value.toFixed(2);
  if (Number(text) !== value) throw new RangeError(`more than two decimals: ${value}`);
  return Number(text.replace('.', ''));
}

/** Wire to satang. Throws RangeError on what is no amount (D-GEN-07 "Parameter error"). */
export const fromBaht = (baht: number): Satang => satang(hundredths(baht));

/** Satang to the wire: a number of baht with at most two decimals. */
export const toBaht = (amount: Satang): number => amount / 100;

export const add = (...amounts: readonly Satang[]): Satang =>
  satang(amounts.reduce<number>((sum, each) => sum + each, 0));
export const subtract = (from: Satang, amount: Satang): Satang => satang(from - amount);
export const times = (amount: Satang, count: number): Satang => satang(amount * count);
export const smaller = (a: Satang, b: Satang): Satang => (a < b ? a : b);
export const larger = (a: Satang, b: Satang): Satang => (a > b ? a : b);
export const atLeastZero = (amount: Satang): Satang => larger(amount, ZERO);

/**
 * `amount × numerator ÷ denominator`, half up (away from zero below it). Exact: no fraction is ever formed, and only what comes out
 * must be an amount. Throws RangeError on parts that are no integers and on a denominator that is not positive.
 */
export function fraction(amount: number, numerator: number, denominator: number): Satang {
  if (!Number.isSafeInteger(amount) || !Number.isSafeInteger(numerator))
    throw new RangeError(`not integers: ${amount}, ${numerator}`);
  if (!Number.isSafeInteger(denominator) || denominator <= 0) throw new RangeError(`not a divisor: ${denominator}`);
  const product = BigInt(amount) * BigInt(numerator);
  const divisor = BigInt(denominator);
  const size = product < 0n ? -product : product;
  const rounded = (2n * size + divisor) / (2n * divisor);
  return satang(Number(product < 0n ? -rounded : rounded));
}

/** Percentage of an amount, rounded half up once (D-PRICE-12). Percentages have at most two decimals. */
export const percentOf = (amount: Satang, percent: number): Satang => fraction(amount, hundredths(percent), 10_000);

function grouped(amount: number): string {
  const text = (Math.abs(amount) / 100).toFixed(2);
  return text.replace(/\B(?=(\d{3})+\.)/g, ',');
}

/** A minus as it is printed, not a hyphen. */
const minusOf = (amount: number): string => (amount < 0 ? '\u2212' : '');

/** `THB 1,234.50`; a minus sign before the figure of a negative amount (D-GEN-07). */
export const formatTHB = (amount: Satang): string => `THB ${minusOf(amount)}${grouped(amount)}`;

/** The yuan equivalent in hundredths of a yuan, half up (D-GEN-04). `rate` is baht for one yuan, at most four decimals. */
export function toCnyFen(amount: Satang, rate: number): number {
  const scaled = Math.round(rate * 10_000);
  if (scaled <= 0) throw new RangeError(`not a rate: ${rate}`);
  return fraction(amount, 10_000, scaled);
}

/** `THB 500.00 (¥ 100.00)`: for the three places that show yuan for reference (D-GEN-04). */
export function formatTHBWithCNY(amount: Satang, rate: number): string {
  const fen = toCnyFen(amount, rate);
  return `${formatTHB(amount)} (¥ ${minusOf(fen)}${grouped(fen)})`;
}
