import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { barBox, nearestBar, type Scale } from './timelineMath.ts';
import type { TimelineBar, TimelineRow } from './types.ts';

/** Where the keyboard is: a bar of a row, or the row's head (`''`). */
interface Active {
  readonly row: number;
  readonly bar: string;
}

interface Options {
  readonly grid: RefObject<HTMLElement | null>;
  readonly scale: Scale;
  readonly rowHeight: number;
  readonly rowCount: number;
  readonly top: number;
  readonly headWidth: number;
  readonly rowAt: (index: number) => TimelineRow | undefined;
  readonly onOpen: (row: TimelineRow, bar: TimelineBar) => void;
  readonly onAskMove: (row: TimelineRow, bar: TimelineBar) => void;
  readonly onEmpty: (row: TimelineRow, time: number | null) => void;
}

const ROWS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

/** Arrows from bar to bar, Enter opens, M asks where to, N makes something new. One stop for the Tab key, as a grid has. */
export function useTimelineKeys(options: Options) {
  const { grid, scale, rowHeight, rowCount, top, headWidth, rowAt, onOpen, onAskMove, onEmpty } = options;
  const [active, setActive] = useState<Active>({ row: 0, bar: '' });
  const wanted = useRef(false);

  useEffect(() => {
    if (!wanted.current) return;
    const bar = active.bar === '' ? '.tl-head' : `[data-bar="${CSS.escape(active.bar)}"]`;
    const element = grid.current?.querySelector<HTMLElement>(`${bar}[data-row="${active.row}"]`);
    if (!element) return;
    wanted.current = false;
    element.focus({ preventScroll: true });
  });

  const show = (row: number, bar: TimelineBar | undefined) => {
    const element = grid.current!;
    const y = row * rowHeight;
    if (y < element.scrollTop) element.scrollTop = y;
    else if (y + rowHeight + top > element.scrollTop + element.clientHeight)
      element.scrollTop = y + rowHeight + top - element.clientHeight;
    if (!bar) return;
    const { left, width } = barBox(bar, scale);
    const room = element.clientWidth - headWidth;
    if (left + width < element.scrollLeft + 40 || left > element.scrollLeft + room - 40)
      element.scrollLeft = Math.max(0, left - room / 4);
  };

  const go = (row: number, bar: TimelineBar | undefined) => {
    wanted.current = true;
    show(row, bar);
    setActive({ row, bar: bar?.key ?? '' });
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.metaKey || (event.ctrlKey && !['Home', 'End'].includes(event.key))) return;
    const { row: at } = active;
    const row = rowAt(at);
    const bars = row?.bars ?? [];
    const index = bars.findIndex((bar) => bar.key === active.bar);
    const bar = bars[index];
    const handled = (): boolean => {
      const step = ROWS[event.key];
      if (step !== undefined) {
        const next = Math.max(0, Math.min(rowCount - 1, at + step));
        const others = rowAt(next)?.bars ?? [];
        go(next, bar ? others[nearestBar(others, bar.start)] : undefined);
        return true;
      }
      switch (event.key) {
        case 'ArrowRight':
          if (index + 1 < bars.length) go(at, bars[index + 1]);
          return true;
        case 'ArrowLeft':
          go(at, index > 0 ? bars[index - 1] : undefined);
          return true;
        case 'Home':
          go(event.ctrlKey ? 0 : at, undefined);
          return true;
        case 'End':
          go(event.ctrlKey ? rowCount - 1 : at, event.ctrlKey ? undefined : bars.at(-1));
          return true;
        case 'Enter':
        case ' ':
          if (row && bar) onOpen(row, bar);
          return true;
        case 'm':
        case 'M':
          if (row && bar) onAskMove(row, bar);
          return true;
        case 'n':
        case 'N':
          if (row) onEmpty(row, null);
          return true;
        default:
          return false;
      }
    };
    if ((event.target as HTMLElement).closest('.tl-head, .tl-bar') && handled()) {
      event.preventDefault();
      event.stopPropagation();
    }
  };

  /** A press of the mouse, and the focus that it brings, take the keyboard along. */
  const follow = (target: EventTarget) => {
    const element = (target as HTMLElement).closest<HTMLElement>('.tl-head, .tl-bar');
    if (!element) return;
    const next = { row: Number(element.dataset['row']), bar: element.dataset['bar'] ?? '' };
    setActive((now) => (now.row === next.row && now.bar === next.bar ? now : next));
  };

  return { active, onKeyDown, follow };
}
