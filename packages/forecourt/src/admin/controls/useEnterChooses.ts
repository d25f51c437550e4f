import { useEffect, useState, type KeyboardEvent } from 'react';

/** A key of a box of choices; with the mark it is not the box's any more (MUI). */
type BoxKey = KeyboardEvent<HTMLElement> & { defaultMuiPrevented?: boolean };

interface Searched {
  readonly open: boolean;
  /** The choices are those of what is typed. */
  readonly settled: boolean;
  /** How many there are. */
  readonly count: number;
  /** Takes the first of them. */
  readonly take: () => void;
}

/**
 * Enter in a box of choices chooses the first hit, also where it is pressed before the hits are there: it waits for them. In an open list it
 * never sends the form. Gives the handler of the box's keys; every other key takes a waiting Enter back.
 */
export function useEnterChooses({ open, settled, count, take }: Searched): (event: BoxKey) => void {
  const [waiting, setWaiting] = useState(false);
  const ready = waiting && settled;
  useEffect(() => {
    if (!ready) return;
    setWaiting(false);
    if (open && count > 0) take();
  }, [ready, open, count, take]);
  return (event) => {
    const enter = event.key === 'Enter' && open;
    if (enter && (!settled || count === 0)) {
      event.preventDefault();
      event.defaultMuiPrevented = true;
    }
    setWaiting(enter && !settled);
  };
}
