import { strFromU8, zipSync } from 'fflate';
import { refuse } from '../../errors.ts';
import { MAX_COLUMNS, MAX_ROWS } from './limits.ts';
import { parseSheet } from './parseSheet.ts';
import { createSheet, type Sheet } from './sheet.ts';
import { unpack } from './unpack.ts';

/** Row addresses may go so far beyond the rows that hold something. */
const LAST_ROW = MAX_ROWS + 10_000;

const columnOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

/**
 * The reader fills every gap between addresses with empty cells: an address far out would take all memory. So addresses are looked at
 * first, wherever something reads like one.
 */
function checkAddresses(xml: string): void {
  for (const [, quoted, single] of xml.matchAll(/\br\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    const address = quoted ?? single ?? '';
    const match = /^([A-Z]{0,3})(\d{1,7})$/.exec(address);
    if (!match && !/[\d&]/.test(address)) continue;
    if (!match) throw refuse('msg.import.badFile');
    if (Number(match[2]) > LAST_ROW) throw refuse('msg.import.tooManyRows', { max: MAX_ROWS });
    if (columnOf(match[1]!) > MAX_COLUMNS) throw refuse('msg.import.tooManyColumns', { max: MAX_COLUMNS });
  }
  if ((xml.match(/<(?:\w+:)?row\b/g)?.length ?? 0) > LAST_ROW)
    throw refuse('msg.import.tooManyRows', { max: MAX_ROWS });
}

/** The first sheet of a spreadsheet as header and rows. Formulas count as their last result. */
export async function readXlsx(bytes: Buffer): Promise<Sheet> {
  const parts = unpack(bytes);
  for (const [name, part] of Object.entries(parts)) if (/worksheets/i.test(name)) checkAddresses(strFromU8(part));
  // Packed anew, the reader sees exactly what was checked, whatever else the archive says in other places.
  const cells = await parseSheet(zipSync(parts, { level: 0 }));
  const sheet = createSheet('xlsx');
  for (const row of cells) sheet.add(row);
  return sheet.done();
}
