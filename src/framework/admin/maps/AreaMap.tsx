import { use, useEffect, useRef, useState } from 'react';
import { Box, Button, Typography } from '@mui/material';
import { useTheme } from '@mui/material/styles';
import { useTranslate } from 'react-admin';
import L from 'leaflet';
import { useMap } from 'react-leaflet';
import { cornersOf, type Area } from '../values/geoArea.ts';
import { useTexts } from '../values/labels.ts';
import { BaseMap } from './BaseMap.tsx';
import { loadDrawing } from './leafletDraw.ts';

export interface AreaMapProps {
  readonly label: string;
  readonly value: Area | null | undefined;
  readonly disabled: boolean;
  readonly onChange: (value: Area | null) => void;
  /** Where to begin when nothing is drawn yet. */
  readonly near?: readonly [latitude: number, longitude: number];
}

const DECIMALS = 6;
const round = (degrees: number): number => Number(degrees.toFixed(DECIMALS));

type LatLng = [latitude: number, longitude: number];

/** Corners as Leaflet has them. */
const positionsOf = (value: unknown): LatLng[] =>
  cornersOf(value).map(([longitude, latitude]) => [latitude, longitude]);

/** Every corner of a drawn polygon, closed as GeoJSON wants it. */
export function areaOf(polygon: L.Polygon): Area {
  const ring = (polygon.getLatLngs()[0] as L.LatLng[]).map(
    ({ lat, lng }): [number, number] => [round(lng), round(lat)], // prettier-ignore
  );
  return { type: 'Polygon', coordinates: [[...ring, ring[0]!]] };
}

type Editable = L.Polygon & { readonly editing: { enable(): void; disable(): void } };

/** Corners are moved with a pointer only, and typed otherwise: as buttons without a name they would be in the way of the keyboard. */
function silenceCorner(layer: L.Layer): void {
  const icon = layer instanceof L.Marker ? layer.getElement() : undefined;
  if (!icon?.classList.contains('leaflet-editing-icon')) return;
  icon.removeAttribute('role');
  icon.removeAttribute('tabindex');
  icon.setAttribute('aria-hidden', 'true');
}

/** Shows the area and lets its corners be moved; while `drawing`, clicks set the corners of a new one. */
function Drawing({
  value,
  disabled,
  drawing,
  onDrawn,
  onEdited,
}: Pick<AreaMapProps, 'value' | 'disabled'> & {
  drawing: boolean;
  onDrawn: (area: Area) => void;
  onEdited: (area: Area) => void;
}) {
  const map = useMap();
  const { palette } = useTheme();
  const callbacks = useRef({ onDrawn, onEdited });
  useEffect(() => {
    callbacks.current = { onDrawn, onEdited };
  });
  useEffect(() => {
    const hide = ({ layer }: L.LayerEvent): void => silenceCorner(layer);
    map.on('layeradd', hide);
    return () => void map.off('layeradd', hide);
  }, [map]);
  const colour = palette.primary.main;
  const shown = useRef('');
  const text = JSON.stringify(positionsOf(value));

  useEffect(() => {
    const corners = JSON.parse(text) as LatLng[];
    if (corners.length === 0 || drawing) return undefined;
    const polygon = L.polygon(corners, { color: colour, weight: 2 }).addTo(map) as Editable;
    // What the user is changing stays where it is on the screen.
    if (shown.current !== text) map.fitBounds(polygon.getBounds(), { padding: [24, 24], animate: false });
    if (!disabled) {
      polygon.editing.enable();
      polygon.on('edit', () => {
        const area = areaOf(polygon);
        shown.current = JSON.stringify(positionsOf(area));
        callbacks.current.onEdited(area);
      });
    }
    return () => {
      if (!disabled) polygon.editing.disable();
      polygon.remove();
    };
  }, [map, text, drawing, disabled, colour]);

  useEffect(() => {
    if (!drawing) return undefined;
    const pen = new L.Draw.Polygon(map as L.DrawMap, {
      allowIntersection: false,
      showArea: false,
      shapeOptions: { color: colour, weight: 2 },
    });
    const finish = (event: L.LeafletEvent): void => {
      const area = areaOf((event as L.DrawEvents.Created).layer as L.Polygon);
      shown.current = JSON.stringify(positionsOf(area));
      callbacks.current.onDrawn(area);
    };
    map.on(L.Draw.Event.CREATED, finish);
    pen.enable();
    return () => {
      map.off(L.Draw.Event.CREATED, finish);
      pen.disable();
    };
  }, [map, drawing, colour]);
  return null;
}

/**
 * An area on the map: drawn corner by corner with clicks, its corners moved afterwards, cleared, drawn anew. Whoever shows it offers to
 * type the corners as well.
 */
export default function AreaMap({ label, value, disabled, onChange, near }: AreaMapProps) {
  useTexts('admin.map');
  use(loadDrawing());
  const translate = useTranslate();
  const [drawing, setDrawing] = useState(false);
  const empty = positionsOf(value).length === 0;
  const first = positionsOf(value)[0];
  useEffect(() => {
    const { tooltip } = L.drawLocal.draw.handlers.polygon;
    tooltip.start = translate('admin.map.draw.start');
    tooltip.cont = translate('admin.map.draw.next');
    tooltip.end = translate('admin.map.draw.end');
    L.drawLocal.draw.handlers.polyline.error = translate('admin.map.draw.crossing');
  }, [translate]);
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {!disabled && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Button size="small" variant="outlined" aria-pressed={drawing} onClick={() => setDrawing(!drawing)}>
            {translate(drawing ? 'admin.map.draw.stop' : empty ? 'admin.map.draw.draw' : 'admin.map.draw.redraw')}
          </Button>
          <Button size="small" disabled={empty || drawing} onClick={() => onChange(null)}>
            {translate('admin.map.draw.clear')}
          </Button>
          <Typography role="status" color="text.secondary" sx={{ fontSize: 13 }}>
            {translate(drawing ? 'admin.map.draw.hint' : empty ? 'admin.map.draw.none' : 'admin.map.draw.corners', {
              smart_count: positionsOf(value).length,
            })}
          </Typography>
        </Box>
      )}
      <BaseMap label={label} centre={first ?? near}>
        <Drawing
          value={value}
          disabled={disabled}
          drawing={drawing}
          onEdited={onChange}
          onDrawn={(area) => {
            setDrawing(false);
            onChange(area);
          }}
        />
      </BaseMap>
    </Box>
  );
}
