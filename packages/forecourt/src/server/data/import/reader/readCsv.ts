import { CsvError, csvLines } from './csvLines.ts';
import { knownIn } from './header.ts';
import { MAX_COLUMNS, MAX_ROW } from './limits.ts';
import { Unreadable, Unsure, type Choice, type Choices } from './protocol.ts';
import { createSheet, type Sheet } from './sheet.ts';
import { readText, shortened } from './text.ts';

/** Separators by the word of a choice. */
const SEPARATORS: readonly { readonly value: string; readonly sign: string }[] = [
  { value: ',', sign: ',' },
  { value: ';', sign: ';' },
  { value: 'tab', sign: '\t' },
  { value: '|', sign: '|' },
];
/** Spreadsheets write this line themselves and read it back. */
const SAID = /^"?sep=([^"\r\n])"?(?:\r\n|\n|\r)/i;
const SAMPLE = 100_000;
const SAMPLE_ROWS = 20;
const PREVIEW_COLUMNS = 8;

interface Tried {
  readonly value: string;
  readonly rows: readonly string[][];
  /** So many properties are named by the line that names most. */
  readonly names: number;
}

/** The first lines of a text, as far as they can be read. */
function sample(text: string, sign: string): readonly string[][] {
  const rows: string[][] = [];
  try {
    for (const { cells } of csvLines(text.slice(0, SAMPLE), sign, { cells: SAMPLE, characters: SAMPLE })) {
      rows.push(cells);
      if (rows.length === SAMPLE_ROWS) break;
    }
  } catch (error) {
    // The sample may end within quotes.
    if (!(error instanceof CsvError)) throw error;
  }
  return rows;
}

const widthOf = ({ rows }: Tried): number => Math.max(0, ...rows.map((row) => row.length));

/**
 * The separator: the only one by which some line names properties in several cells. Where several do, it is asked, the one that names most
 * first. Where none does, the one that divides the first line most; its header will not be recognised.
 */
function separatorOf(text: string, known: ReadonlySet<string>, choice: string | undefined): string {
  if (choice !== undefined) return choice;
  const tried = SEPARATORS.map(({ value, sign }): Tried => {
    const rows = sample(text, sign);
    return { value, rows, names: Math.max(0, ...rows.map((row) => (row.length > 1 ? knownIn(row, known) : 0))) };
  });
  const naming = tried.filter(({ names }) => names > 0).toSorted((one, other) => other.names - one.names);
  if (naming.length === 1) return naming[0]!.value;
  if (naming.length === 0) {
    // A header of one column: what divides its rows may as well be a part of their text.
    if (tried[0]!.rows.some((row) => knownIn(row.slice(0, 1), known) > 0)) return tried[0]!.value;
    return tried.reduce((wide, one) => (widthOf(one) > widthOf(wide) ? one : wide)).value;
  }
  const choices = naming.map(({ value, rows }): Choice => ({
    value,
    rows: rows.slice(0, 5).map((row) => row.slice(0, PREVIEW_COLUMNS).map(shortened)),
  }));
  throw new Unsure({ about: 'separator', choices });
}

function refusalOf(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error;
  if (error.message === 'openQuote') return new Unreadable('msg.import.openQuote', { row: error.line });
  if (error.message === 'cells') return new Unreadable('msg.import.tooManyColumns', { max: MAX_COLUMNS });
  return new Unreadable('msg.import.tooMuchText');
}

interface CsvSheet extends Sheet {
  readonly encoding: string;
  readonly separator: string;
}

/** A text as header and rows. Refuses what is no text, what cannot be parsed and what is beyond the limits. */
export function readCsv(
  bytes: Uint8Array,
  known: ReadonlySet<string>,
  choices: Choices,
  languages: readonly string[],
): CsvSheet {
  const { text: whole, encoding } = readText(bytes, choices['encoding'], languages);
  const said = SAID.exec(whole);
  const text = said ? whole.slice(said[0].length) : whole;
  const separator = said ? said[1]! : separatorOf(text, known, choices['separator']);
  const sign = SEPARATORS.find(({ value }) => value === separator)?.sign ?? separator;
  const sheet = createSheet();
  let row = 0;
  try {
    for (const { cells, open } of csvLines(text, sign, { cells: MAX_COLUMNS, characters: MAX_ROW }))
      sheet.add({ row: ++row, cells, count: cells.length, open });
  } catch (error) {
    throw refusalOf(error);
  }
  return { ...sheet.done(known, choices['header']), encoding, separator };
}
