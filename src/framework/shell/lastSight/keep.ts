import { TOKEN_KEY } from '../../admin/index.ts';
import { cutUnseen } from './cut.ts';
import { KEY } from './leave.ts';

/** Browsers keep about five million letters for a tab, and other things are kept there too. */
const MOST_LETTERS = 1_000_000;

/** Forms are not shown as they were: what was typed is put back by the form itself, or is gone. Nor is what lies below a dialog. */
const NOT_KEPT = 'main > section:not([hidden]) form';
/** What a copy of the document does not show. */
const NO_PICTURE = 'main > section[hidden], script, iframe, video, canvas, img[src^="blob:"]';
/** What `firstPaint.js` has put before the page's own styles, which say the same by now. */
const ROOT_RULES = 'last-sight-root';
const DIALOG = '.MuiModal-root:not(.MuiModal-hidden)';
/** Said to those who hear, touch or test a page; nothing is drawn by them unless a rule asks for them. */
const UNSEEN_ATTRIBUTE = /^(aria-|data-|(role|tabindex|title)$)/;

/** Under a pointer or a finger, or with the focus: nothing in a picture is. */
const isTouched = ({ selectorText }: CSSStyleRule): boolean =>
  selectorText.split(',').every((selector) => /:(hover|focus|active)/.test(selector));

/** The rules of one sheet that concern what is kept, for the shadow in which it is drawn: there the page's own elements are the host and one around all. */
function rulesOf(rules: CSSRuleList, used: ReadonlySet<string>): string {
  return [...rules]
    .map((rule) => {
      if (rule instanceof CSSMediaRule && !window.matchMedia(rule.conditionText).matches) return '';
      if (rule instanceof CSSGroupingRule && !(rule instanceof CSSStyleRule)) {
        const inner = rulesOf(rule.cssRules, used);
        return inner && rule.cssText.slice(0, rule.cssText.indexOf('{') + 1) + inner + '}';
      }
      if (!(rule instanceof CSSStyleRule) || isTouched(rule)) return '';
      const classes = rule.selectorText.match(/\.fc-[\w-]+/g);
      if (classes && !classes.some((name) => used.has(name.slice(1)))) return '';
      const selector = rule.selectorText.replaceAll(/(^|,\s*)(html|:root)(?![\w-])/g, '$1:host');
      return `${selector.replaceAll(/(^|,\s*)body(?![\w-])/g, '$1.body')} {${rule.style.cssText}}`;
    })
    .join('');
}

/** Above everything and touched by nothing; it scrolls where the page does, so that it is as wide. */
const frame = (scrolls: boolean): string => `
  :host { all: initial; display: block; position: fixed; inset: 0; z-index: 2000; overflow: hidden ${scrolls ? 'scroll' : 'hidden'}; pointer-events: none; }
  .body { min-height: 100%; }
  *, ::before, ::after { animation: none !important; transition: none !important; }
  @media print { :host { display: none } }`;

/**
 * What is said of the whole document: its variables and its font go down into the picture too, which would be styled anew where they came after
 * it.
 */
const rootRulesOf = (sheets: readonly CSSStyleSheet[]): string =>
  sheets
    .flatMap(({ cssRules }) => [...cssRules])
    .flatMap((rule) => (rule instanceof CSSStyleRule && /^(html|:root)$/.test(rule.selectorText) ? [rule.cssText] : []))
    .join('');

/** Gives each style that an element has for itself a class, which weighs more than all others: the content security policy allows no style attributes in a text. */
function stylesByClass(copy: HTMLElement): string {
  const classes = new Map<string, string>();
  for (const element of copy.querySelectorAll<HTMLElement | SVGElement>('[style]')) {
    const style = element.style.cssText;
    if (!classes.has(style)) classes.set(style, `kept-${classes.size}`);
    element.classList.add(classes.get(style)!);
    element.removeAttribute('style');
  }
  return [...classes].map(([style, name]) => `.${name}:not(#kept) {${style}}`).join('');
}

/** What no rule asks for makes a text longer and nothing else. */
function dropAttributes(copy: HTMLElement, styles: string): void {
  const asked = new Set([...styles.matchAll(/\[\s*([\w-]+)/g)].map(([, name]) => name));
  for (const element of copy.querySelectorAll('*'))
    for (const name of element.getAttributeNames())
      if (UNSEEN_ATTRIBUTE.test(name) && !asked.has(name)) element.removeAttribute(name);
}

function picture(root: HTMLElement): { html: string; styles: string; root: string } {
  const copy = root.cloneNode(true) as HTMLElement;
  cutUnseen(root, copy);
  copy.removeAttribute('id');
  copy.removeAttribute('style');
  copy.className = 'body';
  for (const element of copy.querySelectorAll(NO_PICTURE)) element.remove();
  const ofElements = stylesByClass(copy);
  const used = new Set([...copy.querySelectorAll('[class]')].flatMap((element) => [...element.classList]));
  const own = [...document.styleSheets].filter(
    ({ ownerNode }) => ownerNode instanceof HTMLStyleElement && ownerNode.id !== ROOT_RULES,
  );
  const scrolls = window.innerWidth > document.documentElement.clientWidth;
  const styles = [frame(scrolls), ...own.map(({ cssRules }) => rulesOf(cssRules, used)), ofElements].join('');
  dropAttributes(copy, styles);
  return { html: copy.outerHTML, root: rootRulesOf(own), styles };
}

/** The files of fonts among what a page has asked for. */
const lettersOf = (asked: readonly PerformanceEntry[]): readonly string[] => [
  ...new Set(asked.flatMap(({ name }) => (name.endsWith('.woff2') ? [name] : []))),
];

function keep(root: HTMLElement): void {
  sessionStorage.removeItem(KEY);
  const token = JSON.parse(localStorage.getItem(TOKEN_KEY) ?? '{}') as { value?: string };
  if (!token.value || root.querySelector(NOT_KEPT) || document.querySelector(DIALOG)) return;
  const kept = JSON.stringify({
    session: token.value.slice(-12),
    address: window.location.pathname + window.location.search,
    build: document.querySelector<HTMLScriptElement>('script[type=module]')?.src,
    language: localStorage.getItem('app_language'),
    dark: getComputedStyle(root).colorScheme === 'dark',
    width: window.innerWidth,
    title: document.title,
    lang: document.documentElement.lang,
    fonts: [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map(({ href }) => href),
    letters: lettersOf(performance.getEntriesByType('resource')),
    ...picture(root),
  });
  if (kept.length < MOST_LETTERS) sessionStorage.setItem(KEY, kept);
}

/** Keeps the page as it stands for the next time that this tab loads it, until the function returned is called. A tab keeps one, of its own session. */
export function keepLastSight(): () => void {
  const root = document.getElementById('root');
  const onHide = (): void => {
    try {
      if (root && !document.getElementById(KEY)) keep(root);
    } catch {
      // No room, or no storage: the next page begins empty.
    }
  };
  window.addEventListener('pagehide', onHide);
  return () => window.removeEventListener('pagehide', onHide);
}
