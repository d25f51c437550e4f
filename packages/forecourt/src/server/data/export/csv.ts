import { stringify } from 'csv-stringify/sync';
import type { Cell, CellKind } from '../kinds/index.ts';
import type { ExportColumn } from './columns.ts';

/**
 * A spreadsheet takes text that begins so for a formula (D-SEC-07). It gets one apostrophe more, as does a number behind apostrophes: an
 * import takes the first of them off (`bare` of its reader).
 */
const neutral = (text: string): string => (/^'*[=+\-@\t\r]|^'+\d/.test(text) ? `'${text}` : text);

/** A number that could be a thousand times as much where a point divides thousands: with one zero more it cannot. */
const certain = (value: string): string => (/^-?[1-9]\d{0,2}\.\d{3}$/.test(value) ? `${value}0` : value);

/** Texts that a spreadsheet could carry out nothing of. */
const HARMLESS: Readonly<Partial<Record<CellKind, RegExp>>> = {
  // Amounts come as text, so that 1.00 stays 1.00.
  money: /^-?\d+(\.\d+)?$/,
  int64: /^-?\d+$/,
  // A number to dial, or the beginning of one, masked or not.
  phone: /^\+[\d *-]+$/,
};

function text(value: Cell, { kind }: ExportColumn): string {
  if (value === null) return '';
  if (typeof value === 'number') return certain(String(value));
  if (typeof value !== 'string') return String(value);
  return HARMLESS[kind]?.test(value) ? certain(value) : neutral(value);
}

/** Every line end within a cell is quoted, not only the one that ends records. */
const lines = (rows: readonly (readonly string[])[]): string =>
  stringify([...rows], { record_delimiter: '\r\n', quoted_match: /[\r\n]/ });

/** A CSV file in pieces of text: byte order mark and header, then each batch of rows. */
export async function* writeCsv(
  columns: readonly ExportColumn[],
  batches: AsyncIterable<readonly Readonly<Record<string, unknown>>[]>,
): AsyncGenerator<string> {
  yield `\uFEFF${lines([columns.map((column) => neutral(column.header))])}`;
  for await (const rows of batches)
    yield lines(rows.map((row) => columns.map((column) => text(column.cell(row), column))));
}
