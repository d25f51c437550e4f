import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/** Has `look` see a box before each picture of it that is drawn anew, and whenever it is scrolled or gets another size. */
export function useLook(box: RefObject<HTMLElement | null>, look: (element: HTMLElement) => void): void {
  const latest = useRef(look);
  useLayoutEffect(() => {
    latest.current = look;
    if (box.current) look(box.current);
  });
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const again = (): void => latest.current(element);
    const observer = new ResizeObserver(again);
    observer.observe(element);
    element.addEventListener('scroll', again, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', again);
    };
  }, [box]);
}
