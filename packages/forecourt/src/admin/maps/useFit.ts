import { useCallback, useEffect, useRef, type RefObject } from 'react';
import L from 'leaflet';
import { useMap } from 'react-leaflet';
import { cornersOf } from '../values/geoArea.ts';
import type { Position } from '../values/position.ts';
import { tileSettings } from './settings.ts';
import { useLandmarks } from './useLandmarks.ts';

/** What a map has to show. */
export interface Shown {
  readonly points: readonly Position[];
  /** A GeoJSON polygon, or its corners. */
  readonly area?: unknown;
  readonly pin?: Position;
  /** What the map itself has set last, as `areaKey` and `pinKey` say it. */
  readonly own: RefObject<string>;
}

/** Streets where there are tiles; a town without. */
const nearZoom = (): number => (tileSettings() ? 14 : 12);
/** One landmark alone is shown with what lies around it. */
const LANDMARK_ZOOM = 9;

const latLng = ({ latitude, longitude }: Position): [number, number] => [latitude, longitude];

/** What tells one area or pin from another. */
export const areaKey = (area: unknown): string => JSON.stringify(area ?? null);
export const pinKey = (pin: Position | undefined): string => (pin ? latLng(pin).join() : '');

/** What holds everything; undefined when there is nothing. */
export function boundsOf({ points, area, pin }: Pick<Shown, 'points' | 'area' | 'pin'>): L.LatLngBounds | undefined {
  const corners = (Array.isArray(area) ? (area as [number, number][]) : cornersOf(area)).map(
    ([longitude, latitude]): [number, number] => [latitude, longitude],
  );
  const all = [...points.map(latLng), ...corners, ...(pin ? [latLng(pin)] : [])];
  return all.length === 0 ? undefined : L.latLngBounds(all);
}

/** Brings into sight what is to be shown, at first and when something else comes, unless the user has moved the map meanwhile. */
export function useFit(shown: Shown): () => void {
  const map = useMap();
  const { points, area, pin, own } = shown;
  const moved = useRef(false);
  const fitting = useRef(false);
  const bounds = boundsOf(shown);
  const landmarks = useLandmarks(bounds === undefined);

  const go = useCallback(
    (target: L.LatLngBounds, most: number) => {
      fitting.current = true;
      map.fitBounds(target, { padding: [32, 32], maxZoom: most, animate: false });
      fitting.current = false;
    },
    [map],
  );
  const all = useRef(bounds);
  useEffect(() => {
    all.current = bounds;
  });
  const fit = useCallback(() => {
    if (all.current) go(all.current, nearZoom());
  }, [go]);

  useEffect(() => {
    const onMove = (): void => {
      if (!fitting.current) moved.current = true;
    };
    map.on('dragstart zoomstart', onMove);
    return () => void map.off('dragstart zoomstart', onMove);
  }, [map]);

  const keys = [areaKey(area), pinKey(pin)].join(' ');
  const seen = useRef(keys);
  useEffect(() => {
    const changed = seen.current !== keys;
    seen.current = keys;
    // What was typed or searched is brought into sight wherever the user is; what he set here is there already.
    if (changed ? !keys.split(' ').includes(own.current) : !moved.current) fit();
  }, [keys, points, own, fit]);

  useEffect(() => {
    if (moved.current || all.current) return;
    if (landmarks?.length) go(L.latLngBounds(landmarks.map(latLng)), LANDMARK_ZOOM);
  }, [landmarks, go]);
  return fit;
}
