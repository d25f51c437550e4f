import { refuse } from '../../errors.ts';
import type { RawCell } from '../kinds/index.ts';
import { MAX_CELL, MAX_COLUMNS, MAX_ROWS, MAX_TEXT } from './limits.ts';

interface SheetRow {
  /** As a spreadsheet counts: the header is row 1. */
  readonly row: number;
  readonly cells: readonly RawCell[];
}

export interface Sheet {
  readonly header: readonly string[];
  readonly rows: readonly SheetRow[];
  /** How the text was read: `utf-8`, `gb18030`, `windows-874`, `utf-16le`, or `xlsx`. */
  readonly encoding: string;
}

const isBlank = (cell: RawCell): boolean => cell === null || (typeof cell === 'string' && cell.trim() === '');

/** Takes lines one by one, so that a file beyond the limits is refused before it is read to its end. */
export function createSheet(encoding: string): { add(cells: readonly RawCell[]): void; done(): Sheet } {
  let header: readonly string[] | undefined;
  const rows: SheetRow[] = [];
  let row = 0;
  let characters = 0;
  return {
    add(cells) {
      row++;
      const last = cells.findLastIndex((cell) => !isBlank(cell));
      if (!header) {
        if (last < 0) throw refuse('msg.import.empty');
        if (last >= MAX_COLUMNS) throw refuse('msg.import.tooManyColumns', { max: MAX_COLUMNS });
        header = cells.slice(0, last + 1).map((cell) => String(cell ?? '').trim());
        return;
      }
      if (last < 0) return;
      if (rows.length === MAX_ROWS) throw refuse('msg.import.tooManyRows', { max: MAX_ROWS });
      for (const cell of cells) if (typeof cell === 'string') characters += cell.length;
      if (characters > MAX_TEXT || cells.some((cell) => typeof cell === 'string' && cell.length > MAX_CELL))
        throw refuse('msg.import.tooMuchText');
      rows.push({ row, cells: cells.slice(0, header.length) });
    },
    done() {
      if (!header || rows.length === 0) throw refuse('msg.import.empty');
      return { header, rows, encoding };
    },
  };
}
