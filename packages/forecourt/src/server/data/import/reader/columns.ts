import { columnDates, dateFormatOf, dateValues, readDate, type DateFormat } from './dates.ts';
import { numberFormat, readNumber, type Decimal } from './numbers.ts';
import {
  isBlank,
  isFault,
  isPadded,
  type Choices,
  type Fault,
  type FileCell,
  type PlainCell,
  type Question,
  type ReadColumn,
  type SheetRow,
} from './protocol.ts';
import { lineIssue, type ReadLine } from './sheet.ts';
import { bare, brought, checkedText } from './texts.ts';

type Read = (cell: FileCell) => PlainCell | Fault;

/** An instant: a wall clock with its distance from UTC. It is put on the clock of its record where that is known. */
const INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s*(?:Z|[+-]\d{2}:?\d{2})$/i;
const DAY_START = /^00:00(:00(\.0+)?)?$/;

const DAY_ONE = Date.UTC(1900, 2, 1);

/** What all columns have in common. */
function plain(cell: FileCell): PlainCell | Fault {
  if (isPadded(cell)) return cell.text;
  return typeof cell === 'string' ? checkedText(cell) : cell;
}

/** A time of day that a spreadsheet keeps as a part of its day 0. */
const clockOnly = (time: Date): boolean => time.getTime() < DAY_ONE;

/** The clock of a time to the nearest second, which is what was typed. */
const clockOf = (time: Date): string =>
  new Date(Math.round(time.getTime() / 1_000) * 1_000).toISOString().slice(11, 19);

const textReader: Read = (cell) => (cell instanceof Date && clockOnly(cell) ? clockOf(cell) : plain(cell));

const numberReader =
  (decimal: Decimal | undefined): Read =>
  (cell) => {
    if (isPadded(cell)) return cell.number;
    if (typeof cell !== 'string') return plain(cell);
    const checked = checkedText(cell);
    if (typeof checked !== 'string') return checked;
    const [point, comma] = [readNumber(cell, '.'), readNumber(cell, ',')];
    if (decimal === undefined && point !== comma) return { issue: 'msg.import.mixedNumbers', text: cell };
    return readNumber(cell, decimal ?? '.') ?? cell;
  };

const dateReader =
  (format: DateFormat | undefined, months: ReadonlyMap<string, number>, timed: boolean): Read =>
  (cell) => {
    if (cell instanceof Date) return clockOnly(cell) ? { issue: 'msg.import.earlyDate', text: '' } : cell;
    if (typeof cell !== 'string') return plain(cell);
    const checked = checkedText(cell);
    if (typeof checked !== 'string') return checked;
    const text = cell.trim();
    if (INSTANT.test(text)) return timed ? text.toUpperCase() : { issue: 'msg.import.instantDay', text };
    if (!format) {
      const [days, months_] = [
        readDate(text, dateFormatOf('dmy'), months),
        readDate(text, dateFormatOf('mdy'), months),
      ];
      return days === months_ ? (days ?? cell) : { issue: 'msg.import.mixedDates', text };
    }
    const read = readDate(text, format, months);
    if (read === undefined) return cell;
    const [day, time = ''] = read.split(' ');
    return !timed && DAY_START.test(time) ? day! : read;
  };

export interface Judged {
  readonly questions: readonly Question[];
  /** The rows as they are taken. */
  row(line: ReadLine): SheetRow;
}

interface Judging {
  readonly lines: readonly ReadLine[];
  readonly width: number;
  /** Undefined in a spreadsheet. */
  readonly separator: string | undefined;
  readonly columns: readonly ReadColumn[];
  readonly choices: Choices;
  readonly months: ReadonlyMap<string, number>;
}

/**
 * Judges each column as a whole: how its numbers and days are written. What the column itself does not tell is a question, unless it was
 * answered; where its cells contradict each other, each that could be read another way is refused.
 */
export function judgeColumns({ lines, width, separator, columns, choices, months }: Judging): Judged {
  const questions: Question[] = [];
  const bared = (cell: FileCell | undefined): FileCell =>
    typeof cell === 'string' ? (separator === undefined ? brought(cell) : bare(cell)) : (cell ?? null);
  function* cellsAt(at: number): Generator<FileCell> {
    for (const { cells } of lines) yield bared(cells[at]);
  }
  const readers = new Map<number, Read>();
  for (const { at, name, reads } of columns) {
    if (reads === 'texts' || reads === 'times') readers.set(at, reads === 'texts' ? textReader : plain);
    else if (reads === 'numbers') {
      const answer = choices[`numbers:${name}`];
      const format = answer === '.' || answer === ',' ? { decimal: answer as Decimal } : numberFormat(cellsAt(at));
      if ('choices' in format) {
        // Where semicolons divide, commas are free for decimals.
        const ordered = separator === ';' ? format.choices.toReversed() : format.choices;
        questions.push({ about: `numbers:${name}`, choices: ordered });
      }
      readers.set(at, numberReader('decimal' in format ? format.decimal : undefined));
    } else {
      const answer = choices[`dates:${name}`];
      const format =
        answer !== undefined && dateValues.includes(answer) ? dateFormatOf(answer) : columnDates(cellsAt(at), months);
      if ('choices' in format) questions.push({ about: `dates:${name}`, choices: format.choices });
      readers.set(at, dateReader('order' in format ? format : undefined, months, reads === 'dateTimes'));
    }
  }
  return {
    questions,
    row(line) {
      const cells = line.cells.slice(0, width).map((given, at) => {
        const cell = bared(given);
        if (isBlank(cell) || isFault(cell)) return isFault(cell) ? cell : null;
        return (readers.get(at) ?? plain)(cell);
      });
      const issue = lineIssue(line, width);
      return { row: line.row, cells, ...(issue && { issue }) };
    },
  };
}
