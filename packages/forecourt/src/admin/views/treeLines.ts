import type { Identifier, RaRecord } from 'react-admin';

/** The rows below one row, as far as they are here; `null` is the top. */
export type Level = { readonly rows: readonly RaRecord[]; readonly total: number } | undefined;

/** One line of an opened tree. */
export interface TreeLine {
  /** Unlike the id it tells apart a row that a search found both by itself and below another. */
  readonly key: string;
  readonly record: RaRecord;
  /** 1 at the top. */
  readonly level: number;
  readonly place: number;
  readonly size: number;
  /** Undefined for a row with nothing below it. */
  readonly open?: boolean;
}

/** The opened part of a tree from top to bottom. A row that is its own ancestor is not opened again. */
export function treeLines(levelOf: (parent: Identifier | null) => Level, open: ReadonlySet<Identifier>): TreeLine[] {
  const walk = (parent: Identifier | null, path: readonly Identifier[]): TreeLine[] =>
    (levelOf(parent)?.rows ?? []).flatMap((record, index, rows) => {
      const here = [...path, record.id];
      const branch = record['hasChildren'] === true && !path.includes(record.id);
      const line = {
        key: here.join('/'),
        record,
        level: here.length,
        place: index + 1,
        size: rows.length,
        open: branch ? open.has(record.id) : undefined,
      };
      return [line, ...(line.open ? walk(record.id, here) : [])];
    });
  return walk(null, []);
}

/** What a key does in a tree: goes to another line, or opens or closes this one. */
type TreeMove = { readonly to: TreeLine } | { readonly toggle: TreeLine } | undefined;

/** The keys of the ARIA treegrid pattern, from the line that has the focus. */
export function treeMove(lines: readonly TreeLine[], from: TreeLine, key: string): TreeMove {
  const at = lines.indexOf(from);
  const to = (line: TreeLine | undefined): TreeMove => line && { to: line };
  switch (key) {
    case 'ArrowDown':
      return to(lines[at + 1]);
    case 'ArrowUp':
      return to(lines[at - 1]);
    case 'Home':
      return to(lines[0]);
    case 'End':
      return to(lines.at(-1));
    case 'ArrowRight':
      if (from.open === false) return { toggle: from };
      return from.open ? to(lines.slice(at + 1, at + 2).find(({ level }) => level > from.level)) : undefined;
    case 'ArrowLeft':
      if (from.open) return { toggle: from };
      return to(lines.slice(0, at).findLast(({ level }) => level < from.level));
    default:
      return undefined;
  }
}
