import type { CodeTables, Field } from '../../../model/index.ts';
import { codeLabel } from '../labels.ts';
import type { Translator } from './mapping.ts';
import type { RawCell } from './sheet.ts';

/** A cell as the wire value of its property; `issue` when no such value can be read from it. Relations stay texts until they are looked up. */
export interface Decoded {
  readonly value: unknown;
  readonly issue?: string;
}

/** Reads the cells of one column. */
export type Decode = (cell: RawCell) => Decoded;

const YES = new Set(['true', '1', 'yes', 'y', '是', 'ใช่']);
const NO = new Set(['false', '0', 'no', 'n', '否', 'ไม่ใช่', 'ไม่']);

const two = (value: number | string): string => String(value).padStart(2, '0');
const ymd = (time: Date): string => time.toISOString().slice(0, 10);
const hms = (time: Date): string => time.toISOString().slice(11, 19);

/** Spreadsheets store times as fractions of a day: the nearest second is what was typed. */
const nearestSecond = (time: Date): Date => new Date(Math.round(time.getTime() / 1000) * 1000);

/** What a cell says, as text; `2026/3/1 9:05` as `2026-03-01 09:05`. */
export function textOf(cell: RawCell): string {
  if (cell === null) return '';
  if (!(cell instanceof Date)) return String(cell);
  const time = nearestSecond(cell);
  return hms(time) === '00:00:00' ? ymd(time) : `${ymd(time)} ${hms(time)}`;
}

const DATED = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[ T]+(\d{1,2}:\d{2}(?::\d{2})?))?(?:\.\d+)?Z?$/;

function dated(text: string): { day: string; time: string } | undefined {
  const match = DATED.exec(text);
  if (!match) return undefined;
  const [, year, month, day, time = ''] = match;
  return { day: `${year}-${two(month!)}-${two(day!)}`, time: time && time.padStart(time.length > 5 ? 8 : 5, '0') };
}

function numberOf(cell: RawCell): unknown {
  // Fifteen digits are what a spreadsheet knows of a number: 0.1 + 0.2 is 0.3 there.
  if (typeof cell === 'number') return Number(cell.toPrecision(15));
  const text = textOf(cell).trim();
  const plain = /^[-+]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text;
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain) ? Number(plain) : text;
}

function codeReader(table: string, codes: CodeTables, words: readonly Translator[]): Decode {
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

const parts = (text: string): string[] =>
  text
    .split(/[,;，；、]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');

function json(text: string): Decoded {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { value: text, issue: 'msg.invalid' };
  }
}

/** How the cells of a property are read. Empty cells are null before they come here. */
export function decoderOf(field: Field, codes: CodeTables, words: readonly Translator[]): Decode {
  if (field.kind === 'code') return codeReader(field.codes!, codes, words);
  switch (field.kind) {
    case 'integer':
    case 'number':
    case 'percent':
    case 'money':
      return (cell) => ({ value: numberOf(cell) });
    case 'boolean':
      return (cell) => {
        const text = textOf(cell).trim().toLowerCase();
        return YES.has(text)
          ? { value: true }
          : NO.has(text)
            ? { value: false }
            : { value: text, issue: 'msg.invalid' };
      };
    case 'date':
      return (cell) => {
        const found = dated(textOf(cell).trim());
        return { value: found && /^(00:00(:00)?)?$/.test(found.time) ? found.day : textOf(cell) };
      };
    case 'dateTime':
      return (cell) => {
        const found = dated(textOf(cell).trim());
        return { value: found ? `${found.day} ${found.time || '00:00:00'}` : textOf(cell) };
      };
    case 'time':
      return (cell) => {
        if (cell instanceof Date) return { value: hms(nearestSecond(cell)).replace(/:00$/, '') };
        const text = textOf(cell).trim();
        return { value: /^\d:\d{2}/.test(text) ? `0${text}` : text };
      };
    case 'files':
      return (cell) => ({ value: parts(textOf(cell)) });
    case 'json': {
      const table = field.codes ?? field.schema.items?.['x-codes'];
      if (!table) return (cell) => json(textOf(cell));
      const one = codeReader(table, codes, words);
      return (cell) => {
        const text = textOf(cell);
        if (text.trim().startsWith('[')) return json(text);
        const read = parts(text).map(one);
        return { value: read.map(({ value }) => value), issue: read.find(({ issue }) => issue)?.issue };
      };
    }
    case 'refs':
      return (cell) => ({ value: parts(textOf(cell)) });
    case 'ref':
      return (cell) => ({ value: textOf(cell).trim() });
    default:
      return (cell) => ({ value: textOf(cell) });
  }
}
