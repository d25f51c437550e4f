import type { QueryClient } from '@tanstack/react-query';
import type { Store } from 'react-admin';
import { matchPath } from 'react-router';
import {
  prefetchDashboard,
  prefetchRows,
  whereChangesBegin,
  type AdminRuntime,
  type PageRoute,
} from '../admin/index.ts';
import { LANDING, type DashboardEntry } from './appConfig.ts';
import { withoutBase } from '../browser/basePath.ts';

export interface PrefetchSource {
  readonly runtime: AdminRuntime;
  readonly routes: readonly PageRoute[];
  readonly queryClient: QueryClient;
  readonly store: Store;
  /** Declared pages of figures. */
  readonly dashboards?: readonly DashboardEntry[];
}

/** Rows that come in this time are drawn with the page: it is laid out once, not first without them. */
const ROWS_PATIENCE_MS = 100;

/** react-admin asks these two of the auth provider without parameters before it draws any page. */
const AUTH_ANSWERS = ['checkAuth', 'getPermissions'] as const;

/**
 * Begins everything the page at the current address needs, side by side and before the first drawing: user info, code, schema and, for a
 * list, its rows, for a page of figures these. Resolves when the page can be drawn for this user, remembered or fresh, with its rows if they come soon.
 * Whatever fails here is asked for again, and reported, by the part that needs it.
 */
export async function prefetchPage(source: PrefetchSource): Promise<void> {
  const { runtime, routes, queryClient, store, dashboards = [] } = source;
  const { session, model, dataProvider, labels, http } = runtime;
  const answerAuth = (): void => {
    const answers = { checkAuth: true, getPermissions: [...session.permissions()] };
    for (const name of AUTH_ANSWERS) queryClient.setQueryData(['auth', name, {}], answers[name]);
  };
  // Before any row is read: what is changed from then on is told.
  void queryClient.prefetchQuery(whereChangesBegin(http));
  const fresh = session.load();
  // Who is known is drawn for at once; where the server says otherwise the auth provider asks once more, and ends the session.
  fresh.catch(() => queryClient.invalidateQueries({ queryKey: ['auth'] }));
  const known = session.info() ? Promise.resolve(answerAuth()) : fresh.then(answerAuth);

  const { search } = window.location;
  const pathname = withoutBase(window.location.pathname);
  const at = pathname === '/index' ? LANDING : pathname;
  const route = routes.find(({ path }) => matchPath(path, at));
  const ask = async (): Promise<void> => {
    if (!route) return;
    const { resource, view, permission = [] } = route;
    const isDashboard = dashboards.some(({ path }) => path === at);
    const list = resource && view === 'list' ? model.load(resource) : undefined;
    const user = session.info() ?? (await fresh);
    if (!session.can(permission)) return;
    if (isDashboard) prefetchDashboard(at, search, source);
    if (list)
      await prefetchRows(await list, {
        dataProvider,
        labels,
        queryClient,
        store,
        user: user.id,
        views: user.views,
        search,
        can: session.can,
        fields: session.info()?.fields,
      });
  };
  const asked = ask().catch(() => undefined);
  await Promise.allSettled([known, route?.load?.()]);
  await Promise.race([asked, new Promise((done) => setTimeout(done, ROWS_PATIENCE_MS))]);
}
