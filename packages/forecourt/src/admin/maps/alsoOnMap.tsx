import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { MapPoint } from './GeoMap.tsx';

const NONE: readonly MapPoint[] = [];

const Points = createContext(NONE);
const ShowPoints = createContext<(points: readonly MapPoint[]) => void>(() => undefined);

/** A part of a page whose maps show, beside their own, what its components give to `useAlsoOnMap`. */
export function MapsInCommon({ children }: { children: ReactNode }) {
  const [points, setPoints] = useState(NONE);
  return (
    <ShowPoints value={setPoints}>
      <Points value={points}>{children}</Points>
    </ShowPoints>
  );
}

/**
 * Shows these points on the maps of the page as long as the component is there: delivery points around a service area. They must keep their
 * identity while nothing changes (`useMemo`).
 */
export function useAlsoOnMap(points: readonly MapPoint[]): void {
  const show = use(ShowPoints);
  useEffect(() => {
    show(points);
    return () => show(NONE);
  }, [show, points]);
}

/** Its own points of a map, and those of the page around it. */
export function usePointsInCommon(own: readonly MapPoint[] = NONE): readonly MapPoint[] {
  const also = use(Points);
  return useMemo(() => (also.length === 0 ? own : [...own, ...also]), [own, also]);
}
