// Runs before anything is drawn, at the beginning of the body (scripts/vite/firstPaint.ts).
//
// The empty page is dark or light as was chosen. Without a choice it follows the system.
try {
  const theme = localStorage.getItem('nav_theme');
  if (theme === 'light' || theme === 'dark') document.querySelector('meta[name="color-scheme"]').content = theme;
} catch {
  // No storage: the system decides.
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

/** The page before was told of changes up to here a moment ago: from there this one can go on, without asking where. */
function toldUntil() {
  const { position, time } = JSON.parse(localStorage.getItem('remembered.told') ?? '{}');
  if (!position || Date.now() - time > 60_000) return undefined;
  const data = { position, lost: false, changes: [] };
  return new Response(JSON.stringify({ statusCode: 200, message: '', data }));
}

/**
 * Asks, beside the scripts, who is signed in and from where changes are told: the page takes the answers instead of asking (firstAnswers.ts). Where that
 * is known it asks for `urls` too. Rows are read after it; to wait for it would take longer than the scripts do.
 */
function askAhead(language, urls) {
  const token = JSON.parse(localStorage.getItem('Access-Token'));
  if (!token || token.expire <= Date.now()) return;
  const headers = { Accept: 'application/json', 'Accept-Language': language, Authorization: `Bearer ${token.value}` };
  const ask = (url) => fetch(url, { headers, signal: AbortSignal.timeout(6_000) });
  const answers = new Map();
  const [who, since] = [`${API_URL}/admin/user/info`, `${API_URL}/live`];
  const told = toldUntil();
  answers.set(who, ask(who));
  answers.set(since, told ? Promise.resolve(told) : ask(since));
  for (const url of told ? urls : [])
    if (url.startsWith(`${API_URL}/`) && !answers.has(url)) answers.set(url, ask(url));
  window.firstAnswers = [...answers].map(([url, answer]) => {
    answer.catch(() => undefined);
    return { url, headers, answer };
  });
}

/** What the language and the list at this address need beside what every page does, and what the page asked for when it was opened last. */
function askForPage() {
  const files = JSON.parse(document.getElementById('first-files')?.textContent ?? '{}');
  const language = languageOf(Object.keys(files).filter((code) => code !== ''));
  const address = location.pathname;
  const asked = JSON.parse(localStorage.getItem('remembered.asked') ?? '{}')[address + location.search];
  if (asked || files['']?.[address]) askAhead(language, asked ?? []);
  for (const file of ['', language].flatMap((one) => ['', address].flatMap((at) => files[one]?.[at] ?? [])))
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href: `/${file}` }),
    );
}

try {
  askForPage();
} catch {
  // No storage: all is asked for when the page knows its language.
}
