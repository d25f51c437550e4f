import { useLayoutEffect, useState, type RefObject } from 'react';

/** How many of `widths` fit side by side into `room`; where not all do, `more` needs its place too. */
export function fittingCount(widths: readonly number[], more: number, gap: number, room: number): number {
  const needed = (count: number): number =>
    widths.slice(0, count).reduce((sum, width) => sum + width + gap, 0) + (count < widths.length ? more : -gap);
  let count = widths.length;
  while (count > 0 && needed(count) > room) count -= 1;
  return count;
}

/**
 * How many of the first `count` children of a row have room; the last child is what stands for the rest. Children are shown for a moment
 * to be measured, before anything is painted, whenever the row or its texts change their size.
 */
export function useFitting(row: RefObject<HTMLElement | null>, count: number): number {
  const [fitting, setFitting] = useState(count);
  useLayoutEffect(() => {
    const element = row.current;
    if (!element) return;
    const measure = (): void => {
      const children = [...element.children] as HTMLElement[];
      const hidden = children.map((child) => child.hidden);
      for (const child of children) child.hidden = false;
      const style = getComputedStyle(element);
      const room = element.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
      const widths = children.map((child) => child.getBoundingClientRect().width);
      children.forEach((child, index) => (child.hidden = hidden[index] ?? false));
      setFitting(fittingCount(widths.slice(0, -1), widths.at(-1) ?? 0, Number.parseFloat(style.columnGap) || 0, room));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    // Letters that arrive later are wider or narrower.
    document.fonts.addEventListener('loadingdone', measure);
    return () => {
      observer.disconnect();
      document.fonts.removeEventListener('loadingdone', measure);
    };
  }, [row, count]);
  return fitting;
}
