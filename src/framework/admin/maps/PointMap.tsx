import { useEffect, useRef } from 'react';
import { useTranslate } from 'react-admin';
import L from 'leaflet';
import { Marker, useMap, useMapEvents } from 'react-leaflet';
import type { Position } from '../values/position.ts';
import { BaseMap, nearZoom } from './BaseMap.tsx';

export interface PointMapProps {
  readonly label: string;
  readonly value: Position | undefined;
  readonly disabled: boolean;
  readonly onChange: (value: Position) => void;
}

/** A hundred-thousandth of a degree is a metre; more would be pretended. */
const DECIMALS = 6;
const round = (degrees: number): number => Number(degrees.toFixed(DECIMALS));
const PIN = L.divIcon({
  className: '',
  html: '<span class="map-pin"></span>',
  iconSize: [28, 28],
  iconAnchor: [14, 34],
});

/** Clicks place the pin; a value that came from elsewhere (typed, searched) is brought into sight. */
function Pin({ value, disabled, onChange }: Omit<PointMapProps, 'label'>) {
  const map = useMap();
  const translate = useTranslate();
  const own = useRef<Position | undefined>(value);
  const choose = ({ lat, lng }: L.LatLng): void => {
    const { lat: latitude, lng: longitude } = L.latLng(lat, lng).wrap();
    own.current = { latitude: round(latitude), longitude: round(longitude) };
    onChange(own.current);
  };
  useMapEvents(disabled ? {} : { click: ({ latlng }) => choose(latlng) });
  const { latitude, longitude } = value ?? {};
  useEffect(() => {
    if (latitude === undefined || longitude === undefined) return;
    if (own.current?.latitude === latitude && own.current.longitude === longitude) return;
    own.current = { latitude, longitude };
    map.setView([latitude, longitude], Math.max(map.getZoom(), nearZoom()), { animate: false });
  }, [map, latitude, longitude]);
  if (!value) return null;
  return (
    <Marker
      position={[value.latitude, value.longitude]}
      icon={PIN}
      draggable={!disabled}
      title={translate('admin.map.pin')}
      eventHandlers={{ dragend: ({ target }) => choose((target as L.Marker).getLatLng()) }}
    />
  );
}

/** A position on the map: a click places the pin, and the pin can be dragged. Whoever shows it offers to type the coordinates as well. */
export function PointMap({ label, value, ...rest }: PointMapProps) {
  return (
    <BaseMap label={label} centre={value && [value.latitude, value.longitude]}>
      <Pin value={value} {...rest} />
    </BaseMap>
  );
}
