import type { ComponentType, RefObject } from 'react';
import L from 'leaflet';
import type { Corner } from '../../model/index.ts';
import { roundDegrees } from '../values/position.ts';

/** An area while it is drawn and changed. Corners are longitude, latitude. */
export interface AreaDrawing {
  readonly corners: readonly Corner[];
  /** The pen is down: clicks set corners, and the outline is open. */
  readonly pen: boolean;
  /** Draws with a pointer while the pen is down. */
  readonly tool: ComponentType<EditingProps> | undefined;
  readonly chosen: number | undefined;
  /** Something is wrong with its outline. */
  readonly wrong: boolean;
  readonly onCorners: (corners: readonly Corner[]) => void;
  readonly onChoose: (index: number) => void;
  /** The outline was closed by the pointer: at its first corner, or by a double click at its last. */
  readonly onClose: () => void;
  /** Escape was pressed while the pen is down. */
  readonly onStop: () => void;
}

/** What shows one on its map. */
export interface EditingProps {
  readonly drawing: AreaDrawing;
  /** What the map itself has set last (`areaKey`). */
  readonly own: RefObject<string>;
  readonly colour: string;
}

const icon = (name: string): L.DivIcon =>
  L.divIcon({ className: '', html: `<span class="${name}"></span>`, iconSize: [28, 28], iconAnchor: [14, 14] });

/** How a corner of an area looks on a map, one that is chosen, and the mark that becomes one. */
export const CORNER = icon('map-corner');
export const CHOSEN = icon('map-corner map-corner-chosen');
export const BETWEEN = icon('map-between');

/** Corners are longitude, latitude; Leaflet takes them the other way round. */
export const latLng = ([longitude, latitude]: Corner): [number, number] => [latitude, longitude];
export const cornerAt = ({ lat, lng }: L.LatLng): Corner => [roundDegrees(lng), roundDegrees(lat)];
