import { useEffect, useRef, type KeyboardEvent } from 'react';
import { Box, ButtonBase } from '@mui/material';
import { TOUCH } from '../runtime/touch.ts';

export interface RowTab {
  readonly key: string;
  readonly label: string;
  /** Rows that it holds, as they are said; empty while that is not known. */
  readonly count?: string;
  /** The count is of what should not be. */
  readonly late?: boolean;
}

interface TabRowProps {
  /** What the tabs choose, for who cannot see it. */
  readonly label: string;
  readonly tabs: readonly RowTab[];
  /** Undefined where the list is filtered otherwise than by one of them. */
  readonly chosen: string | undefined;
  readonly onChoose: (key: string) => void;
}

/** Lines are drawn within the row, which is cut where it scrolls. */
const look = {
  display: 'flex',
  overflowX: 'auto',
  scrollbarWidth: 'thin',
  borderBottom: 1,
  borderColor: 'divider',
  [TOUCH]: { scrollbarWidth: 'none' },
  '& > button': {
    flex: 'none',
    gap: 0.75,
    minHeight: 40,
    px: 1.5,
    color: 'text.secondary',
    font: 'inherit',
    fontSize: 14,
    fontWeight: 500,
    whiteSpace: 'nowrap',
    [TOUCH]: { minHeight: 44 },
    '&:hover': { color: 'text.primary' },
    '&:focus-visible': { outlineOffset: '-3px' },
    '&[aria-selected=true]': { color: 'primary.main', boxShadow: 'inset 0 -2px' },
  },
  '& small': { fontSize: 12, fontVariantNumeric: 'tabular-nums', color: 'text.secondary' },
  '& small[data-late]': { color: 'error.main' },
} as const;

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowLeft: (at, last) => (at === 0 ? last : at - 1),
  ArrowRight: (at, last) => (at === last ? 0 : at + 1),
  Home: () => 0,
  End: (_at, last) => last,
};

/** Scrolls a row sideways as far as its chosen tab needs; the page stays where it is. */
function bringIntoSight(row: HTMLElement): void {
  const tab = row.querySelector('[aria-selected=true]')?.getBoundingClientRect();
  if (!tab) return;
  const { left, right } = row.getBoundingClientRect();
  row.scrollLeft += Math.max(0, tab.right - right) + Math.min(0, tab.left - left);
}

/**
 * Tabs above the rows of a list. Buttons, whose chosen one has its line by itself: tabs of the library measure all of them, and have the whole page
 * laid out once more before the first row is seen. Arrows walk them, Enter and Space choose.
 */
export function TabRow({ label, tabs, chosen, onChoose }: TabRowProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // With the next picture: asked for now, the page would be laid out for the answer and then again.
    const frame = requestAnimationFrame(() => row.current && bringIntoSight(row.current));
    return () => cancelAnimationFrame(frame);
  }, [chosen]);
  const walk = (event: KeyboardEvent<HTMLDivElement>): void => {
    const step = STEPS[event.key];
    if (!step) return;
    const all = [...event.currentTarget.querySelectorAll('button')];
    event.preventDefault();
    all[step(all.indexOf(event.target as HTMLButtonElement), all.length - 1)]?.focus();
  };
  const entry = tabs.some(({ key }) => key === chosen) ? chosen : tabs[0]?.key;
  return (
    <Box ref={row} role="tablist" aria-label={label} onKeyDown={walk} sx={look}>
      {tabs.map(({ key, label: text, count, late }) => (
        <ButtonBase
          key={key}
          role="tab"
          aria-selected={key === chosen}
          tabIndex={key === entry ? 0 : -1}
          onClick={() => onChoose(key)}
        >
          {text}
          {count && <small data-late={late || undefined}>{count}</small>}
        </ButtonBase>
      ))}
    </Box>
  );
}
