import { startTransition, useEffect, useState } from 'react';

/** A window that is not looked at draws no frames. */
const LONGEST_MS = 200;

/**
 * False while a part of a page is drawn for the first time, true from the frame after. What nobody reads or presses before there are rows is
 * drawn then, in a place of its size: rows are seen sooner by what it costs, and nothing moves.
 */
export function useSecondFrame(): boolean {
  const [begun, setBegun] = useState(false);
  useEffect(() => {
    const begin = (): void => startTransition(() => setBegun(true));
    let painted: ReturnType<typeof setTimeout>;
    const frame = requestAnimationFrame(() => (painted = setTimeout(begin)));
    const late = setTimeout(begin, LONGEST_MS);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(painted);
      clearTimeout(late);
    };
  }, []);
  return begun;
}
