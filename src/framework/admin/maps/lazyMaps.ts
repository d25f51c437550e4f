import { lazy } from 'react';

/** Maps for pages of an application: they load when they are shown, under a `Suspense`. */
export const PlaceMap = lazy(() => import('./PlaceMap.tsx'));
