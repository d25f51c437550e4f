import { FONT } from './theme.ts';

/** How strongly it shows (D-SHELL-05). */
export const OPACITY = 0.15;
/** How often it is looked after (D-SHELL-05). */
const CHECK_MS = 500;

/** Between the middles of two lines. */
const LINE_PX = 165;
/** A text and the room around it take at least so much of a line. */
const TEXT_PX = 220;
/** Chosen so that text stays readable on a ground that a letter of the watermark crosses (colours.test.ts). */
export const INK = '#999999';

/** `username name`, or one of them where they are equal (D-SHELL-05). */
export const watermarkText = (username: string, name: string): string =>
  [...new Set([username, name])].filter(Boolean).join(' ');

/**
 * Lines of the text, turned, larger than the window: it is cut by nothing but the window's edge. Letters of the page, not of a picture: those
 * that the system does not have come from the page's fonts.
 */
function createLines(text: string): HTMLElement {
  const field = document.createElement('div');
  field.className = 'field';
  const across = Math.hypot(window.innerWidth, window.innerHeight);
  const count = Math.ceil(across / LINE_PX);
  for (let at = 0; at < count; at++) {
    const line = document.createElement('div');
    for (let place = 0; place < Math.ceil(across / TEXT_PX); place++) {
      const word = document.createElement('span');
      word.textContent = text;
      line.append(word);
    }
    field.append(line);
  }
  return field;
}

/**
 * The layer, and how its text is written for the window as it is now. Text and style live inside its own shadow, the style important there:
 * no style sheet or style attribute of the page reaches it. It covers the window whatever its size, lets the pointer through and is not printed.
 */
function createLayer(text: string): { layer: HTMLElement; fill: () => void } {
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
      overflow: hidden !important;
      contain: strict !important;
      z-index: 2147483647 !important;
      pointer-events: none !important;
      user-select: none !important;
      opacity: ${OPACITY} !important;
    }
    .field {
      position: absolute;
      top: 50%;
      left: 50%;
      font: 15px/${LINE_PX}px ${FONT};
      color: ${INK};
      white-space: nowrap;
      transform: translate(-50%, -50%) rotate(-22deg);
    }
    .field > div { display: flex; justify-content: center; }
    .field > div:nth-child(even) { transform: translateX(${TEXT_PX / 2}px); }
    span { min-width: ${TEXT_PX}px; padding: 0 40px; box-sizing: border-box; text-align: center; }
    @media print { :host { display: none !important } }`);
  const shadow = layer.attachShadow({ mode: 'closed' });
  shadow.adoptedStyleSheets = [style];
  const fill = (): void => shadow.replaceChildren(createLines(text));
  fill();
  return { layer, fill };
}

/**
 * Covers the page with a text (D-SHELL-05) until the returned function is called. Every half second it is made anew if it was removed or
 * altered; when the window changes, its lines are written for the new size.
 */
export function startWatermark(text: string): () => void {
  let { layer, fill } = createLayer(text);
  const sound = layer.cloneNode() as HTMLElement;
  const intact = (): boolean => layer.parentNode === document.body && layer.isEqualNode(sound);
  const check = (): void => {
    if (intact()) return;
    layer.remove();
    ({ layer, fill } = createLayer(text));
    document.body.append(layer);
  };
  const refill = (): void => fill();
  document.body.append(layer);
  const timer = setInterval(check, CHECK_MS);
  window.addEventListener('resize', refill);
  return () => {
    clearInterval(timer);
    window.removeEventListener('resize', refill);
    layer.remove();
  };
}
