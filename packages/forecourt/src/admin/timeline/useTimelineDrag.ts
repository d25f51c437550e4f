import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
import { DAY_MS, dragged, type Scale } from './timelineMath.ts';
import type { TimelineBar, TimelineMove, TimelineRow } from './types.ts';

type Part = 'whole' | 'start' | 'end';

interface Held {
  readonly bar: TimelineBar & { readonly end: number };
  readonly row: number;
  readonly part: Part;
  readonly x: number;
  readonly y: number;
  readonly scrollLeft: number;
  readonly pointer: number;
}

/** What is being dragged, and where it would be let go. */
interface Dragging {
  readonly bar: TimelineBar;
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

const THRESHOLD = 5;
/** A finger that rests on a bar takes it; one that moves at once scrolls. */
const LONG_PRESS_MS = 350;
const EDGE = 36;

interface Options {
  readonly grid: RefObject<HTMLElement | null>;
  readonly scale: Scale;
  readonly rowHeight: number;
  readonly rowCount: number;
  readonly top: number;
  readonly step: number;
  readonly rowAt: (index: number) => TimelineRow | undefined;
  readonly onMove: (move: TimelineMove) => void;
}

const partOf = (target: HTMLElement): Part => (target.dataset['part'] as 'start' | 'end' | undefined) ?? 'whole';

/** Bars moved by mouse or finger. Esc, or letting go where it was, changes nothing. */
export function useTimelineDrag({ grid, scale, rowHeight, rowCount, top, step, rowAt, onMove }: Options) {
  const [dragging, setDragging] = useState<Dragging | null>(null);
  const held = useRef<Held | null>(null);
  const active = useRef(false);
  const timer = useRef(0);
  const moved = useRef(false);

  const stop = () => {
    window.clearTimeout(timer.current);
    held.current = null;
    active.current = false;
    setDragging(null);
  };

  // A finger that drags a bar does not scroll; only a listener that may refuse can say so.
  useEffect(() => {
    const element = grid.current;
    const still = (event: TouchEvent) => active.current && event.preventDefault();
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !active.current) return;
      event.stopPropagation();
      moved.current = true;
      stop();
    };
    element?.addEventListener('touchmove', still, { passive: false });
    document.addEventListener('keydown', escape, true);
    return () => {
      element?.removeEventListener('touchmove', still);
      document.removeEventListener('keydown', escape, true);
    };
  }, [grid]);

  const placeOf = (event: PointerEvent, one: Held): Dragging => {
    const box = grid.current!.getBoundingClientRect();
    const by = ((event.clientX - one.x + grid.current!.scrollLeft - one.scrollLeft) / scale.dayWidth) * DAY_MS;
    const row = Math.floor((event.clientY - box.top - top + grid.current!.scrollTop) / rowHeight);
    const to = one.part === 'whole' ? Math.max(0, Math.min(rowCount - 1, row)) : one.row;
    return { bar: one.bar, from: one.row, to, ...dragged(one.bar, by, one.part, step) };
  };

  const begin = (one: Held) => {
    active.current = true;
    moved.current = true;
    // The grid's, not the bar's: its row may scroll out of sight meanwhile.
    grid.current?.setPointerCapture(one.pointer);
    setDragging({ bar: one.bar, from: one.row, to: one.row, start: one.bar.start, end: one.bar.end });
  };

  const scrollAtEdge = (event: PointerEvent) => {
    const element = grid.current!;
    const box = element.getBoundingClientRect();
    const pull = (before: number, after: number): number =>
      before < EDGE ? before - EDGE : after < EDGE ? EDGE - after : 0;
    element.scrollBy(
      pull(event.clientX - box.left - EDGE, box.right - event.clientX),
      pull(event.clientY - box.top - top, box.bottom - event.clientY),
    );
  };

  return {
    dragging,
    /** Whether the press that ends now was a drag, and no click. Asked once. */
    wasDrag: () => {
      const was = moved.current;
      moved.current = false;
      return was;
    },
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        moved.current = false;
        const target = event.target as HTMLElement;
        const element = target.closest<HTMLElement>('[data-bar]');
        if (!element || event.button !== 0) return;
        const row = Number(element.dataset['row']);
        const bar = rowAt(row)?.bars.find((each) => each.key === element.dataset['bar']);
        const part = partOf(target);
        if (!bar || bar.end === null || (part === 'whole' ? !bar.movable : bar.ends === 'none')) return;
        const one: Held = {
          bar: { ...bar, end: bar.end },
          ...{ row, part, x: event.clientX, y: event.clientY, pointer: event.pointerId },
          scrollLeft: grid.current!.scrollLeft,
        };
        held.current = one;
        if (event.pointerType === 'touch') timer.current = window.setTimeout(() => begin(one), LONG_PRESS_MS);
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const one = held.current;
        if (!one || event.pointerId !== one.pointer) return;
        if (!active.current) {
          if (Math.hypot(event.clientX - one.x, event.clientY - one.y) < THRESHOLD) return;
          if (event.pointerType === 'touch') return stop();
          begin(one);
        }
        scrollAtEdge(event);
        const next = placeOf(event, one);
        setDragging((now) =>
          now && now.to === next.to && now.start === next.start && now.end === next.end ? now : next,
        );
      },
      onPointerUp(event: PointerEvent<HTMLElement>) {
        const one = held.current;
        if (one && active.current) {
          const { to, start, end } = placeOf(event, one);
          const [source, target] = [rowAt(one.row), rowAt(to)];
          const same = to === one.row && start === one.bar.start && end === one.bar.end;
          if (source && target && !same) onMove({ bar: one.bar, from: source, to: target, start, end });
        }
        stop();
      },
      onPointerCancel: stop,
    },
  };
}
