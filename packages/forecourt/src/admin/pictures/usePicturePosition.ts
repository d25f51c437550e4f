import { useState, type KeyboardEvent, type PointerEvent } from 'react';

/** How a picture is looked at: its size beside the one that fits, quarters of a turn, and how far it was moved, px. */
interface Position {
  readonly zoom: number;
  readonly turns: number;
  readonly x: number;
  readonly y: number;
}

const FITTED: Position = { zoom: 1, turns: 0, x: 0, y: 0 };
const MOST = 8;
const STEP = 1.25;
const MOVE_PX = 60;

const zoomed = (by: number) => (now: Position) => {
  const zoom = Math.min(MOST, Math.max(1, now.zoom * by));
  // What fits again stands in the middle again.
  return zoom === 1 ? { ...now, zoom, x: 0, y: 0 } : { ...now, zoom };
};
const moved = (x: number, y: number) => (now: Position) => ({ ...now, x: now.x + x, y: now.y + y });

/** What may be done to a picture, by keys too: + and - zoom, R turns it right, L left, 0 fits it again, the arrows move it. */
export function usePicturePosition() {
  const [position, setPosition] = useState(FITTED);
  const [held, setHeld] = useState<{ readonly x: number; readonly y: number }>();
  const actions = {
    zoomIn: () => setPosition(zoomed(STEP)),
    zoomOut: () => setPosition(zoomed(1 / STEP)),
    turnLeft: () => setPosition((now) => ({ ...now, turns: now.turns - 1 })),
    turnRight: () => setPosition((now) => ({ ...now, turns: now.turns + 1 })),
    fit: () => setPosition(FITTED),
  };
  const keys: Readonly<Record<string, () => void>> = {
    '+': actions.zoomIn,
    '=': actions.zoomIn,
    '-': actions.zoomOut,
    '0': actions.fit,
    r: actions.turnRight,
    l: actions.turnLeft,
    ArrowLeft: () => setPosition(moved(MOVE_PX, 0)),
    ArrowRight: () => setPosition(moved(-MOVE_PX, 0)),
    ArrowUp: () => setPosition(moved(0, MOVE_PX)),
    ArrowDown: () => setPosition(moved(0, -MOVE_PX)),
  };
  return {
    position,
    actions,
    handlers: {
      onKeyDown(event: KeyboardEvent) {
        const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
        if (!act) return;
        event.preventDefault();
        act();
      },
      onPointerDown(event: PointerEvent<HTMLElement>) {
        event.currentTarget.setPointerCapture(event.pointerId);
        setHeld({ x: event.clientX, y: event.clientY });
      },
      onPointerMove({ clientX, clientY }: PointerEvent) {
        if (!held) return;
        setPosition(moved(clientX - held.x, clientY - held.y));
        setHeld({ x: clientX, y: clientY });
      },
      onPointerUp: () => setHeld(undefined),
      onDoubleClick: () => setPosition((now) => (now.zoom > 1 ? { ...FITTED, turns: now.turns } : { ...now, zoom: 2 })),
    },
  };
}
