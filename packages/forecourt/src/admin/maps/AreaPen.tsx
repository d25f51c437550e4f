import { useEffect, useLayoutEffect, useRef } from 'react';
import L from 'leaflet';
import 'leaflet-draw';
import { useMap } from 'react-leaflet';
import type { Corner } from '../../model/index.ts';
import { CHOSEN, CORNER, cornerAt, latLng, type EditingProps } from './areaDrawing.ts';
import { areaKey } from './useFit.ts';

// Of every map from now on: taps arrive as clicks, once, and what to do next is said below the map, in the language of the page.
L.Map.mergeOptions({ touchExtend: false, drawControlTooltips: false });

/** Corners are tabbed to in the list below the map. */
function leaveOut(marker: L.Marker): void {
  marker.options.keyboard = false;
  for (const name of ['tabindex', 'role', 'alt']) marker.getElement()?.removeAttribute(name);
}

/** leaflet-draw 1.0.4's tool for polygons, whose corners may also come from elsewhere. The underlined names are the library's. */
class Pen extends L.Draw.Polygon {
  declare _markers: L.Marker[];
  declare _poly: L.Polyline;
  declare _markerGroup: L.LayerGroup;
  declare _mouseMarker: L.Marker;
  declare _currentLatLng: L.LatLng;
  declare _disableMarkers: boolean;
  /** Corners come from elsewhere just now: nothing to tell. */
  taking = false;
  private readonly heard = new WeakSet<L.Marker>();

  /** The library takes no corner for a twentieth of a second after each, lest a tap be a click as well; here it is not, and quick ones are lost. */
  _disableNewMarkers(): void {
    this._disableMarkers = false;
  }

  lower(map: L.Map): void {
    this.enable();
    leaveOut(this._mouseMarker);
    // A zoom before the pointer was on the map has the library draw a line to it.
    this._currentLatLng = map.getCenter();
  }

  corners(): readonly Corner[] {
    return this._markers.map((marker) => cornerAt(marker.getLatLng().wrap()));
  }

  setCorners(map: L.Map, corners: readonly Corner[]): void {
    this.taking = true;
    this._markers.length = 0;
    this._markerGroup.clearLayers();
    map.removeLayer(this._poly.setLatLngs([]));
    for (const corner of corners) this.addVertex(L.latLng(latLng(corner)));
    this.taking = false;
  }

  mark(chosen: number | undefined, choose: (index: number) => void): void {
    for (const [index, marker] of this._markers.entries()) {
      leaveOut(marker);
      marker.setIcon(index === chosen ? CHOSEN : CORNER);
      // The first closes the outline.
      if (index === 0 || this.heard.has(marker)) continue;
      this.heard.add(marker);
      marker.on('click', () => choose(this._markers.indexOf(marker)));
    }
  }
}

/** The pen while it is down: the pointer sets corners with leaflet-draw; those that are typed or set by keys are handed to it. */
export default function AreaPen({ drawing, own, colour }: EditingProps) {
  const map = useMap();
  const pen = useRef<Pen>(undefined);
  const latest = useRef(drawing);
  const { corners, chosen } = drawing;
  useEffect(() => {
    latest.current = drawing;
  });
  // Before it is painted: whoever sees that the pen is down may click.
  useLayoutEffect(() => {
    const shapeOptions = { color: colour, weight: 2, opacity: 1, fill: false, interactive: false };
    const tool = new Pen(
      map as L.DrawMap,
      { icon: CORNER, touchIcon: CORNER, shapeOptions } as L.DrawOptions.PolygonOptions,
    );
    const onVertex = (): void => {
      if (tool.taking) return;
      const next = tool.corners();
      own.current = areaKey(next);
      latest.current.onCorners(next);
    };
    // The tool hears a pointer once it has moved; one that rested on the map clicks all the same.
    const onClick = ({ latlng, originalEvent }: L.LeafletMouseEvent): void => {
      if (!(originalEvent.target as Element).closest('.leaflet-marker-icon')) tool.addVertex(latlng);
    };
    const onCreated = (): void => latest.current.onClose();
    const onCancelled = (): void => latest.current.onStop();
    tool.lower(map);
    tool.setCorners(map, latest.current.corners);
    pen.current = tool;
    map
      .on('click', onClick)
      .on('draw:drawvertex', onVertex)
      .on('draw:created', onCreated)
      .on('draw:canceled', onCancelled);
    return () => {
      map
        .off('click', onClick)
        .off('draw:drawvertex', onVertex)
        .off('draw:created', onCreated)
        .off('draw:canceled', onCancelled);
      tool.disable();
    };
  }, [map, own, colour]);
  useEffect(() => {
    const tool = pen.current!;
    if (!tool.enabled()) return;
    if (areaKey(tool.corners()) !== areaKey(corners)) tool.setCorners(map, corners);
    tool.mark(chosen, (index) => latest.current.onChoose(index));
  }, [map, corners, chosen]);
  return null;
}
