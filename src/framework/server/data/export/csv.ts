import { stringify } from 'csv-stringify/sync';
import type { Cell, CellKind } from '../kinds/index.ts';
import type { ExportColumn } from './columns.ts';

/** A spreadsheet takes text that begins so for a formula (D-SEC-07). One apostrophe more, whatever stands before: `plainAgain` takes it off. */
const neutral = (text: string): string => (/^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text);

/** What `neutral` was given. */
export const plainAgain = (text: string): string => (/^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text);

/** Texts that a spreadsheet could carry out nothing of. */
const HARMLESS: Readonly<Partial<Record<CellKind, RegExp>>> = {
  // Amounts come as text, so that 1.00 stays 1.00.
  money: /^-?\d+(\.\d+)?$/,
  // A number to dial, or the beginning of one, masked or not.
  phone: /^\+[\d *-]+$/,
};

function text(value: Cell, { kind }: ExportColumn): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  return HARMLESS[kind]?.test(value) ? value : neutral(value);
}

const lines = (rows: readonly (readonly string[])[]): string => stringify([...rows], { record_delimiter: '\r\n' });

/** A CSV file in pieces of text: byte order mark and header, then each batch of rows. */
export async function* writeCsv(
  columns: readonly ExportColumn[],
  batches: AsyncIterable<readonly Readonly<Record<string, unknown>>[]>,
): AsyncGenerator<string> {
  yield `\uFEFF${lines([columns.map((column) => neutral(column.header))])}`;
  for await (const rows of batches)
    yield lines(rows.map((row) => columns.map((column) => text(column.cell(row), column))));
}
