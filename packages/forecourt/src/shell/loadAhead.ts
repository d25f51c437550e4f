import type { QueryClient } from '@tanstack/react-query';
import { matchPath } from 'react-router';
import { prefetchRows, type PageRoute } from '../admin/index.ts';
import type { PrefetchSource } from './prefetchPage.ts';
import { withoutBase } from '../browser/basePath.ts';

/** Who rests so long on a link means it; who passes over a menu does not load all of it. */
const REST_MS = 60;

const linkOf = ({ target }: Event): HTMLAnchorElement | null =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;

/** A list that is open has its rows, and hears of what becomes of them. */
const hasRows = (client: QueryClient, resource: string): boolean =>
  client.getQueriesData({ queryKey: [resource, 'getList'] }).some(([, rows]) => rows !== undefined);

/**
 * Loads what the page behind a link draws with, as soon as pointer or keyboard rest on it, and its rows when it is
 * pressed. A press takes a tenth of a second until it is a click. It works until the returned function is called. The
 * page itself asks again for what fails, and reports it.
 */
export function loadAhead(
  source: Omit<PrefetchSource, 'routes'> & { readonly routes: readonly Omit<PageRoute, 'element'>[] },
): () => void {
  const { runtime, routes, queryClient } = source;
  const { session, model } = runtime;
  let resting: ReturnType<typeof setTimeout> | undefined;

  function load(link: HTMLAnchorElement, pressed: boolean): void {
    if (link.origin !== window.location.origin) return;
    const {
      resource,
      view,
      permission,
      load: begin,
    } = routes.find(({ path }) => matchPath(path, withoutBase(link.pathname))) ?? {};
    if (permission !== undefined && !session.can(permission)) return;
    const { id: user, views } = session.info() ?? {};
    const rows = async (name: string): Promise<void> => {
      const declared = await model.load(name);
      if (user !== undefined && !hasRows(queryClient, name))
        await prefetchRows(declared, {
          ...source,
          dataProvider: runtime.dataProvider,
          labels: runtime.labels,
          user,
          views,
          search: link.search,
          can: session.can,
          fields: session.info()?.fields,
        });
    };
    const needsRows = pressed && resource && view === 'list';
    void Promise.all([begin?.(), needsRows && rows(resource)]).catch(() => undefined);
  }

  const rest = (event: Event): void => {
    clearTimeout(resting);
    const link = linkOf(event);
    if (link) resting = setTimeout(() => load(link, false), REST_MS);
  };
  const press = (event: Event): void => {
    const link = linkOf(event);
    if (link) load(link, true);
  };
  document.addEventListener('pointerover', rest, { passive: true });
  document.addEventListener('focusin', rest, { passive: true });
  document.addEventListener('pointerdown', press, { passive: true });
  return () => {
    clearTimeout(resting);
    document.removeEventListener('pointerover', rest);
    document.removeEventListener('focusin', rest);
    document.removeEventListener('pointerdown', press);
  };
}
