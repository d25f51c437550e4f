import { useState, type RefObject } from 'react';
import { sameRange, visible, type Range } from './timelineMath.ts';
import { useLook } from './useLook.ts';

/** Drawn anew once so many rows are scrolled. */
const BLOCK = 12;
/** Before the box is measured: more than a large screen shows. */
const AT_FIRST = 48;

/**
 * Which of `count` rows of `rowHeight` pixels are in sight, or nearly, in a box that scrolls: the others need not be in the page. Where few rows
 * are in the page, room for those above and below keeps the bar of the box true.
 */
export function useRowsInSight(box: RefObject<HTMLElement | null>, rowHeight: number, count: number): Range {
  const [range, setRange] = useState<Range>({ first: 0, last: AT_FIRST });
  useLook(box, (element) => {
    const seen = visible(element.scrollTop, element.clientHeight, rowHeight, count, BLOCK);
    setRange((known) => (sameRange(known, seen) ? known : seen));
  });
  return { first: Math.min(range.first, count), last: Math.min(range.last, count) };
}
