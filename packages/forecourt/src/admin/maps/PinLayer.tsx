import { type RefObject } from 'react';
import { useTranslate } from 'react-admin';
import L from 'leaflet';
import { Marker, useMapEvents } from 'react-leaflet';
import { roundDegrees, type Position } from '../values/position.ts';
import { pinKey } from './useFit.ts';

const PIN = L.divIcon({
  className: '',
  html: '<span class="map-pin"></span>',
  iconSize: [28, 28],
  iconAnchor: [14, 34],
});

/** The one position that is chosen: a click sets it, and it can be dragged. */
export function PinLayer({
  pin,
  onPin,
  own,
}: {
  pin: Position | undefined;
  onPin: ((position: Position) => void) | undefined;
  own: RefObject<string>;
}) {
  const translate = useTranslate();
  const choose = (at: L.LatLng): void => {
    const { lat, lng } = at.wrap();
    const position = { latitude: roundDegrees(lat), longitude: roundDegrees(lng) };
    own.current = pinKey(position);
    onPin?.(position);
  };
  useMapEvents(onPin ? { click: ({ latlng }) => choose(latlng) } : {});
  if (!pin) return null;
  return (
    <Marker
      position={[pin.latitude, pin.longitude]}
      icon={PIN}
      draggable={onPin !== undefined}
      interactive={onPin !== undefined}
      keyboard={false}
      title={translate('admin.map.pin')}
      eventHandlers={{ dragend: ({ target }) => choose((target as L.Marker).getLatLng()) }}
    />
  );
}
