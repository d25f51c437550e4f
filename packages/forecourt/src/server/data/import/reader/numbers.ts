import { isBlank, type Choice, type FileCell } from './protocol.ts';

/** Signs that stand between a number's groups of three digits, whatever its decimals are after. */
const GROUPING = " '’\u00a0\u2009\u202f";
const DECIMALS = ['.', ','] as const;
export type Decimal = (typeof DECIMALS)[number];

const other = (decimal: Decimal): Decimal => (decimal === '.' ? ',' : '.');

const shape = (decimal: Decimal): RegExp => {
  const point = `\\${decimal}`;
  return new RegExp(
    `^([-+\u2212]?)([1-9]\\d{0,2}(?:([${GROUPING}\\${other(decimal)}])\\d{3})(?:\\3\\d{3})*|\\d*)(?:${point}(\\d*))?$`,
  );
};
const SHAPES = { '.': shape('.'), ',': shape(',') } as const;

/** A text as a number with this decimal sign, as programs write it; undefined where it is none. */
export function readNumber(text: string, decimal: Decimal): string | undefined {
  const match = SHAPES[decimal].exec(text.trim());
  if (!match) return undefined;
  const [, sign, whole, , part = ''] = match;
  const digits = whole!.replace(/\D/g, '');
  if (digits === '' && part === '') return undefined;
  return `${sign === '' || sign === '+' ? '' : '-'}${digits || '0'}${part === '' ? '' : `.${part}`}`;
}

/** How the numbers of a column are written: by every cell, not by one. */
export type NumberFormat =
  | { readonly decimal: Decimal }
  /** Some cells can only be read one way and some only the other. */
  | { readonly mixed: true }
  | { readonly choices: readonly Choice[] };

const PREVIEWED = 4;

/** Judges a column by all its texts. */
export function numberFormat(cells: Iterable<FileCell>): NumberFormat {
  const telling: { text: string; readings: Readonly<Record<Decimal, string | undefined>> }[] = [];
  const possible = new Set<Decimal>(DECIMALS);
  for (const cell of cells) {
    if (typeof cell !== 'string' || isBlank(cell)) continue;
    const readings = { '.': readNumber(cell, '.'), ',': readNumber(cell, ',') };
    if (readings['.'] === readings[',']) continue;
    for (const decimal of DECIMALS) if (readings[decimal] === undefined) possible.delete(decimal);
    if (readings['.'] !== undefined && readings[','] !== undefined && telling.length < PREVIEWED)
      telling.push({ text: cell, readings });
  }
  if (possible.size === 0) return { mixed: true };
  if (possible.size === 1 || telling.length === 0) return { decimal: [...possible][0]! };
  const choices = DECIMALS.map((value) => ({
    value,
    rows: telling.map(({ text, readings }) => [text.trim(), readings[value]!]),
  }));
  return { choices };
}
