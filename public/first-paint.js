// Before anything is drawn: the empty page is dark or light as was chosen. Without a choice it follows the system.
try {
  const theme = localStorage.getItem('nav_theme');
  if (theme === 'light' || theme === 'dark') document.querySelector('meta[name="color-scheme"]').content = theme;
} catch {
  // No storage: the system decides.
}

// The page as it last stood in this tab, to be looked at until it stands anew: src/framework/shell/lastSight writes it and takes it away.
// Its text comes from a page of ours, and goes into a closed shadow: nothing of it runs, is found or is read aloud.
function drawLastSight() {
  const kept = JSON.parse(sessionStorage.getItem('last-sight'));
  const token = JSON.parse(localStorage.getItem('Access-Token'));
  const scheme = document.querySelector('meta[name="color-scheme"]').content;
  const dark = scheme === 'light dark' ? !matchMedia('(prefers-color-scheme: light)').matches : scheme === 'dark';
  const same =
    kept &&
    token &&
    token.expire > Date.now() &&
    kept.session === token.value.slice(-12) &&
    kept.address === location.pathname + location.search &&
    kept.build === document.querySelector('script[type=module]').src &&
    kept.language === localStorage.getItem('app_language') &&
    kept.dark === dark &&
    kept.width === innerWidth;
  if (!same) return;
  const sight = document.createElement('div');
  sight.id = 'last-sight';
  sight.inert = true;
  sight.setAttribute('aria-hidden', 'true');
  const shadow = sight.attachShadow({ mode: 'closed' });
  const styles = new CSSStyleSheet();
  styles.replaceSync(kept.styles);
  shadow.adoptedStyleSheets = [styles];
  shadow.innerHTML = kept.html;
  // The content security policy allows no style attributes in a text.
  for (const element of shadow.querySelectorAll('[data-style]')) element.style.cssText = element.dataset.style;
  document.title = kept.title;
  document.body.append(sight);
  // Fonts that the page asked for after it was drawn; loading them again costs nothing.
  for (const href of kept.fonts)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }));
  performance.mark('last-sight');
}
document.addEventListener('readystatechange', () => {
  try {
    if (document.readyState === 'interactive') drawLastSight();
  } catch {
    // The page comes without it.
  }
});
