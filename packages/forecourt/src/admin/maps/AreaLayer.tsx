import { useEffect, useState } from 'react';
import { useTheme } from '@mui/material/styles';
import L from 'leaflet';
import { Marker, Polygon, useMap } from 'react-leaflet';
import type { Corner } from '../../model/index.ts';
import { cornersOf } from '../values/geoArea.ts';
import { BETWEEN, CHOSEN, CORNER, cornerAt, latLng, type EditingProps } from './areaDrawing.ts';
import { areaKey } from './useFit.ts';

/** Beyond so many corners the marks between them would be in each other's way. */
const MOST_BETWEEN = 60;

const middle = (a: Corner, b: Corner): Corner => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];

/** The outline with a mark at each corner, to be dragged, and one between each two, which becomes a corner. */
function Outline({ drawing, own, colour }: EditingProps) {
  const { corners, chosen, onCorners, onChoose } = drawing;
  const [moving, setMoving] = useState<readonly Corner[]>();
  const set = (next: readonly Corner[]): void => {
    own.current = areaKey(next);
    setMoving(undefined);
    onCorners(next);
  };
  const shown = moving ?? corners;
  const dragged = (event: L.LeafletEvent): Corner => cornerAt((event.target as L.Marker).getLatLng());
  return (
    <>
      <Polygon positions={shown.map(latLng)} pathOptions={{ color: colour, weight: 2, interactive: false }} />
      {corners.length <= MOST_BETWEEN &&
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
          draggable
          keyboard={false}
          zIndexOffset={100}
          eventHandlers={{
            click: () => onChoose(index),
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

/** An area while it is drawn or changed. */
function Editing(props: EditingProps) {
  const { pen, tool } = props.drawing;
  const map = useMap();
  // Two corners set quickly are no double click, wherever they lie: the map would zoom under the pen.
  useEffect(() => {
    if (!pen) return undefined;
    map.doubleClickZoom.disable();
    return () => void map.doubleClickZoom.enable();
  }, [map, pen]);
  // Where it could not be loaded, corners that are typed or set by keys are seen all the same.
  const Drawn = (pen && tool) || Outline;
  return <Drawn {...props} />;
}

/** An area to be seen, or to be drawn and changed. */
export function AreaLayer({
  area,
  drawing,
  own,
}: Pick<EditingProps, 'own'> & { area: unknown; drawing: EditingProps['drawing'] | undefined }) {
  const { palette } = useTheme();
  const { main } = palette.primary;
  if (drawing) return <Editing drawing={drawing} own={own} colour={drawing.wrong ? palette.error.main : main} />;
  const corners = cornersOf(area);
  if (corners.length === 0) return null;
  return <Polygon positions={corners.map(latLng)} pathOptions={{ color: main, weight: 2, interactive: false }} />;
}
