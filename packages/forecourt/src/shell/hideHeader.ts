/** Below this the header always shows. */
const TOP_PX = 64;
/** A hand on a wheel is never quite still. */
const MOVED_PX = 6;

/**
 * Marks the document `data-header="hidden"` while the page scrolls down and takes the mark away when it scrolls up. Ends with the returned
 * function.
 */
export function hideHeaderOnScroll(): () => void {
  const { dataset } = document.documentElement;
  let before = window.scrollY;
  const onScroll = (): void => {
    const now = window.scrollY;
    if (now > TOP_PX && Math.abs(now - before) < MOVED_PX) return;
    if (now > before && now > TOP_PX) dataset['header'] = 'hidden';
    else delete dataset['header'];
    before = now;
  };
  window.addEventListener('scroll', onScroll, { passive: true });
  return () => {
    window.removeEventListener('scroll', onScroll);
    delete dataset['header'];
  };
}
