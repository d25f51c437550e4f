// Runs before anything is drawn, at the beginning of the body (scripts/vite/firstPaint.ts).
//
// The empty page is dark or light as was chosen. Without a choice it follows the system.
try {
  const theme = localStorage.getItem('nav_theme');
  if (theme === 'light' || theme === 'dark') document.querySelector('meta[name="color-scheme"]').content = theme;
} catch {
  // No storage: the system decides.
}

// The page as it last stood in this tab, to be looked at until it stands anew: src/framework/shell/lastSight writes it and takes it away.
// Its text comes from a page of ours, and goes into a closed shadow: nothing of it runs, is found or is read aloud.
let kept = null;
try {
  kept = JSON.parse(sessionStorage.getItem('last-sight'));
} catch {
  // Nothing to show, or no storage.
}

// What the page will say of the document as a whole, before what it says itself: said only then it would have the picture styled anew.
const { nonce } = document.currentScript;
const setRoot = () =>
  document.head.append(
    Object.assign(document.createElement('style'), { id: 'last-sight-root', nonce, textContent: kept.root }),
  );

// Fonts that the page asked for after it was drawn; loading them again costs nothing. Their files come before the sheets that name them: the
// picture is laid out once more for all of them, not for each.
async function askForFonts() {
  const ask = (attributes) =>
    new Promise((done) => {
      const link = Object.assign(document.createElement('link'), attributes, { onload: done, onerror: done });
      document.head.append(link);
    });
  const asFont = { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '' };
  await Promise.all(kept.letters.map((href) => ask({ ...asFont, href })));
  for (const href of kept.fonts) void ask({ rel: 'stylesheet', href });
}

function isSame() {
  const token = JSON.parse(localStorage.getItem('Access-Token'));
  const scheme = document.querySelector('meta[name="color-scheme"]').content;
  const dark = scheme === 'light dark' ? !matchMedia('(prefers-color-scheme: light)').matches : scheme === 'dark';
  return (
    token &&
    token.expire > Date.now() &&
    kept.session === token.value.slice(-12) &&
    kept.address === location.pathname + location.search &&
    kept.language === localStorage.getItem('app_language') &&
    kept.dark === dark &&
    kept.width === innerWidth
  );
}

// A tab that nobody looks at paints nothing.
const PATIENCE_MS = 200;
const isPainted = () =>
  new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, document.hidden ? 0 : PATIENCE_MS);
  });

function drawLastSight() {
  if (kept.build !== document.querySelector('script[type=module]').src) return;
  const sight = document.createElement('div');
  sight.id = 'last-sight';
  sight.inert = true;
  sight.setAttribute('aria-hidden', 'true');
  const shadow = sight.attachShadow({ mode: 'closed' });
  const styles = new CSSStyleSheet();
  styles.replaceSync(kept.styles);
  shadow.adoptedStyleSheets = [styles];
  shadow.innerHTML = kept.html;
  document.title = kept.title;
  // Another language later would have every letter shaped again.
  document.documentElement.lang = kept.lang;
  setRoot();
  document.body.append(sight);
  performance.mark('last-sight');
  // The entry waits for it, too.
  sight.painted = isPainted();
  return sight.painted;
}

const tongueOf = (tag) => tag.toLowerCase().split('-')[0];

/** The language that the page will have (language.ts), of those that it has texts in. */
function languageOf(codes) {
  const stored = localStorage.getItem('app_language');
  if (codes.includes(stored)) return stored;
  for (const wish of navigator.languages) {
    const meant =
      codes.find((code) => code.toLowerCase() === wish.toLowerCase()) ??
      codes.find((code) => tongueOf(code) === tongueOf(wish));
    if (meant) return meant;
  }
  return codes[0];
}

/** Who is signed in, asked for beside the scripts: the page takes the answer instead of asking (firstAnswer.ts). */
function askWho(language) {
  const token = JSON.parse(localStorage.getItem('Access-Token'));
  if (!token || token.expire <= Date.now()) return;
  const url = `${API_URL}/admin/user/info`;
  const headers = { Accept: 'application/json', 'Accept-Language': language, Authorization: `Bearer ${token.value}` };
  const answer = fetch(url, { headers, signal: AbortSignal.timeout(6_000) });
  answer.catch(() => undefined);
  window.firstAnswer = { url, headers, answer };
}

/** What the language and the list at this address need beside what every page does. */
function askForPage() {
  const files = JSON.parse(document.getElementById('first-files')?.textContent ?? '{}');
  const language = languageOf(Object.keys(files).filter((code) => code !== ''));
  const address = location.pathname;
  if (files['']?.[address]) askWho(language);
  for (const file of ['', language].flatMap((one) => ['', address].flatMap((at) => files[one]?.[at] ?? [])))
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href: `/${file}` }),
    );
}

/** Asks for the scripts of the first page, which the build has named (scripts/vite/preloadFirst.ts). */
function askForScripts() {
  for (const link of document.querySelectorAll('link[data-rel]')) link.rel = link.dataset.rel;
  try {
    askForPage();
  } catch {
    // No storage: they are asked for when the page knows its language.
  }
}

let painted;
try {
  if (kept && isSame()) painted = drawLastSight();
} catch {
  // The page comes without it.
}
// Fonts and scripts are read by the processors that the picture is drawn by: it would be seen twice as late beside them.
if (painted)
  painted.then(() => {
    askForFonts();
    askForScripts();
  });
else askForScripts();
