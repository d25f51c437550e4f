import { useId, useLayoutEffect, useState, type RefObject } from 'react';
import { GlobalStyles, type Theme } from '@mui/material';

interface Pinned {
  /** Place among all cells of the row, from 1. */
  readonly nth: number;
  readonly left: number;
}

/** So much of the table may stand still: the others have to be seen, too. */
const MOST_OF_THE_ROOM = 0.6;
const ATTRIBUTE = 'data-pinned';

/** Where the first columns stand, as far as there is room for them. */
function placesOf(frame: HTMLElement, count: number): readonly Pinned[] {
  const heads = [...frame.querySelectorAll<HTMLElement>('thead th')];
  const room = frame.clientWidth * MOST_OF_THE_ROOM;
  const [first] = heads;
  const before = first?.classList.contains('MuiTableCell-paddingCheckbox') ? 1 : 0;
  let left = before && first ? first.offsetWidth : 0;
  const places: Pinned[] = [];
  for (const [at, head] of heads.slice(before, before + count).entries()) {
    if (at > 0 && left + head.offsetWidth > room) break;
    places.push({ nth: before + at + 1, left });
    left += head.offsetWidth;
  }
  return places;
}

/** Rules for the cells of the pinned columns: opaque, over those that pass below, and marked and chosen with their row. */
function rulesOf(places: readonly Pinned[], id: string) {
  const frame = `[${ATTRIBUTE}="${id}"]`;
  const over = (theme: Theme, colour: string) => ({
    backgroundImage: `linear-gradient(${colour}, ${colour})`,
    backgroundColor: theme.palette.background.paper,
  });
  return (theme: Theme) =>
    Object.fromEntries(
      places.flatMap(({ nth, left }) => [
        [
          `${frame} tr > :nth-of-type(${nth})`,
          {
            position: 'sticky',
            left: `${left}px !important`,
            zIndex: 1,
            backgroundColor: theme.palette.background.paper,
          },
        ],
        [`${frame} thead tr > :nth-of-type(${nth})`, { zIndex: 3 }],
        [`${frame} tbody tr:hover > :nth-of-type(${nth})`, over(theme, theme.palette.action.hover)],
        [`${frame} tbody tr.selected > :nth-of-type(${nth})`, over(theme, theme.palette.action.selected)],
      ]),
    );
}

/** Keeps the first `count` columns of the table in sight while the others are scrolled. */
export default function PinnedColumns({ frame, count }: { frame: RefObject<HTMLElement | null>; count: number }) {
  // Other lists are on the page, behind their tabs.
  const id = useId();
  const [places, setPlaces] = useState<readonly Pinned[]>([]);
  useLayoutEffect(() => {
    const element = frame.current;
    const head = element?.querySelector('thead');
    if (!element || !head) return undefined;
    const measure = (): void =>
      setPlaces((before) => {
        const next = placesOf(element, count);
        return JSON.stringify(next) === JSON.stringify(before) ? before : next;
      });
    const sized = new ResizeObserver(measure);
    sized.observe(element);
    sized.observe(head);
    const changed = new MutationObserver(measure);
    changed.observe(head, { childList: true, subtree: true });
    element.setAttribute(ATTRIBUTE, id);
    measure();
    return () => {
      sized.disconnect();
      changed.disconnect();
      element.removeAttribute(ATTRIBUTE);
    };
  }, [frame, count, id]);
  return <GlobalStyles styles={rulesOf(places, id)} />;
}
