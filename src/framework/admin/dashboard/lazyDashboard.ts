import type { QueryClient } from '@tanstack/react-query';
import type { AdminRuntime } from '../runtime/runtime.tsx';
import { loadable } from '../values/loadable.ts';
import { askedBy, DASHBOARD_TEXTS, dashboardQuery } from './dashboardQuery.ts';

/** The page of a declared dashboard: it loads when it is first shown, under a `Suspense`. */
export const DashboardPage = loadable(() => import('./DashboardPage.tsx'));

/**
 * Begins what the page of a declared dashboard needs, side by side and before it is drawn. Resolves when it can be drawn; figures are not waited for.
 * What fails is asked for again, and reported, by the page.
 */
export async function prefetchDashboard(
  path: string,
  search: string,
  { runtime, queryClient }: { readonly runtime: AdminRuntime; readonly queryClient: QueryClient },
): Promise<void> {
  void queryClient.prefetchQuery(dashboardQuery(runtime.dataProvider, path, askedBy(search)));
  await Promise.all([DashboardPage.load(), ...DASHBOARD_TEXTS.map((part) => runtime.labels.load(part))]);
}
