/** How far a page is scrolled, in pixels: the window, and the part of the page that scrolls by itself (the rows of a list). */
export interface Scrolled {
  readonly window: number;
  readonly part: number;
}

const NOWHERE: Scrolled = { window: 0, part: 0 };

/** What scrolls inside of a page: rows of a list, and whatever says so. */
const PART = '.RaDataTable-tableWrapper, [data-scrolls]';

/** What tells that a person scrolls: nobody is pulled away then. */
const BY_HAND = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

const partOf = (id: number): Element | null => document.querySelector(`#page-${id} :is(${PART})`);
const placeOf = (id: number): Scrolled => ({ window: window.scrollY, part: partOf(id)?.scrollTop ?? 0 });

/** A person who scrolled before anybody took note of it stays there. */
export function noteScrolled(scrolled: Map<number, Scrolled>, id: number): void {
  const place = placeOf(id);
  if (place.window > 0 || place.part > 0) scrolled.set(id, place);
}

/**
 * Scrolls the page with this id to where it was left and from then on notes how far it is scrolled; answers how to stop. A page that is not
 * tall enough yet (its rows are on their way) is scrolled when it is.
 */
export function keepScrolled(scrolled: Map<number, Scrolled>, id: number): () => void {
  const wanted = scrolled.get(id) ?? NOWHERE;
  let arrived = false;
  const reach = (): void => {
    if (window.scrollY !== wanted.window) window.scrollTo({ top: wanted.window, behavior: 'instant' });
    const inner = partOf(id);
    if (inner && inner.scrollTop !== wanted.part) inner.scrollTop = wanted.part;
    const { window: far, part: deep } = placeOf(id);
    if (Math.abs(far - wanted.window) < 2 && Math.abs(deep - wanted.part) < 2) arrive();
  };
  const page = document.getElementById(`page-${id}`);
  // The page that comes may be shorter: the browser then scrolls up, before this one knows that it is left.
  const holds = (): boolean => arrived && page?.hidden === false;
  const note = (): void => void (holds() && scrolled.set(id, placeOf(id)));
  const grown = new ResizeObserver(reach);
  const arrive = (): void => {
    arrived = true;
    grown.disconnect();
  };
  reach();
  if (!arrived) for (const element of [document.body, page]) if (element) grown.observe(element);
  // Captured: what scrolls inside of the page tells nobody above it.
  document.addEventListener('scroll', note, { passive: true, capture: true });
  for (const kind of BY_HAND) window.addEventListener(kind, arrive, { passive: true });
  return () => {
    // Who scrolled in this frame is heard of in the next one. The page may be kept again at once: it stays where it is now.
    if (holds()) noteScrolled(scrolled, id);
    grown.disconnect();
    document.removeEventListener('scroll', note, { capture: true });
    for (const kind of BY_HAND) window.removeEventListener(kind, arrive);
  };
}
