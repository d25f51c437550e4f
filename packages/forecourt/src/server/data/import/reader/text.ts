import { csvLines } from './csvLines.ts';
import { LAST_COLUMN, MAX_ROW } from './limits.ts';
import { Unreadable, Unsure, type Choice } from './protocol.ts';

export interface Text {
  readonly text: string;
  readonly encoding: string;
}

type Range = readonly [number, number];

/** Encodings that a file without a mark may have. `common` are the first bytes of everyday characters, `letters` what a text of it consists of. */
const ENCODINGS: readonly {
  readonly name: string;
  readonly languages: readonly string[];
  readonly common?: readonly Range[];
  readonly letters?: RegExp;
}[] = [
  { name: 'gb18030', languages: ['zh'], common: [[0xb0, 0xd7]] },
  { name: 'big5', languages: ['zh'], common: [[0xa4, 0xc6]] },
  {
    name: 'shift_jis',
    languages: ['ja'],
    common: [
      [0x82, 0x83],
      [0x88, 0x97],
    ],
  },
  {
    name: 'euc-jp',
    languages: ['ja'],
    common: [
      [0xa4, 0xa5],
      [0xb0, 0xcf],
    ],
  },
  { name: 'euc-kr', languages: ['ko'], common: [[0xb0, 0xc8]] },
  { name: 'windows-874', languages: ['th'], letters: /[\u0e01-\u0e2e][\u0e30-\u0e3a\u0e47-\u0e4e]*/g },
  {
    name: 'windows-1252',
    languages: ['en', 'fr', 'es', 'pt', 'it', 'nl'],
    letters: /(?<=[A-Za-z])[à-öø-ÿß]|[À-ÖØ-Ýà-öø-ÿ](?=[A-Za-z])/g,
  },
  {
    name: 'windows-1250',
    languages: ['pl', 'cs', 'hu'],
    letters: /(?<=[A-Za-z])[\u00e1-\u017e]|[\u00c1-\u017d](?=[a-z])/g,
  },
  { name: 'windows-1251', languages: ['ru', 'uk', 'bg'], letters: /[\u0400-\u04ff]{2,}/g },
  { name: 'windows-1254', languages: ['tr'], letters: /(?<=[A-Za-z])[ğışçöü]/g },
  { name: 'windows-1258', languages: ['vi'], letters: /(?<=[A-Za-z])[\u00e0-\u01b0\u0300-\u0323]/g },
  { name: 'macintosh', languages: [], letters: /(?<=[A-Za-z])[à-öø-ÿß]|[À-ÖØ-Ý](?=[a-z])/g },
];

const UTF_16 = ['utf-16le', 'utf-16be'];
/** Encodings that a choice may name. */
const CHOOSABLE: ReadonlySet<string> = new Set([...ENCODINGS.map(({ name }) => name), ...UTF_16]);

/** Bytes and characters by which a candidate is judged. */
const SAMPLE = 20_000;
const PREVIEW_ROWS = 4;
const PREVIEW_COLUMNS = 6;
const PREVIEW_CELL = 60;

const decode = (bytes: Uint8Array, encoding: string): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

/** What no file of text has, whatever it is written in. */
const FOREIGN = /[\u0000-\u0008\u000e-\u0019\u001b-\u001f\u007f-\u009f\ufffe\uffff\ue000-\uf8ff]/;

/** Share of what is beyond ASCII that is common in the encoding: 0 to 1. */
function plausibility(bytes: Uint8Array, text: string, { common, letters }: (typeof ENCODINGS)[number]): number {
  if (letters) {
    const wide = text.slice(0, SAMPLE).match(/[^\0-\x7f]/g)?.length ?? 0;
    const found = (text.slice(0, SAMPLE).match(letters) ?? []).join('').length;
    return wide === 0 ? 0 : Math.min(1, found / wide);
  }
  let pairs = 0;
  let known = 0;
  for (let at = 0; at < Math.min(bytes.length, SAMPLE); at++) {
    const byte = bytes[at]!;
    if (byte < 0x80) continue;
    pairs++;
    if (common!.some(([from, to]) => byte >= from && byte <= to)) known++;
    at++;
  }
  return pairs === 0 ? 0 : known / pairs;
}

export const shortened = (cell: string): string =>
  cell.length > PREVIEW_CELL ? `${cell.slice(0, PREVIEW_CELL)}…` : cell;

/** The header and the first lines that look different in each encoding. */
function preview(text: string): string[][] {
  const lines = text.slice(0, 50 * SAMPLE).split(/\r\n|\n|\r/);
  const telling = lines.slice(1).filter((line) => /[^\0-\x7f]/.test(line));
  const shown = [lines[0]!, ...telling].slice(0, PREVIEW_ROWS + 1);
  const delimiter = [',', ';', '\t', '|'].reduce((best, one) =>
    lines[0]!.split(one).length > lines[0]!.split(best).length ? one : best,
  );
  let rows: string[][];
  try {
    const limits = { cells: LAST_COLUMN, characters: MAX_ROW };
    rows = Array.from(csvLines(shown.join('\n'), delimiter, limits), ({ cells }) => cells);
  } catch {
    rows = shown.map((line) => [line]);
  }
  const width = Math.max(...rows.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, at) => at);
  const wide = columns.filter((at) => rows.some((row) => /[^\0-\x7f]/.test(row[at] ?? '')));
  return rows.map((row) =>
    (wide.length > 0 ? wide : columns).slice(0, PREVIEW_COLUMNS).map((at) => shortened(row[at] ?? '')),
  );
}

function candidates(bytes: Uint8Array, languages: readonly string[]): readonly (Text & { readonly score: number })[] {
  if (bytes.includes(0))
    return UTF_16.flatMap((encoding) => {
      const text = bytes.length % 2 === 0 ? decode(bytes, encoding) : undefined;
      const latin = text?.slice(0, SAMPLE).match(/[\t\r\n -~]/g)?.length ?? 0;
      return text === undefined || FOREIGN.test(text) || latin === 0 ? [] : [{ text, encoding, score: latin }];
    });
  const own = new Set(languages.slice(0, 1).map((language) => new Intl.Locale(language).language));
  return ENCODINGS.flatMap((one) => {
    const text = decode(bytes, one.name);
    if (text === undefined || FOREIGN.test(text)) return [];
    const likely = plausibility(bytes, text, one);
    return [
      { text, encoding: one.name, score: likely + (one.languages.some((language) => own.has(language)) ? 0.3 : 0) },
    ];
  });
}

/**
 * The text of a file. A byte order mark and valid UTF-8 are certain. Everything else is asked, the likeliest encoding first: by the bytes, and
 * by the reader's language. Throws Unreadable where no encoding makes a text of it, Unsure where it must be asked.
 */
export function readText(bytes: Uint8Array, choice: string | undefined, languages: readonly string[]): Text {
  const marked =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  const certain = decode(bytes, marked);
  if (certain !== undefined && !certain.includes('\0')) return { text: certain, encoding: marked };
  const found = candidates(bytes, languages).toSorted((one, other) => other.score - one.score);
  if (choice !== undefined) {
    const text = CHOOSABLE.has(choice) ? decode(bytes, choice) : undefined;
    if (text === undefined || text.includes('\0'))
      throw new Unreadable('msg.import.notThisEncoding', { encoding: choice });
    return { text, encoding: choice };
  }
  const different = found.filter(({ text }, at) => found.findIndex((other) => other.text === text) === at);
  if (different.length === 0) throw new Unreadable('msg.import.badFile');
  const choices = different.map(({ text, encoding }): Choice => ({ value: encoding, rows: preview(text) }));
  throw new Unsure({ about: 'encoding', choices });
}
