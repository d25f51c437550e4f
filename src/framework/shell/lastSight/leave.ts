/** Of the tab's storage, and of the picture in the document; written by `keep.ts`, read by `../firstPaint.js`. */
export const KEY = 'last-sight';

/** A page that does not come in this time is waited for without the picture. */
const LONGEST_MS = 5_000;
const TOUCHES = ['pointerdown', 'keydown', 'wheel'] as const;

/** The page has its heading and nothing on it is still on its way. */
function stands(root: HTMLElement): boolean {
  const page = root.querySelector('main > section:not([hidden])');
  return Boolean(page?.querySelector('h1')) && !page?.querySelector('.MuiSkeleton-root, [aria-busy=true]');
}

/**
 * Takes away what `firstPaint.js` drew: the page as it last stood in this tab. It goes when the page itself stands below it, when the reader
 * presses anything, when the address becomes another, and after five seconds at the latest.
 */
export function leaveLastSight(root: HTMLElement): void {
  const sight = document.getElementById(KEY);
  if (!sight) return;
  const address = window.location.pathname;
  const leave = (): void => {
    watch.disconnect();
    clearTimeout(timer);
    for (const event of TOUCHES) window.removeEventListener(event, leave, true);
    sight.remove();
  };
  const watch = new MutationObserver(() => {
    if (window.location.pathname !== address || stands(root)) leave();
  });
  watch.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ['aria-busy', 'hidden'] });
  const timer = setTimeout(leave, LONGEST_MS);
  for (const event of TOUCHES) window.addEventListener(event, leave, true);
}

/** Nobody who comes after in this tab sees what was there. */
export function forgetLastSight(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}
