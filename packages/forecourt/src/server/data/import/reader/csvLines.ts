const QUOTE = 34;
const RETURN = 13;
const NEWLINE = 10;

interface CsvLimits {
  readonly cells: number;
  readonly characters: number;
}

interface CsvLine {
  readonly cells: string[];
  /** The text ends with this line, without a line end. */
  readonly open: boolean;
}

/** Why a text is no CSV: `line` is counted from 1. */
export class CsvError extends Error {
  readonly line: number;

  constructor(reason: 'openQuote' | 'cells' | 'characters', line: number) {
    super(reason);
    this.line = line;
  }
}

/**
 * The lines of a CSV text, one by one. A library would read a whole line before it said how many cells there are: one of four million cells
 * takes it minutes. Quotes count at the beginning of a cell only; what follows a closing quote belongs to the cell as it stands, quotes and
 * all. Throws CsvError at the first line beyond the limits, and where a quote is never closed.
 */
export function* csvLines(text: string, separator: string, limits: CsvLimits): Generator<CsvLine> {
  const divides = separator.charCodeAt(0);
  const size = text.length;
  const isEnd = (at: number): boolean => {
    const sign = text.charCodeAt(at);
    return at >= size || sign === divides || sign === NEWLINE || sign === RETURN;
  };
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  for (let line = 1; at < size; line++) {
    const cells: string[] = [];
    const from = at;
    for (;;) {
      let cell = '';
      const start = at;
      if (text.charCodeAt(at) === QUOTE) {
        let piece = ++at;
        for (;;) {
          const close = text.indexOf('"', at);
          if (close < 0) throw new CsvError('openQuote', line);
          at = close + 1;
          if (text.charCodeAt(at) !== QUOTE) break;
          cell += text.slice(piece, at);
          piece = ++at;
        }
        cell += text.slice(piece, at - 1);
      }
      if (!isEnd(at) || start === at) {
        while (!isEnd(at)) at++;
        cell = text.slice(start, at);
      }
      cells.push(cell);
      if (cells.length > limits.cells && cells.length > limits.cells + blankTail(cells, limits.cells))
        throw new CsvError('cells', line);
      if (at - from > limits.characters) throw new CsvError('characters', line);
      if (at >= size || text.charCodeAt(at) !== divides) break;
      at++;
    }
    const open = at >= size;
    if (!open) at += text.charCodeAt(at) === RETURN && text.charCodeAt(at + 1) === NEWLINE ? 2 : 1;
    yield { cells, open };
  }
}

/** So many cells beyond the limit are blank and may be: a spreadsheet writes the separators of all columns that once held something. */
function blankTail(cells: readonly string[], limit: number): number {
  const last = cells.at(-1)!.trim() === '' ? cells.length - limit : 0;
  return Math.min(last, LAST_BLANK - limit);
}

/** Columns that a spreadsheet has. */
const LAST_BLANK = 16_384;
