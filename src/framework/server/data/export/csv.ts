import { stringify } from 'csv-stringify/sync';
import type { Cell, ExportColumn } from './columns.ts';

/** A spreadsheet takes text that begins so for a formula (D-SEC-07). One apostrophe more, whatever stands before: `plainAgain` takes it off. */
export const neutral = (text: string): string => (/^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text);

/** What `neutral` was given. */
export const plainAgain = (text: string): string => (/^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text);

/** A number to dial, or the beginning of one, masked or not: "+" and nothing that a spreadsheet could carry out. */
const DIALLED = /^\+[\d *-]+$/;

const NUMERIC = /^-?\d+(\.\d+)?$/;

function text(value: Cell, { kind }: ExportColumn): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  // Amounts come as text, so that 1.00 stays 1.00.
  if ((kind === 'money' && NUMERIC.test(value)) || (kind === 'phone' && DIALLED.test(value))) return value;
  return neutral(value);
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
