import type { Navigator } from 'react-router';
import { createPath, parsePath } from 'react-router';
import { moveHidden } from './tabs.ts';
import type { TabStore } from './tabStore.ts';

/**
 * What a page navigates with. On screen it is the browser's address; behind another page only the page's own tab moves, so that nobody is
 * taken away from what he or she looks at.
 */
export function tabNavigator(store: TabStore, key: string, browser: Navigator): Navigator {
  const through =
    (way: 'push' | 'replace'): Navigator['push'] =>
    (to, state: unknown, options) => {
      if (store.get().active === key) return browser[way](to, state, options);
      const { pathname = '/', search = '', hash = '' } = parsePath(typeof to === 'string' ? to : createPath(to));
      store.set((tabs) => moveHidden(tabs, key, { pathname, search, hash, state, key: 'hidden', mask: undefined }));
    };
  return {
    ...browser,
    push: through('push'),
    replace: through('replace'),
    go: (delta) => store.get().active === key && browser.go(delta),
  };
}
