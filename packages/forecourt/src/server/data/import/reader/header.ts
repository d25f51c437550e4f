import { isBlank, Unreadable, Unsure, type FileCell } from './protocol.ts';
import { MAX_COLUMNS } from './limits.ts';
import { shortened } from './text.ts';

/** Rows among which the header is looked for. */
export const HEAD_ROWS = 20;
const PREVIEW_COLUMNS = 8;

export interface Line {
  readonly row: number;
  readonly cells: readonly FileCell[];
}

/** A header text as it is compared. Templates mark required columns with a star. */
export const normalHeader = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\s*\*\s*$/, '')
    .trim()
    .toLowerCase();

const textIn = (cell: FileCell): string => (typeof cell === 'string' || typeof cell === 'number' ? String(cell) : '');

/** How many cells of a line are known headers, each counted once. */
export const knownIn = (cells: readonly FileCell[], known: ReadonlySet<string>): number =>
  new Set(cells.map((cell) => normalHeader(textIn(cell))).filter((text) => known.has(text))).size;

const preview = (lines: readonly Line[], from: number): string[][] =>
  lines
    .slice(from, from + 4)
    .map(({ cells }) => cells.slice(0, PREVIEW_COLUMNS).map((cell) => shortened(textIn(cell))));

/**
 * The line that is the header: the first one, or the first below lines without any known header. Where a line below the first says more
 * properties than the first, which also says some, it is asked. Lines are those that are not blank.
 */
export function findHeader(lines: readonly Line[], known: ReadonlySet<string>, choice: string | undefined): Line {
  const [first] = lines;
  if (!first) throw new Unreadable('msg.import.empty');
  if (choice !== undefined) {
    const chosen = lines.find(({ row }) => String(row) === choice);
    if (!chosen) throw new Unreadable('msg.import.noHeaderThere', { row: choice });
    return chosen;
  }
  const counted = lines.map((line, at) => ({ line, at, count: knownIn(line.cells, known) }));
  const best = counted.reduce((most, one) => (one.count > most.count ? one : most));
  if (best.at === 0 || best.count === 0) return first;
  const rivals = counted.filter(({ count, at }) => at < best.at && count > 0);
  if (rivals.length === 0) return best.line;
  const choices = [best, ...rivals].map(({ line, at }) => ({ value: String(line.row), rows: preview(lines, at) }));
  throw new Unsure({ about: 'header', choices });
}

/** The texts of a header, up to its last one. */
export function headerTexts({ cells }: Line): readonly string[] {
  const last = cells.findLastIndex((cell) => !isBlank(cell));
  if (last >= MAX_COLUMNS) throw new Unreadable('msg.import.tooManyColumns', { max: MAX_COLUMNS });
  return cells.slice(0, last + 1).map((cell) => textIn(cell).trim());
}
