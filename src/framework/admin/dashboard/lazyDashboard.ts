import { loadable } from '../values/loadable.ts';

/** The page of a declared dashboard: it loads when it is first shown, under a `Suspense`. */
export const DashboardPage = loadable(() => import('./DashboardPage.tsx'));
