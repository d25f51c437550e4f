interface Frame {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** What can be emptied and keep its place by a size; a row needs a cell, and text and cells are laid out with what is around them. */
const BOX = /^(inline-)?(block|flex|grid)$|^list-item$/;

/**
 * A size that is read back as what it was: browsers lay out in 64ths of a pixel, write a length with six digits, and round down when they read it.
 * A column that is narrower by so little has the next one drawn a whole pixel to the left.
 */
const length = (pixels: number): string => `${pixels + 1 / 128}px`;

const isOutside = (box: Frame, clip: Frame): boolean =>
  box.bottom <= clip.top || box.top >= clip.bottom || box.right <= clip.left || box.left >= clip.right;

const within = (box: Frame, clip: Frame): Frame => ({
  left: Math.max(box.left, clip.left),
  top: Math.max(box.top, clip.top),
  right: Math.min(box.right, clip.right),
  bottom: Math.min(box.bottom, clip.bottom),
});

const isPlain = (table: HTMLTableElement): boolean =>
  [...(table.rows[0]?.cells ?? [])].every(({ colSpan }) => colSpan === 1);

/** A row that nobody sees is one empty cell as high. */
function emptyRow(row: HTMLTableRowElement, copy: Element): void {
  const cell = document.createElement('td');
  cell.colSpan = row.closest('table')!.rows[0]!.cells.length;
  cell.style.cssText = `padding: 0; height: ${length(row.getBoundingClientRect().height)}`;
  copy.replaceChildren(cell);
}

/** Columns are as wide as they were, whichever rows are left. */
function holdColumns(table: HTMLTableElement, copy: HTMLTableElement): void {
  [...table.rows[0]!.cells].forEach((cell, at) => {
    const { width } = cell.getBoundingClientRect();
    copy.rows[0]!.cells[at]!.style.cssText += `; box-sizing: border-box; width: ${length(width)}`;
  });
}

/** Empties the copy of an element that is outside; answers whether its parts need no look. */
function emptied(element: Element, copy: Element, box: DOMRect): boolean {
  const { display, position } = getComputedStyle(element);
  if (display === 'none') {
    copy.replaceChildren();
    return true;
  }
  if (position === 'sticky' || position === 'fixed' || box.height === 0 || box.width === 0) return false;
  if (element instanceof HTMLTableRowElement) {
    const table = element.closest('table');
    if (!table || !isPlain(table) || element === table.rows[0]) return false;
    emptyRow(element, copy);
    return true;
  }
  if (!BOX.test(display) || !(copy instanceof HTMLElement)) return false;
  copy.replaceChildren();
  copy.style.cssText += `; box-sizing: border-box; flex: none; width: ${length(box.width)}; height: ${length(box.height)}; min-width: 0; min-height: 0; max-width: none; max-height: none`;
  return true;
}

/** What is seen of what stands in an element; undefined where it is scrolled: the copy shows it from its beginning. */
function clipOf(element: Element, box: DOMRect, clip: Frame): Frame | undefined {
  if (element.scrollTop > 0 || element.scrollLeft !== 0) return undefined;
  const overflows = element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth;
  if (!overflows || getComputedStyle(element).overflow === 'visible') return clip;
  return within(box, clip);
}

function cut(element: Element, copy: Element, clip: Frame): void {
  const copies = [...copy.children];
  [...element.children].forEach((child, at) => {
    if (child instanceof SVGElement) return;
    const box = child.getBoundingClientRect();
    if (isOutside(box, clip) && emptied(child, copies[at]!, box)) return;
    const inner = clipOf(child, box, clip);
    if (inner) cut(child, copies[at]!, inner);
  });
  if (element instanceof HTMLTableElement && element.rows.length > 0 && isPlain(element))
    holdColumns(element, copy as HTMLTableElement);
}

/**
 * Empties in the copy of an element what nobody sees of it: below the window, or cut off by what it scrolls in. Everything keeps its place and
 * its size. A page that is scrolled is left whole: it is shown from its beginning.
 */
export function cutUnseen(element: HTMLElement, copy: HTMLElement): void {
  if (window.scrollX === 0 && window.scrollY === 0)
    cut(element, copy, { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight });
}
