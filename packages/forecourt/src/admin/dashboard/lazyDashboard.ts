import type { QueryClient } from '@tanstack/react-query';
import type { AdminRuntime } from '../runtime/runtime.tsx';
import { loadable } from '../values/loadable.ts';
import { askedBy, dashboardQuery } from './dashboardQuery.ts';

/** The page of a declared dashboard: it loads when it is first shown, under a `Suspense`. */
export const DashboardPage = loadable(() => import('./DashboardPage.tsx'));

/** Asks for the figures of the page of a declared dashboard before it is drawn. What fails is asked for again, and reported, by the page. */
export function prefetchDashboard(
  path: string,
  search: string,
  { runtime, queryClient }: { readonly runtime: AdminRuntime; readonly queryClient: QueryClient },
): void {
  void queryClient.prefetchQuery(dashboardQuery(runtime.dataProvider, path, askedBy(search)));
}
