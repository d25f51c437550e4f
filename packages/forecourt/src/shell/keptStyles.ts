import createCache, { type EmotionCache } from '@emotion/cache';

/** Of the browser's storage. */
const KEY = 'kept-styles';
/** Of Emotion: the classes of its styles begin with it. */
const PREFIX = 'fc';
/** More is not sooner read than made; what was kept goes, and the next page begins anew. */
const MOST_LETTERS = 400_000;

const build = (): string | undefined => document.querySelector<HTMLScriptElement>('script[type=module]')?.src;

const element = (names: readonly string[], css: string): HTMLStyleElement => {
  const style = document.createElement('style');
  style.dataset['emotion'] = [PREFIX, ...names].join(' ');
  style.textContent = css;
  return style;
};

interface Kept {
  readonly build?: string;
  readonly names: readonly string[];
  readonly css: string;
}

/** Puts kept styles where Emotion looks for those that a server has rendered. */
function giveBack(): readonly string[] {
  try {
    const kept = JSON.parse(window.localStorage.getItem(KEY) ?? 'null') as Kept | null;
    if (kept?.build !== build() || !kept) return [];
    document.head.append(element(kept.names, kept.css));
    return kept.names;
  } catch {
    return [];
  }
}

function keep({ inserted, sheet }: EmotionCache, before: number): void {
  const names = Object.keys(inserted).filter((name) => inserted[name] === true);
  if (names.length === before) return;
  const rules = sheet.tags.flatMap((tag) => [...((tag as HTMLStyleElement).sheet?.cssRules ?? [])]);
  const css = rules.map(({ cssText }) => cssText).join('');
  window.localStorage.removeItem(KEY);
  if (css.length < MOST_LETTERS) window.localStorage.setItem(KEY, JSON.stringify({ build: build(), names, css }));
}

/** Emotion and other libraries write styles into the page, and the policy admits those with its nonce: a script that runs may style the page, markup may not. */
function admitStyles(nonce: string): void {
  const make = document.createElement.bind(document);
  document.createElement = ((name: string, options?: ElementCreationOptions) =>
    Object.assign(make(name, options), name === 'style' && { nonce })) as Document['createElement'];
}

/**
 * Emotion, with the styles that pages of this build have used in this browser before, read at once as one text. Made
 * one by one they take a tenth of the way to the first row, and each styles the whole page again. A style is called by
 * what it says, so none is ever outdated.
 */
export function createStyleCache(): EmotionCache {
  // The server puts one into the page.
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
  if (nonce) admitStyles(nonce);
  const known = giveBack();
  // Browsers that run this code need no vendor prefixes, and adding them takes a quarter of the time of a style.
  const cache = createCache({ key: PREFIX, stylisPlugins: [] });
  window.addEventListener('pagehide', () => {
    try {
      keep(cache, known.length);
    } catch {
      // No room: the next page makes its styles itself.
    }
  });
  return cache;
}
