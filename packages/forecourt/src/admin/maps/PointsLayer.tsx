import { useEffect, useRef } from 'react';
import { useTheme } from '@mui/material/styles';
import type { Identifier } from 'react-admin';
import L from 'leaflet';
import { useMap } from 'react-leaflet';
import { createCanvas } from './canvas.ts';
import type { MapPoint } from './GeoMap.tsx';

const RADIUS = 7;
/** A finger needs more room than a dot has. */
const REACH = 8;

const asText = (text: string): HTMLElement => {
  const element = document.createElement('span');
  element.textContent = text;
  return element;
};

/** Points on one canvas, the chosen one larger and on top; their names where the pointer is. */
export function PointsLayer({
  points,
  chosen,
  onChoose,
}: {
  points: readonly MapPoint[];
  chosen: Identifier | undefined;
  onChoose: ((id: Identifier) => void) | undefined;
}) {
  const map = useMap();
  const { palette } = useTheme();
  const dots = useRef(new Map<Identifier, L.CircleMarker>());
  const choose = useRef(onChoose);
  // Where none is chosen, a click is the map's: a corner may stand on a point.
  const choosable = onChoose !== undefined;
  useEffect(() => {
    choose.current = onChoose;
  });
  const fillColor = palette.primary.main;
  const color = palette.background.paper;

  useEffect(() => {
    if (points.length === 0) return undefined;
    const renderer = createCanvas({ tolerance: REACH });
    const layer = L.featureGroup();
    const drawn = dots.current;
    for (const { id, latitude, longitude, name } of points) {
      const options = { renderer, radius: RADIUS, color, weight: 2, fillColor, fillOpacity: 1, bubblingMouseEvents: !choosable }; // prettier-ignore
      const dot = L.circleMarker([latitude, longitude], options);
      if (choosable) dot.on('click', () => choose.current?.(id));
      layer.addLayer(dot);
      drawn.set(id, dot);
      dot.bindTooltip(() => asText(name));
    }
    layer.addTo(map);
    return () => {
      drawn.clear();
      layer.remove();
      renderer.remove();
    };
  }, [map, points, choosable, color, fillColor]);

  useEffect(() => {
    const dot = chosen === undefined ? undefined : dots.current.get(chosen);
    dot?.setRadius(RADIUS + 3).bringToFront();
    return () => void dot?.setRadius(RADIUS);
  }, [chosen, points]);
  return null;
}
