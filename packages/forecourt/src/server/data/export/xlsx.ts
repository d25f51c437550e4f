import { strToU8, Zip, ZipDeflate } from 'fflate';
import type { Cell, CellKind } from '../kinds/index.ts';
import type { ExportColumn } from './columns.ts';

/** Rows a sheet of a spreadsheet holds, the header among them. What is more goes on to the next sheet. */
const SHEET_ROWS = 1_048_576;
/** UTF-16 units that a cell holds. */
const MAX_CELL = 32_767;

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Index into `cellXfs` of the styles below. */
const STYLE = { plain: 0, header: 1, integer: 2, money: 3, date: 4, dateTime: 5, quoted: 6 } as const;
/** Further styles: amounts of currencies that have other than two decimals. */
const AMOUNTS = [0, 1, 3, 4].map((digits, at) => ({
  digits,
  style: 7 + at,
  format: 166 + at,
  code: digits === 0 ? '#,##0' : `#,##0.${'0'.repeat(digits)}`,
}));
const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="${2 + AMOUNTS.length}"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/>${AMOUNTS.map(({ format, code }) => `<numFmt numFmtId="${format}" formatCode="${code}"/>`).join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${7 + AMOUNTS.length}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/><xf numFmtId="1" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/>${AMOUNTS.map(({ format }) => `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`;
/** How cells of each kind stand in their column: width, number format, and whether a text in them is a number. */
const CELLS: Readonly<
  Record<
    CellKind,
    {
      width: number;
      style?: keyof typeof STYLE;
      reads?: (text: string) => number;
      /** Numbers of this size and more stand as texts: a spreadsheet keeps 15 digits. */
      below?: number;
    }
  >
> = {
  text: { width: 22 },
  phone: { width: 22 },
  integer: { width: 12, style: 'integer', reads: Number },
  int64: { width: 22, style: 'integer', reads: Number, below: 1e15 },
  number: { width: 12, reads: Number },
  money: { width: 14, style: 'money', reads: Number },
  boolean: { width: 10, reads: Number },
  date: { width: 12, style: 'date', reads: serial },
  dateTime: { width: 20, style: 'dateTime', reads: serial },
};

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as XML that a spreadsheet reads back unchanged: control characters, and what looks like their escape, as `_xHHHH_`. */
function xmlText(text: string): string {
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(
      // These are the characters that XML cannot carry.
      /[\u0000-\u0008\u000b\u000c\r\u000e-\u001f\ufffe\uffff]/g,
      (char) => `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replace(/[&<>"]/g, (char) => ENTITIES[char]!);
}

/** 0 → A, 25 → Z, 26 → AA. */
function columnLetters(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? columnLetters(rest - 1) : '') + String.fromCharCode(65 + (index % 26));
}

/** Days since the spreadsheet's epoch. None before March 1900, where its calendar has a day that never was. */
function serial(text: string): number {
  const [year, month, day, hour = 0, minute = 0, second = 0] = text.split(/[- :T]/).map(Number);
  // A tenth of a millisecond more: readers cut off what is left of a second after their own arithmetic.
  const days =
    (Date.UTC(year!, month! - 1, day, hour, minute, second) + (text.length > 10 ? 0.1 : 0)) / 86_400_000 + 25_569;
  return days >= 61 && year! <= 9_999 ? Number(days.toFixed(10)) : Number.NaN;
}

/** What a cell has no room for is cut, as spreadsheets do themselves, but ends in `…`, and no character is halved. */
const fitted = (text: string): string =>
  text.length <= MAX_CELL ? text : `${text.slice(0, MAX_CELL - 1).replace(/[\ud800-\udbff]$/, '')}…`;

function textCell(at: string, text: string): string {
  const style = /^['=+\-@\t\r]/.test(text) ? ` s="${STYLE.quoted}"` : '';
  return `<c r="${at}" t="inlineStr"${style}><is><t xml:space="preserve">${xmlText(fitted(text))}</t></is></c>`;
}

function cellXml(at: string, value: Cell, { kind, digits = 2 }: Pick<ExportColumn, 'kind' | 'digits'>): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return `<c r="${at}" t="b"><v>${value ? 1 : 0}</v></c>`;
  const { style = 'plain', reads, below = Infinity } = CELLS[kind];
  const number = typeof value === 'number' ? value : value === '' ? Number.NaN : (reads?.(value) ?? Number.NaN);
  if (!Number.isFinite(number) || Math.abs(number) >= below) return textCell(at, String(value));
  const amount = style === 'money' ? AMOUNTS.find((one) => one.digits === digits) : undefined;
  return `<c r="${at}" s="${amount?.style ?? STYLE[style]}"><v>${number}</v></c>`;
}

const sheetHead = (columns: readonly ExportColumn[]): string =>
  `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.map(({ kind }, at) => `<col min="${at + 1}" max="${at + 1}" width="${CELLS[kind].width}" customWidth="1"/>`).join('')}</cols><sheetData><row r="1">${columns.map(({ header }, at) => `<c r="${columnLetters(at)}1" t="inlineStr" s="${STYLE.header}"><is><t xml:space="preserve">${xmlText(header)}</t></is></c>`).join('')}</row>`;

/** The parts that name the sheets; written last, when their number is known. */
function bookParts(name: string, sheets: number): Readonly<Record<string, string>> {
  const each = (part: (sheet: number) => string): string =>
    Array.from({ length: sheets }, (_, at) => part(at + 1)).join('');
  const title = (sheet: number): string =>
    xmlText(`${name.replace(/[[\]:*?/\\']/g, ' ').slice(0, 24)}${sheets === 1 ? '' : ` ${sheet}`}`);
  return {
    'xl/styles.xml': STYLES,
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${each((sheet) => `<sheet name="${title(sheet)}" sheetId="${sheet}" r:id="rId${sheet}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${each((sheet) => `<Relationship Id="rId${sheet}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${sheet}.xml"/>`)}<Relationship Id="rId${sheets + 1}" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    '_rels/.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${each((sheet) => `<Override PartName="/xl/worksheets/sheet${sheet}.xml" ContentType="${TYPE}.worksheet+xml"/>`)}</Types>`,
  };
}

/**
 * A spreadsheet in pieces, as its rows come: memory does not grow with their number. Numbers, amounts, dates and times are such; text
 * that begins like a formula is marked as text. `name` is the name of the sheet.
 */
export async function* writeXlsx(
  name: string,
  columns: readonly ExportColumn[],
  batches: AsyncIterable<readonly Readonly<Record<string, unknown>>[]>,
  sheetRows = SHEET_ROWS,
): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  let failure: Error | undefined;
  const zip = new Zip((error, data) => {
    if (error) failure = error;
    else ready.push(data);
  });
  const letters = columns.map((_, at) => columnLetters(at));
  const open = (path: string): ZipDeflate => {
    // Fast rather than small: the rows of others wait while one compresses.
    const part = new ZipDeflate(path, { level: 3 });
    zip.add(part);
    return part;
  };
  function* sent(): Generator<Uint8Array> {
    if (failure) throw failure;
    yield* ready.splice(0);
  }
  let sheets = 1;
  let row = 1;
  let sheet = open('xl/worksheets/sheet1.xml');
  const end = (): void => sheet.push(strToU8('</sheetData></worksheet>'), true);
  sheet.push(strToU8(sheetHead(columns)));
  for await (const rows of batches) {
    let xml = '';
    for (const one of rows) {
      if (row === sheetRows) {
        sheet.push(strToU8(xml));
        xml = '';
        end();
        sheets++;
        row = 1;
        sheet = open(`xl/worksheets/sheet${sheets}.xml`);
        sheet.push(strToU8(sheetHead(columns)));
      }
      row++;
      const cells = columns.map((column, at) => cellXml(`${letters[at]}${row}`, column.cell(one), column));
      xml += `<row r="${row}">${cells.join('')}</row>`;
    }
    sheet.push(strToU8(xml));
    yield* sent();
  }
  end();
  for (const [path, text] of Object.entries(bookParts(name, sheets))) open(path).push(strToU8(text), true);
  zip.end();
  yield* sent();
}
