import { useEffect, useState } from 'react';
import { useTheme } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import L from 'leaflet';
import { useMap } from 'react-leaflet';
import type { AdminDataProvider } from '../providers/dataProvider.ts';
import { graticule } from './mapProjection.ts';
import { placeSearch, type Place } from './settings.ts';
import { loadCountries } from './world.ts';

/** One landmark alone is shown with what lies around it. */
const MOST_ZOOM = 9;

/** Room that the degrees of a meridian take, in pixels. */
const LABEL_WIDTH = 60;

/** Lines of latitude and longitude with their degrees, drawn anew for what is seen. */
function drawGrid(map: L.Map, layer: L.LayerGroup, colour: string): void {
  const bounds = map.getBounds();
  const { x: width, y: height } = map.getSize();
  if (width === 0 || height === 0) return;
  const { lat: latitude, lng: longitude } = bounds.getCenter();
  const view = { latitude, longitude, span: Math.min(180, bounds.getNorth() - bounds.getSouth()) };
  const { latitudes, longitudes, decimals } = graticule(view, { width, height });
  const style = { color: colour, weight: 1, interactive: false };
  layer.clearLayers();
  const label = (at: L.LatLngExpression, text: string): L.Marker =>
    L.marker(at, {
      icon: L.divIcon({ className: 'map-degrees', html: `<span>${text}</span>`, iconSize: [0, 0] }),
      interactive: false,
      keyboard: false,
    });
  for (const at of latitudes) {
    layer.addLayer(L.polyline([[at, bounds.getWest()], [at, bounds.getEast()]], style)); // prettier-ignore
    layer.addLayer(label([at, bounds.getWest()], `${at.toFixed(decimals)}°`));
  }
  const [first = 0, second = Infinity] = longitudes;
  const step = second - first;
  const apart = (width * step) / (bounds.getEast() - bounds.getWest());
  // Where meridians stand closer than their degrees are wide, only every second, third, … says them.
  const every = Math.max(1, Math.ceil(LABEL_WIDTH / apart));
  for (const at of longitudes) {
    layer.addLayer(L.polyline([[bounds.getSouth(), at], [bounds.getNorth(), at]], style)); // prettier-ignore
    if (Math.round(at / step) % every === 0) layer.addLayer(label([bounds.getNorth(), at], `${at.toFixed(decimals)}°`));
  }
}

/**
 * What can be drawn without a tile server: countries, a grid with its degrees and the landmarks of the application. `showAll` brings the
 * landmarks into sight once they are known, unless the user has zoomed meanwhile.
 */
export function PlainGround({ showAll }: { readonly showAll: boolean }) {
  const map = useMap();
  const { palette } = useTheme();
  const provider = useDataProvider<AdminDataProvider>();
  const search = placeSearch();
  const { data: countries } = useQuery({ queryKey: ['map', 'countries'], queryFn: loadCountries, staleTime: Infinity });
  const { data: landmarks } = useQuery({
    queryKey: ['map', 'landmarks', search],
    queryFn: async ({ signal }) => (await provider.call<Place[]>('GET', search!, {}, { signal })).data,
    enabled: search !== undefined,
    staleTime: 300_000,
    retry: false,
  });
  const [firstZoom] = useState(() => map.getZoom());
  useEffect(() => {
    if (!showAll || !landmarks?.length || map.getZoom() !== firstZoom) return;
    const bounds = L.latLngBounds(landmarks.map(({ latitude, longitude }) => [latitude, longitude]));
    map.fitBounds(bounds, { padding: [40, 40], maxZoom: MOST_ZOOM, animate: false });
  }, [map, showAll, landmarks, firstZoom]);
  const land = palette.mode === 'dark' ? '#3b424c' : '#eceae3';
  const line = palette.mode === 'dark' ? '#5b6470' : '#c4c0b4';

  useEffect(() => {
    if (!countries) return undefined;
    const style = { color: line, weight: 1, fillColor: land, fillOpacity: 1 };
    const layer = L.geoJSON(countries, { style, interactive: false }).addTo(map);
    layer.bringToBack();
    return () => void layer.remove();
  }, [map, countries, land, line]);

  useEffect(() => {
    const layer = L.layerGroup().addTo(map);
    const draw = (): void => drawGrid(map, layer, line);
    draw();
    map.on('moveend resize', draw);
    return () => {
      map.off('moveend resize', draw);
      layer.remove();
    };
  }, [map, line]);

  useEffect(() => {
    const layer = L.layerGroup().addTo(map);
    for (const { name, latitude, longitude } of landmarks ?? []) {
      const dot = L.circleMarker([latitude, longitude], {
        radius: 3,
        color: palette.text.secondary,
        fillOpacity: 1,
        interactive: false,
      });
      // Names are texts of users: never markup.
      const text = document.createElement('span');
      text.textContent = name;
      dot.bindTooltip(text, { permanent: true, direction: 'right', className: 'map-name', offset: [4, 0] });
      layer.addLayer(dot);
    }
    return () => void layer.remove();
  }, [map, landmarks, palette.text.secondary]);
  return null;
}
