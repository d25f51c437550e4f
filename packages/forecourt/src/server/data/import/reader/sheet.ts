import { MAX_CELL, MAX_CELLS, MAX_ROWS, MAX_TEXT } from './limits.ts';
import { isBlank, isFault, Unreadable } from './protocol.ts';
import { findHeader, HEAD_ROWS, headerTexts, type Line } from './header.ts';

/** A line of the file that holds something. `count`: how many cells it has where the file says so, blank ones included. */
export interface ReadLine extends Line {
  readonly count?: number;
  /** The file ends within this line. */
  readonly open?: boolean;
}

export interface Sheet {
  readonly header: readonly string[];
  readonly headerRow: number;
  readonly lines: readonly ReadLine[];
}

/** Takes lines one by one, so that a file beyond the limits is refused before it is read to its end. */
export function createSheet(): {
  add(line: ReadLine): void;
  done(known: ReadonlySet<string>, choice: string | undefined): Sheet;
} {
  const lines: ReadLine[] = [];
  let characters = 0;
  let filled = 0;
  return {
    add(line) {
      const last = line.cells.findLastIndex((cell) => !isBlank(cell));
      if (last < 0) return;
      if (lines.length > MAX_ROWS) throw new Unreadable('msg.import.tooManyRows', { max: MAX_ROWS });
      for (const cell of line.cells) {
        const text = typeof cell === 'string' ? cell : isFault(cell) ? cell.text : '';
        characters += text.length;
        if (!isBlank(cell)) filled++;
        if (text.length > MAX_CELL) throw new Unreadable('msg.import.tooLongCell', { row: line.row, max: MAX_CELL });
      }
      if (characters > MAX_TEXT || filled > MAX_CELLS) throw new Unreadable('msg.import.tooMuchText');
      lines.push(line);
    },
    done(known, choice) {
      const header = findHeader(lines.slice(0, HEAD_ROWS), known, choice);
      const texts = headerTexts(header);
      const rest = lines.slice(lines.indexOf(header) + 1);
      if (rest.length === 0) throw new Unreadable('msg.import.empty');
      return { header: texts, headerRow: header.row, lines: rest };
    },
  };
}

/** Row of more cells than columns, of fewer, or at which the file ends too early. */
export function lineIssue(
  { cells, count, open }: ReadLine,
  width: number,
): readonly [string, Readonly<Record<string, unknown>>] | undefined {
  const last = cells.findLastIndex((cell) => !isBlank(cell)) as number;
  if (last >= width) return ['msg.import.moreCells', { cells: last + 1, columns: width }];
  if (count !== undefined && count < width)
    return [open ? 'msg.import.cutOff' : 'msg.import.fewerCells', { cells: count, columns: width }];
  return undefined;
}
