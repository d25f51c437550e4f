import { useEffect, useState, type RefObject } from 'react';
import { useTheme } from '@mui/material/styles';
import L from 'leaflet';
import { Marker, Polygon, Polyline, useMap, useMapEvents } from 'react-leaflet';
import type { Corner } from '../../model/index.ts';
import { cornersOf } from '../values/geoArea.ts';
import { roundDegrees } from '../values/position.ts';
import { areaKey } from './useFit.ts';

/** An area while it is drawn and changed. Corners are longitude, latitude. */
export interface AreaDrawing {
  readonly corners: readonly Corner[];
  /** The pen is down: clicks set corners, and the outline is open. */
  readonly pen: boolean;
  readonly chosen: number | undefined;
  /** Something is wrong with its outline. */
  readonly wrong: boolean;
  readonly onCorners: (corners: readonly Corner[]) => void;
  readonly onChoose: (index: number) => void;
  /** The first corner was clicked while the pen is down. */
  readonly onClose: () => void;
}

/** Beyond so many corners the marks between them would be in each other's way. */
const MOST_BETWEEN = 60;

const icon = (name: string): L.DivIcon =>
  L.divIcon({ className: '', html: `<span class="${name}"></span>`, iconSize: [28, 28], iconAnchor: [14, 14] });
const CORNER = icon('map-corner');
const CHOSEN = icon('map-corner map-corner-chosen');
const BETWEEN = icon('map-between');

const latLng = ([longitude, latitude]: Corner): [number, number] => [latitude, longitude];
const cornerAt = ({ lat, lng }: L.LatLng): Corner => [roundDegrees(lng), roundDegrees(lat)];
const middle = (a: Corner, b: Corner): Corner => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];

/** The outline with a mark at each corner, to be dragged, and one between each two, which becomes a corner. */
function Editing({ drawing, own, colour }: { drawing: AreaDrawing; own: RefObject<string>; colour: string }) {
  const { corners, pen, chosen, onCorners, onChoose, onClose } = drawing;
  const [moving, setMoving] = useState<readonly Corner[]>();
  const [pointer, setPointer] = useState<Corner>();
  const map = useMap();
  // Two corners set quickly are no double click, wherever they lie: the map would zoom under the pen.
  useEffect(() => {
    if (!pen) return undefined;
    map.doubleClickZoom.disable();
    return () => void map.doubleClickZoom.enable();
  }, [map, pen]);
  const set = (next: readonly Corner[]): void => {
    own.current = areaKey(next);
    setMoving(undefined);
    onCorners(next);
  };
  useMapEvents(
    pen
      ? {
          click: ({ latlng }) => set([...corners, cornerAt(latlng.wrap())]),
          mousemove: ({ latlng }) => setPointer(cornerAt(latlng)),
        }
      : {},
  );
  const shown = moving ?? corners;
  const dragged = (event: L.LeafletEvent): Corner => cornerAt((event.target as L.Marker).getLatLng());
  const outline = { color: colour, weight: 2, interactive: false };
  return (
    <>
      {pen ? (
        <Polyline positions={[...shown, ...(pointer ? [pointer] : [])].map(latLng)} pathOptions={outline} />
      ) : (
        <Polygon positions={shown.map(latLng)} pathOptions={outline} />
      )}
      {!pen &&
        corners.length <= MOST_BETWEEN &&
        corners.map((corner, index) => {
          const at = middle(corner, corners[(index + 1) % corners.length]!);
          const added = (one: Corner): readonly Corner[] => corners.toSpliced(index + 1, 0, one);
          return (
            <Marker
              key={`between ${index} ${at.join()}`}
              position={latLng(at)}
              icon={BETWEEN}
              draggable
              keyboard={false}
              eventHandlers={{
                click: () => set(added(cornerAt(L.latLng(latLng(at))))),
                drag: (event) => setMoving(added(dragged(event))),
                dragend: (event) => set(added(dragged(event))),
              }}
            />
          );
        })}
      {corners.map((corner, index) => (
        <Marker
          key={`corner ${index}`}
          position={latLng(moving?.length === corners.length ? moving[index]! : corner)}
          icon={index === chosen ? CHOSEN : CORNER}
          draggable={!pen}
          keyboard={false}
          zIndexOffset={100}
          eventHandlers={{
            click: () => (pen && index === 0 ? onClose() : onChoose(index)),
            drag: (event) => setMoving(corners.with(index, dragged(event))),
            dragend: (event) => {
              // Not before: another icon would end the drag.
              onChoose(index);
              set(corners.with(index, dragged(event)));
            },
          }}
        />
      ))}
    </>
  );
}

/** An area to be seen, or to be drawn and changed. */
export function AreaLayer({
  area,
  drawing,
  own,
}: {
  area: unknown;
  drawing: AreaDrawing | undefined;
  own: RefObject<string>;
}) {
  const { palette } = useTheme();
  const { main } = palette.primary;
  if (drawing) return <Editing drawing={drawing} own={own} colour={drawing.wrong ? palette.error.main : main} />;
  const corners = cornersOf(area);
  if (corners.length === 0) return null;
  return <Polygon positions={corners.map(latLng)} pathOptions={{ color: main, weight: 2, interactive: false }} />;
}
