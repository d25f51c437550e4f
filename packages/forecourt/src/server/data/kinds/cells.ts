import type { CodeTables } from '../../../model/index.ts';
import { codeLabel } from '../labels.ts';

/** A value as the file has it; days and times of a spreadsheet are instants whose UTC reading is the wall clock. */
export type RawCell = string | number | boolean | Date | null;

export type Translator = { t(key: string): string };

/** A cell as the wire value of its property; `issue` when no such value can be read from it. Relations stay texts until they are looked up. */
export interface Decoded {
  readonly value: unknown;
  readonly issue?: string;
}

/** Reads the cells of one column. */
export type Decode = (cell: RawCell) => Decoded;

const two = (value: number | string): string => String(value).padStart(2, '0');
const ymd = (time: Date): string => time.toISOString().slice(0, 10);
export const hms = (time: Date): string => time.toISOString().slice(11, 19);

/** Spreadsheets store times as fractions of a day: the nearest second is what was typed. */
export const nearestSecond = (time: Date): Date => new Date(Math.round(time.getTime() / 1000) * 1000);

/** What a cell says, as text; `2026/3/1 9:05` as `2026-03-01 09:05`. */
export function textOf(cell: RawCell): string {
  if (cell === null) return '';
  if (!(cell instanceof Date)) return String(cell);
  const time = nearestSecond(cell);
  return hms(time) === '00:00:00' ? ymd(time) : `${ymd(time)} ${hms(time)}`;
}

const DATED = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[ T]+(\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?))?$/;

/** The day of a cell and its time, empty where there is none. `digits`: how many its seconds may have; a spreadsheet's own time has three. */
export function dated(cell: RawCell, digits = 0): { day: string; time: string } | undefined {
  const fine = digits > 0 && cell instanceof Date;
  const match = DATED.exec(fine ? cell.toISOString().slice(0, -1) : textOf(cell).trim());
  if (!match) return undefined;
  const [, year, month, day, clock = ''] = match;
  const time = clock && clock.replace(/^(\d):/, '0$1:');
  return { day: `${year}-${two(month!)}-${two(day!)}`, time: fine ? fineTime(time, digits) : time };
}

/** A time of milliseconds with no more digits than it may have. */
const fineTime = (time: string, digits: number): string => time.slice(0, 'HH:MM:SS.'.length + digits);

/** A number where the cell holds one, as programs write it; what it says otherwise, for the schema to refuse. */
function numberOf(cell: RawCell): unknown {
  // Fifteen digits are what a spreadsheet knows of a number: 0.1 + 0.2 is 0.3 there.
  if (typeof cell === 'number') return Number(cell.toPrecision(15));
  const text = textOf(cell).trim();
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text) ? Number(text) : text;
}

export const numbers = (): Decode => (cell) => ({ value: numberOf(cell) });

/** Codes by themselves and by their words in every language. */
export function codeReader(table: string, codes: CodeTables, words: readonly Translator[]): Decode {
  const known = new Map<string, string | number>();
  for (const { code } of codes[table] ?? [])
    for (const word of words) known.set(codeLabel(word, table, code).trim().toLowerCase(), code);
  // A code means itself, even where it is the label of another.
  for (const { code } of codes[table] ?? []) known.set(String(code).toLowerCase(), code);
  return (cell) => {
    const code = known.get(textOf(cell).trim().toLowerCase());
    return code === undefined ? { value: textOf(cell), issue: 'msg.unknownCode' } : { value: code };
  };
}

export const parts = (text: string): string[] =>
  text
    .split(/[,;，；、]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
