import type { FocusEvent, KeyboardEvent } from 'react';

/** Marks the cells that can be edited, for the keys that go from one to the next. */
export const CELL = 'data-inline-cell';

const cellsIn = (element: Element): HTMLElement[] => [...element.querySelectorAll<HTMLElement>(`[${CELL}]`)];

/** The editable cell above, below or beside another one; undefined at the edge. */
function neighbour(cell: HTMLElement, key: string): HTMLElement | undefined {
  const row = cell.closest('tr');
  if (!row) return undefined;
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const cells = cellsIn(row);
    return cells[cells.indexOf(cell) + (key === 'ArrowRight' ? 1 : -1)];
  }
  const name = cell.getAttribute(CELL);
  const column = cellsIn(row.closest('table')!).filter((one) => one.getAttribute(CELL) === name);
  return column[column.indexOf(cell) + (key === 'ArrowDown' ? 1 : -1)];
}

const ARROWS: ReadonlySet<string> = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']);

/** Arrow keys move between editable cells; true when the key was one of them. */
export function moveByArrow(event: KeyboardEvent<HTMLElement>): boolean {
  if (!ARROWS.has(event.key)) return false;
  const next = neighbour(event.currentTarget, event.key);
  event.preventDefault();
  next?.focus();
  return true;
}

/** The cell that has the focus becomes the table's one stop of the tab key, so that a table is not a hundred stops. */
export function becomeTabStop(event: FocusEvent<HTMLElement>): void {
  const table = event.currentTarget.closest('table');
  for (const cell of table ? cellsIn(table) : []) cell.tabIndex = cell === event.currentTarget ? 0 : -1;
}
