// Runs before anything is drawn, at the beginning of the body (packages/forecourt/vite/firstPaint.ts).
//
// Below a path of a proxy, addresses and names begin with it (browser/basePath.ts).
const base = document.querySelector('meta[name="base-path"]')?.content ?? '';
const stored = (name) => localStorage.getItem(base ? `${base}:${name}` : name);

// The empty page is dark or light as was chosen. Without a choice it follows the system.
try {
  const theme = stored('nav_theme');
  if (theme === 'light' || theme === 'dark') document.querySelector('meta[name="color-scheme"]').content = theme;
} catch {
  // No storage: the system decides.
}

/** Another server's address is whole. */
const api = '${API_URL}'.startsWith('/') ? `${base}${API_URL}` : '${API_URL}';

const tongueOf = (tag) => tag.toLowerCase().split('-')[0];

/** The language that the page will have (language.ts), of those that it has texts in. */
function languageOf(codes) {
  const chosen = stored('app_language');
  if (codes.includes(chosen)) return chosen;
  for (const wish of navigator.languages) {
    const meant =
      codes.find((code) => code.toLowerCase() === wish.toLowerCase()) ??
      codes.find((code) => tongueOf(code) === tongueOf(wish));
    if (meant) return meant;
  }
  return codes[0];
}

/** The page before was told of changes up to here a moment ago: from there this one can go on, without asking where. */
function toldUntil() {
  const { position, time } = JSON.parse(stored('remembered.told') ?? '{}');
  if (!position || Date.now() - time > 60_000) return undefined;
  const data = { position, lost: false, changes: [] };
  return new Response(JSON.stringify({ statusCode: 200, message: '', data }));
}

/**
 * Asks, beside the scripts, who is signed in and from where changes are told: the page takes the answers instead of asking (firstAnswers.ts). Where that
 * is known it asks for `urls` too. Rows are read after it; to wait for it would take longer than the scripts do.
 */
function askAhead(language, urls) {
  const token = JSON.parse(stored('Access-Token'));
  if (!token || token.expire <= Date.now()) return;
  const headers = { Accept: 'application/json', 'Accept-Language': language, Authorization: `Bearer ${token.value}` };
  const ask = (url) => fetch(url, { headers, signal: AbortSignal.timeout(6_000) });
  const answers = new Map();
  const [who, since] = [`${api}/admin/user/info`, `${api}/live`];
  const told = toldUntil();
  answers.set(who, ask(who));
  answers.set(since, told ? Promise.resolve(told) : ask(since));
  for (const url of told ? urls : []) if (url.startsWith(`${api}/`) && !answers.has(url)) answers.set(url, ask(url));
  window.firstAnswers = [...answers].map(([url, answer]) => {
    answer.catch(() => undefined);
    return { url, headers, answer };
  });
}

/** What the language and the list at this address need beside what every page does, and what the page asked for when it was opened last. */
function askForPage() {
  const files = JSON.parse(document.getElementById('first-files')?.textContent ?? '{}');
  const language = languageOf(Object.keys(files).filter((code) => code !== ''));
  const address = location.pathname.startsWith(`${base}/`) ? location.pathname.slice(base.length) : location.pathname;
  const asked = JSON.parse(stored('remembered.asked') ?? '{}')[address + location.search];
  if (asked || files['']?.[address]) askAhead(language, asked ?? []);
  for (const file of ['', language].flatMap((one) => ['', address].flatMap((at) => files[one]?.[at] ?? [])))
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href: `${base}/${file}` }),
    );
}

try {
  askForPage();
} catch {
  // No storage: all is asked for when the page knows its language.
}
