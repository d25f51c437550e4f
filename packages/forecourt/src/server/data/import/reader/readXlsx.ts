import { HEAD_ROWS, knownIn } from './header.ts';
import { LAST_COLUMN, LAST_ROW, MAX_COLUMNS } from './limits.ts';
import { isBlank, Unreadable, Unsure, type Choices, type FileCell } from './protocol.ts';
import { createSheet, type ReadLine, type Sheet } from './sheet.ts';
import { shortened } from './text.ts';
import { openArchive } from './unpack.ts';
import { readWorkbook, unescaped, type Workbook } from './workbook.ts';
import { Enough, readXml, type Attributes } from './xml.ts';

const DAY_MS = 86_400_000;
/** Days from 1970 back to where a spreadsheet's days begin. */
const EPOCH = 25_569;
const LATE = 1_462;
/** The first day that all spreadsheets count the same: 1 March 1900. Before it one of them has a day that never was. */
const FIRST_DAY = 61;
const MAX_SHEETS = 50;
const PREVIEW_COLUMNS = 8;
/** Digits that a spreadsheet keeps of a number. */
const KEPT = 1e15;

const columnOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

const bad = (): Unreadable => new Unreadable('msg.import.badFile');

/** A time of a spreadsheet: days since its beginning. To the millisecond; most kinds of values take the nearest second. */
function timeOf(serial: number, late: boolean): FileCell {
  if (serial >= 0 && serial < 1) return new Date(Math.round(serial * DAY_MS) - EPOCH * DAY_MS);
  const days = serial + (late ? LATE : 0);
  if (days < FIRST_DAY || days >= 2_958_466) return { issue: 'msg.import.earlyDate', text: String(serial) };
  return new Date(Math.round((days - EPOCH) * DAY_MS));
}

interface CellParts {
  readonly type: string;
  readonly style: string | undefined;
  value: string | undefined;
  inline: string;
  formula: boolean;
}

function numberCell({ style, value }: CellParts, { styles, late }: Workbook): FileCell {
  if (value === undefined || value.trim() === '') return null;
  const number = Number(value);
  if (!Number.isFinite(number)) throw bad();
  const { dated, zeros } = styles[Number(style ?? 0)] ?? { dated: false, zeros: 0 };
  if (dated) return timeOf(number, late);
  if (Number.isInteger(number) && Math.abs(number) >= KEPT) return { issue: 'msg.import.tooManyDigits', text: value };
  return zeros > 0 && Number.isInteger(number) && number >= 0
    ? { number, text: String(number).padStart(zeros, '0') }
    : number;
}

function valueOf(cell: CellParts, book: Workbook): FileCell {
  const { type, value, inline, formula } = cell;
  // Nobody has worked the formula out: its result is not in the file.
  if (formula && type !== 'inlineStr' && (value === undefined || (value === '' && type === 'n')))
    return { issue: 'msg.import.noResult', text: '' };
  switch (type) {
    case 's': {
      const text = book.texts[Number(value)];
      if (value === undefined || text === undefined) throw bad();
      return text;
    }
    case 'inlineStr':
      return unescaped(inline);
    case 'str':
      return unescaped(value ?? '');
    case 'b':
      return value === undefined ? null : value === '1';
    case 'e':
      return { issue: 'msg.import.errorCell', text: value ?? '' };
    case 'd':
      return value ?? null;
    case 'n':
      return numberCell(cell, book);
    default:
      throw bad();
  }
}

/** The lines of a sheet in their order. Empty rows and styled empty cells are nothing, however far out they stand. */
function readLines(xml: string, book: Workbook, take: (line: ReadLine) => void): void {
  let row = 0;
  let column = 0;
  let addressed = true;
  let seen = 0;
  let cells: FileCell[] = [];
  let cell: CellParts | undefined;
  let collecting: 'value' | 'inline' | undefined;
  let above = 0;
  const openRow = (attribute: Attributes): void => {
    const address = attribute('r');
    if (address !== undefined && !/^\d{1,7}$/.test(address)) throw bad();
    const next = address === undefined ? row + 1 : Number(address);
    if (next <= row || next > LAST_ROW) throw bad();
    [row, column, seen, cells, addressed] = [next, 0, 0, [], true];
  };
  const openCell = (attribute: Attributes): void => {
    const address = attribute('r');
    if (address === undefined) {
      column++;
      addressed = false;
    } else {
      const match = /^([A-Z]{1,3})\d{1,7}$/.exec(address);
      const next = match ? columnOf(match[1]!) : 0;
      if (next <= column) throw bad();
      column = next;
    }
    if (++seen > LAST_COLUMN || column > LAST_COLUMN)
      throw new Unreadable('msg.import.tooManyColumns', { max: MAX_COLUMNS });
    const type = attribute('t') ?? 'n';
    cell = { type, style: attribute('s'), value: undefined, inline: '', formula: false };
  };
  const closeCell = (): void => {
    if (!cell) return;
    const value = valueOf(cell, book);
    cell = undefined;
    if (isBlank(value)) return;
    if (column > MAX_COLUMNS) throw new Unreadable('msg.import.tooManyColumns', { max: MAX_COLUMNS });
    while (cells.length < column - 1) cells.push(null);
    cells.push(value);
  };
  readXml(xml, {
    open(name, attribute) {
      if (name === 'c') openCell(attribute);
      else if (name === 'row') openRow(attribute);
      else if (!cell) return;
      else if (name === 'v') {
        cell.value = '';
        collecting = 'value';
      } else if (name === 'f') cell.formula = true;
      else if (name === 'rPh') above++;
      else if (name === 't' && above === 0) collecting = 'inline';
    },
    text(text) {
      if (!cell || !collecting) return;
      if (collecting === 'value') cell.value = (cell.value ?? '') + text;
      else cell.inline += text;
    },
    close(name) {
      if (name === 'c') closeCell();
      else if (name === 'row') {
        if (cells.length > 0) take({ row, cells, ...(!addressed && { count: seen }) });
      } else if (name === 'v' || name === 't') collecting = undefined;
      else if (name === 'rPh') above--;
    },
  });
}

function headOf(xml: string, book: Workbook): ReadLine[] {
  const head: ReadLine[] = [];
  readLines(xml, book, (line) => {
    head.push(line);
    if (head.length === HEAD_ROWS) throw new Enough();
  });
  return head;
}

/** The sheet with a known header: the only one, or the one that was chosen. Without any, the first. */
function chooseSheet(
  book: Workbook,
  part: (name: string) => string | undefined,
  known: ReadonlySet<string>,
  choice: string | undefined,
): string {
  const read = (path: string): string => {
    const xml = part(path);
    if (xml === undefined) throw bad();
    return xml;
  };
  const [first, ...others] = book.sheets;
  if (choice !== undefined) {
    const chosen = book.sheets.find(({ name }) => name === choice);
    if (!chosen) throw new Unreadable('msg.import.noSheet', { name: choice });
    return read(chosen.path);
  }
  if (others.length === 0) return read(first!.path);
  const found = book.sheets.slice(0, MAX_SHEETS).flatMap(({ name, path }) => {
    const xml = read(path);
    const head = headOf(xml, book);
    return head.length > 1 && head.some(({ cells }) => knownIn(cells, known) > 0) ? [{ name, xml, head }] : [];
  });
  if (found.length <= 1) return found[0]?.xml ?? read(first!.path);
  const choices = found.map(({ name, head }) => ({
    value: name,
    rows: head
      .slice(0, 4)
      .map(({ cells }) => cells.slice(0, PREVIEW_COLUMNS).map((one) => shortened(typeof one === 'string' ? one : ''))),
  }));
  throw new Unsure({ about: 'sheet', choices });
}

/** A sheet of a spreadsheet as header and rows. Formulas count as their last result. */
export function readXlsx(bytes: Buffer, known: ReadonlySet<string>, choices: Choices): Sheet {
  const part = openArchive(bytes);
  const book = readWorkbook(part);
  const xml = chooseSheet(book, part, known, choices['sheet']);
  const sheet = createSheet();
  readLines(xml, book, sheet.add);
  return sheet.done(known, choices['header']);
}
