import { useLayoutEffect, type RefObject } from 'react';

/** Sides on which something that scrolls sideways goes on out of sight, as `data-more` has them. */
export const sidesWithMore = (scrolled: number, room: number, width: number): string =>
  // Widths are fractions on some screens: a pixel is no column.
  [scrolled > 1 && 'left', scrolled + room < width - 1 && 'right'].filter(Boolean).join(' ');

/** Letters may stand out of their lines by a few pixels; a line that is missing is more. */
const isCut = (value: HTMLElement): boolean =>
  value.scrollWidth > value.clientWidth ||
  (value.dataset['lines'] !== undefined && value.scrollHeight > value.clientHeight + 8);

/** A value that is cut says the whole of itself under the pointer. */
function sayWhole({ target }: Event): void {
  const value = target instanceof Element && target.closest<HTMLElement>('td [data-field]');
  if (value && value.title === '' && isCut(value)) value.title = value.textContent;
}

/**
 * Keeps in `data-more` of an element on which sides its table has columns out of sight. `data-tight` says that the
 * table lacks room. Values that are cut get a title. Nothing renders again for it.
 */
export function useMoreBeside(frame: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = frame.current;
    const table = element?.querySelector('table');
    const scroller = table?.parentElement;
    if (!element || !table || !scroller) return;
    const look = (): void => {
      element.dataset['more'] = sidesWithMore(scroller.scrollLeft, scroller.clientWidth, table.offsetWidth);
    };
    let fitted = '';
    const sizes = (): string => `${scroller.clientWidth} ${table.offsetWidth}`;
    const fit = (): void => {
      delete element.dataset['tight'];
      if (sidesWithMore(0, scroller.clientWidth, table.offsetWidth)) element.dataset['tight'] = '';
      look();
      fitted = sizes();
    };
    // Told of sizes that it stands in already, as always when it begins to be watched, it would lay out every cell twice for nothing.
    const sized = new ResizeObserver(() => {
      if (sizes() !== fitted) fit();
    });
    sized.observe(table);
    sized.observe(scroller);
    scroller.addEventListener('scroll', look, { passive: true });
    element.addEventListener('mouseover', sayWhole);
    fit();
    return () => {
      sized.disconnect();
      scroller.removeEventListener('scroll', look);
      element.removeEventListener('mouseover', sayWhole);
    };
  }, [frame]);
}
