import { lazy } from 'react';

/** The map for pages, lists and details: it loads when it is first shown, under a `Suspense`. */
export const GeoMap = lazy(() => import('./GeoMap.tsx'));
