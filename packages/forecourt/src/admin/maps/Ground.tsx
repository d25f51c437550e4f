import { useEffect } from 'react';
import { useTheme } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { useLocale } from 'react-admin';
import { AttributionControl, ScaleControl, TileLayer, useMap } from 'react-leaflet';
import { drawGround, drawNamesAndGrid, type GroundColours } from './drawnGround.ts';
import { groundSource, tileSettings, type Place, type TileSettings, type Town } from './settings.ts';
import { useLandmarks } from './useLandmarks.ts';
import { EMPTY_TILE, useTiles } from './useTiles.ts';

const COLOURS: Readonly<Record<'light' | 'dark', GroundColours>> = {
  light: { land: '#f4f1ea', water: '#bcd7e6', shore: '#86b3cb', border: '#a08fa8', grid: '#00000022' },
  dark: { land: '#2d3238', water: '#17222d', shore: '#47677d', border: '#8b7f99', grid: '#ffffff1f' },
};

/** Landmarks are shown from further away than other places. */
const LANDMARK_ZOOM = 5;
/** Two names this close mean one town, in degrees. */
const ONE_TOWN = 0.1;

/** The towns of the ground; those that are landmarks of the application from further away, and landmarks that it does not know. */
function withLandmarks(towns: readonly Town[], landmarks: readonly Place[]): readonly Town[] {
  const near = (one: Place) => (other: Town) =>
    Math.hypot(one.latitude - other.latitude, one.longitude - other.longitude) < ONE_TOWN;
  const known = new Set(landmarks.flatMap((landmark) => towns.find(near(landmark)) ?? []));
  return [
    ...landmarks.filter((landmark) => !towns.some(near(landmark))).map((place) => ({ ...place, zoom: LANDMARK_ZOOM })),
    ...towns.map((town) => (known.has(town) ? { ...town, zoom: Math.min(town.zoom, LANDMARK_ZOOM) } : town)),
  ];
}

/** Leaflet takes the credit for markup. */
function creditMarkup({ credit, creditUrl }: Pick<TileSettings, 'credit'> & Partial<TileSettings>): string {
  const element = document.createElement(creditUrl ? 'a' : 'span');
  if (creditUrl) Object.assign(element, { href: creditUrl, target: '_blank', rel: 'noreferrer' });
  element.textContent = credit;
  return element.outerHTML;
}

const NO_TOWNS: readonly Town[] = [];

/** What is drawn without tiles: the application's ground with its names, and a grid with its degrees. */
function OwnGround() {
  const map = useMap();
  const { mode } = useTheme().palette;
  const language = useLocale();
  const source = groundSource();
  const landmarks = useLandmarks(true);
  const { data: file } = useQuery({
    queryKey: ['map', 'ground'],
    queryFn: () => source!.file(),
    enabled: source !== undefined,
    staleTime: Infinity,
  });
  const { data: towns = NO_TOWNS } = useQuery({
    queryKey: ['map', 'towns', language],
    queryFn: () => source!.towns(language),
    enabled: source !== undefined,
    staleTime: Infinity,
  });
  useEffect(() => (file ? drawGround(map, file, COLOURS[mode]) : undefined), [map, file, mode]);
  useEffect(() => {
    const container = map.getContainer();
    container.style.backgroundColor = file ? COLOURS[mode].water : '';
  }, [map, file, mode]);
  useEffect(
    () => drawNamesAndGrid(map, withLandmarks(towns, landmarks ?? []), COLOURS[mode].grid),
    [map, towns, landmarks, mode],
  );
  useEffect(() => {
    if (!file) return undefined;
    const credit = creditMarkup({ credit: file.credit });
    map.attributionControl.addAttribution(credit);
    return () => void map.attributionControl.removeAttribution(credit);
  }, [map, file]);
  return null;
}

/** The operator's tiles; below them, as long as they do not come, a ground of our own. */
export function Ground() {
  const { shown, bare, events } = useTiles(tileSettings());
  return (
    <>
      <AttributionControl prefix={false} />
      <ScaleControl imperial={false} position="bottomleft" />
      {bare && <OwnGround />}
      {shown && (
        <TileLayer
          url={shown.url}
          attribution={creditMarkup(shown)}
          maxZoom={19}
          // Tile servers want to know whose users they serve (OpenStreetMap refuses who does not say); our own header tells others nothing.
          referrerPolicy="strict-origin-when-cross-origin"
          errorTileUrl={EMPTY_TILE}
          eventHandlers={events}
        />
      )}
    </>
  );
}
