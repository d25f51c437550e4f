/** How strongly it shows (000 §9). */
export const OPACITY = 0.15;
/** How often it is looked after (000 §9). */
const CHECK_MS = 500;

const TILE = { width: 300, height: 180 };
/** Chosen so that text stays readable on a ground that a letter of the watermark crosses (colours.test.ts). */
export const INK = '#999999';
const FONT = 'system-ui, "Noto Sans CJK SC", "Noto Sans Thai", sans-serif';

const escaped = (text: string): string => text.replace(/[<>&"']/g, (letter) => `&#${letter.codePointAt(0)};`);

/** `username name`, or one of them where they are equal (D-SHELL-05). */
export const watermarkText = (username: string, name: string): string =>
  [...new Set([username, name])].filter(Boolean).join(' ');

/** One tile with the text across it, as the address of an image. */
export function watermarkImage(text: string): string {
  const { width, height } = TILE;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<text x="50%" y="50%" transform="rotate(-22 ${width / 2} ${height / 2})" text-anchor="middle" ` +
    `font-family='${FONT}' font-size="15" fill="${INK}">${escaped(text)}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/**
 * The layer with the text. Its style lives inside its own shadow and is important there: no style sheet or style attribute of the page
 * reaches it. It covers the window whatever its size, lets the pointer through and is not printed.
 */
function createLayer(text: string): HTMLElement {
  const layer = document.createElement('div');
  layer.setAttribute('aria-hidden', 'true');
  layer.dataset['watermark'] = '';
  const style = new CSSStyleSheet();
  style.replaceSync(`
    :host {
      all: initial !important;
      display: block !important;
      position: fixed !important;
      inset: 0 !important;
      z-index: 2147483647 !important;
      pointer-events: none !important;
      opacity: ${OPACITY} !important;
      background: url("${watermarkImage(text)}") !important;
    }
    @media print { :host { display: none !important } }`);
  layer.attachShadow({ mode: 'closed' }).adoptedStyleSheets = [style];
  return layer;
}

/**
 * Covers the page with a text (D-SHELL-05) until the returned function is called. Every half second, and when the window changes, it is
 * made anew if it was removed or altered.
 */
export function startWatermark(text: string): () => void {
  let layer = createLayer(text);
  const sound = layer.cloneNode() as HTMLElement;
  const intact = (): boolean => layer.parentNode === document.body && layer.isEqualNode(sound);
  const renew = (): void => {
    layer.remove();
    layer = createLayer(text);
    document.body.append(layer);
  };
  const check = (): void => {
    if (!intact()) renew();
  };
  document.body.append(layer);
  const timer = setInterval(check, CHECK_MS);
  window.addEventListener('resize', renew);
  return () => {
    clearInterval(timer);
    window.removeEventListener('resize', renew);
    layer.remove();
  };
}
