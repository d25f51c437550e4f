/** Marks what the contrast of colours is measured at. */
export const MEASURED = 'data-measured';

/**
 * Runs in the page. Texts look alike when their colour, size and weight are the same, and so is what lies behind them; of each look the
 * first two in sight are marked. Contrast is two thirds of what axe costs, and a list of a hundred rows has a handful of looks. What is `unread`
 * (a selector) is not judged, and marks nothing.
 */
export function markLooks([mark, unread]: readonly [mark: string, unread: string]): void {
  const MOST = 2;
  const grounds = new WeakMap<Element, string>();
  const marked = new Map<string, number>();
  const isDrawn = (node: Node): number =>
    (node as Element).matches(unread) || getComputedStyle(node as Element).display === 'none'
      ? NodeFilter.FILTER_REJECT
      : NodeFilter.FILTER_ACCEPT;
  // Parents come before their children.
  const drawn = document.createTreeWalker(document, NodeFilter.SHOW_ELEMENT, isDrawn);
  while (drawn.nextNode()) {
    const element = drawn.currentNode as Element;
    const style = getComputedStyle(element);
    const { backgroundColor, backgroundImage, opacity, position } = style;
    // What is placed freely may lie over anything.
    const placed = /absolute|fixed|sticky/.test(position) ? [element.className, element.getAttribute('style')] : [];
    // Axe does not judge what is switched off.
    const off = element.matches('[disabled], [aria-disabled=true]') ? 'off' : '';
    const clear = backgroundColor === 'rgba(0, 0, 0, 0)' ? '' : backgroundColor;
    const own = [clear, backgroundImage, opacity, off, ...placed].join();
    const under = (element.parentElement && grounds.get(element.parentElement)) ?? '';
    const ground = own === ',none,1,' ? under : `${under}|${own}`;
    grounds.set(element, ground);
    const written = Array.from(element.childNodes).some(
      ({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.trim(),
    );
    if (!written && !element.matches('input, select, textarea')) continue;
    const { width, height } = element.getBoundingClientRect();
    if (width === 0 || height === 0) continue;
    const look = [ground, style.color, style.fontSize, style.fontWeight].join('|');
    const before = marked.get(look) ?? 0;
    marked.set(look, before + 1);
    if (before < MOST) element.setAttribute(mark, '');
  }
}
