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

try {
  askForPage();
} catch {
  // No storage: all is asked for when the page knows its language.
}
