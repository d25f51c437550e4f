import { useEffect, useMemo } from 'react';
import { useTheme } from '@mui/material/styles';
import L from 'leaflet';
import { Marker, Tooltip, useMap, useMapEvents } from 'react-leaflet';
import { cornersOf } from '../values/geoArea.ts';
import { useTexts } from '../values/labels.ts';
import type { Position } from '../values/position.ts';
import { BaseMap } from './BaseMap.tsx';

export interface NamedPosition extends Position {
  readonly name: string;
}

export interface PlaceMapProps {
  readonly label: string;
  /** A GeoJSON polygon to stay within; shown, not enforced. */
  readonly area?: unknown;
  readonly places: readonly NamedPosition[];
  /** The position that a click has set. */
  readonly picked?: Position;
  readonly onChoose: (index: number) => void;
  readonly onPick: (position: Position) => void;
}

const DECIMALS = 6;
const round = (degrees: number): number => Number(degrees.toFixed(DECIMALS));
const icon = (className: string): L.DivIcon =>
  L.divIcon({ className: '', html: `<span class="${className}"></span>`, iconSize: [28, 28], iconAnchor: [14, 34] });
const PIN = icon('map-pin');
const PLACE = icon('map-pin map-pin-place');

function Area({ area, places }: Pick<PlaceMapProps, 'area' | 'places'>) {
  const map = useMap();
  const { palette } = useTheme();
  const corners = JSON.stringify(cornersOf(area).map(([longitude, latitude]) => [latitude, longitude]));
  const points = JSON.stringify(places.map(({ latitude, longitude }) => [latitude, longitude]));
  useEffect(() => {
    const ring = JSON.parse(corners) as [number, number][];
    const seen = [...ring, ...(JSON.parse(points) as [number, number][])];
    if (seen.length > 0) map.fitBounds(L.latLngBounds(seen), { padding: [24, 24], maxZoom: 14, animate: false });
  }, [map, corners, points]);
  useEffect(() => {
    const ring = JSON.parse(corners) as [number, number][];
    if (ring.length === 0) return undefined;
    const layer = L.polygon(ring, { color: palette.primary.main, weight: 2, interactive: false }).addTo(map);
    return () => void layer.remove();
  }, [map, corners, palette.primary.main]);
  return null;
}

function Clicks({ onPick }: Pick<PlaceMapProps, 'onPick'>) {
  useMapEvents({
    click({ latlng }) {
      const { lat, lng } = latlng.wrap();
      onPick({ latitude: round(lat), longitude: round(lng) });
    },
  });
  return null;
}

/** Places to choose from on a map with an area; a click beside them picks a position of its own. Whoever shows it lists the places as well. */
export default function PlaceMap({ label, area, places, picked, onChoose, onPick }: PlaceMapProps) {
  useTexts('admin.map');
  const keyed = useMemo(() => places.map((place, index) => ({ place, index })), [places]);
  return (
    <BaseMap label={label}>
      <Area area={area} places={places} />
      <Clicks onPick={onPick} />
      {keyed.map(({ place, index }) => (
        <Marker
          key={`${place.name} ${place.latitude} ${place.longitude}`}
          position={[place.latitude, place.longitude]}
          icon={PLACE}
          title={place.name}
          eventHandlers={{ click: () => onChoose(index) }}
        >
          <Tooltip>{place.name}</Tooltip>
        </Marker>
      ))}
      {picked && (
        <Marker position={[picked.latitude, picked.longitude]} icon={PIN} interactive={false} keyboard={false} />
      )}
    </BaseMap>
  );
}
