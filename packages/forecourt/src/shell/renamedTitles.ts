import { useMemo } from 'react';
import type { I18nProvider } from 'react-admin';
import { useAdminRuntime, useSessionInfo, routeTitle } from '../admin/index.ts';

/**
 * The texts with the names that an administrator gave to screens: menu, tab, title of the page and of the window say the same. Whoever
 * translates is drawn anew when such a name changes.
 */
export function useRenamedTitles(i18n: I18nProvider): I18nProvider {
  const { model } = useAdminRuntime();
  const pages = useSessionInfo()?.menu?.pages;
  return useMemo(() => {
    const titles = new Map(pages?.flatMap(({ url, title }) => (title ? [[url, title] as const] : [])));
    if (titles.size === 0) return i18n;
    const texts = new Map([...titles].map(([url, title]) => [routeTitle(url), title]));
    for (const { name, route } of model.entries.values()) {
      const title = titles.get(route.list ?? '');
      if (title) texts.set(`resources.${name}.title`, title);
    }
    return { ...i18n, translate: (key, options) => texts.get(key) ?? i18n.translate(key, options) };
  }, [i18n, model, pages]);
}
