import L from 'leaflet';
import { createCanvas } from './canvas.ts';
import { graticule } from './graticule.ts';
import { decodeLine, type GroundFile } from './groundFile.ts';
import type { Town } from './settings.ts';

export interface GroundColours {
  readonly land: string;
  readonly water: string;
  /** Coasts and rivers: lines must be told from the land. */
  readonly shore: string;
  readonly border: string;
  readonly grid: string;
}

/** Below the tiles, so that those cover it as they come. */
const GROUND = 'map-ground';
const NAMES = 'map-names';

/** From these zooms on the smaller waters are drawn: before, they would be a tangle. */
const STREAM_ZOOM = 9;
const CANAL_ZOOM = 10;

/** Room that a name takes, in pixels. */
const LETTER_WIDTH = 7;
const NAME_HEIGHT = 18;
/** Room that the degrees of a line take. */
const DEGREES_WIDTH = 60;

function paneOf(map: L.Map, name: string, zIndex: number): string {
  const pane = map.getPane(name) ?? map.createPane(name);
  pane.style.zIndex = String(zIndex);
  // Names of places belong to the picture; whoever cannot see it is served by the lists beside it.
  pane.setAttribute('aria-hidden', 'true');
  pane.style.pointerEvents = 'none';
  return name;
}

/** A river is as wide as it is important, and grows as one comes closer. */
const widthAt = (zoom: number, least: number): number => Math.max(least, least * 2 ** ((zoom - 9) / 2));

/** Land, waters and borders: drawn once, then kept in step with the zoom. */
export function drawGround(map: L.Map, ground: GroundFile, colours: GroundColours): () => void {
  const pane = paneOf(map, GROUND, 150);
  const renderer = createCanvas({ pane, padding: 0.3 });
  const base = { renderer, pane, interactive: false };
  const filled = (rings: readonly string[], fillColor: string): L.Polygon =>
    L.polygon(
      rings.map((ring) => [decodeLine(ring)]),
      { ...base, fillColor, fillOpacity: 1, color: colours.shore, weight: 1 },
    );
  const lines = (courses: readonly string[], options: L.PolylineOptions): L.Polyline =>
    L.polyline(courses.map(decodeLine), { ...base, color: colours.shore, ...options });
  const rivers = lines(ground.rivers, {});
  const streams = lines(ground.streams, { weight: 1 });
  const canals = lines(ground.canals, { weight: 1 });
  const layers = L.layerGroup([
    filled(ground.land, colours.land),
    filled(ground.lakes, colours.water),
    filled(ground.islands, colours.land),
    streams,
    canals,
    rivers,
    lines(ground.borders, { color: colours.border, weight: 1.5, dashArray: '6 4' }),
  ]).addTo(map);
  const follow = (): void => {
    const zoom = map.getZoom();
    rivers.setStyle({ weight: Math.min(12, widthAt(zoom, 1)) });
    streams.setStyle({ weight: Math.min(5, widthAt(zoom, 0.7)), stroke: zoom >= STREAM_ZOOM });
    canals.setStyle({ weight: Math.min(3, widthAt(zoom, 0.5)), stroke: zoom >= CANAL_ZOOM });
  };
  follow();
  map.on('zoomend', follow);
  return () => {
    map.off('zoomend', follow);
    layers.remove();
    renderer.remove();
  };
}

const nameAt = (at: L.LatLngExpression, text: string, className: string, pane: string): L.Marker => {
  // Names may be texts of users: never markup.
  const html = document.createElement('span');
  html.textContent = text;
  const icon = L.divIcon({ className, html, iconSize: [0, 0] });
  return L.marker(at, { icon, pane, interactive: false, keyboard: false });
};

/** The most important names first, each where none stands yet. */
function drawNames(map: L.Map, towns: readonly Town[], layer: L.LayerGroup, pane: string): void {
  const zoom = map.getZoom();
  const bounds = map.getBounds();
  const taken: L.Bounds[] = [];
  for (const { name, latitude, longitude, zoom: from } of towns) {
    if (from > zoom || !bounds.contains([latitude, longitude])) continue;
    const { x, y } = map.latLngToContainerPoint([latitude, longitude]);
    const box = L.bounds(
      [x - 4, y - NAME_HEIGHT / 2],
      [x + 8 + name.length * LETTER_WIDTH, y + NAME_HEIGHT / 2],
    ); // prettier-ignore
    if (taken.some((other) => other.intersects(box))) continue;
    taken.push(box);
    layer.addLayer(nameAt([latitude, longitude], name, from <= 6 ? 'map-name map-name-large' : 'map-name', pane));
  }
}

/** Lines of latitude and longitude with their degrees. */
function drawGrid(map: L.Map, layer: L.LayerGroup, color: string, pane: string): void {
  const bounds = map.getBounds();
  const [south, north, west, east] = [bounds.getSouth(), bounds.getNorth(), bounds.getWest(), bounds.getEast()];
  const { latitudes, longitudes, decimals } = graticule({ south, north, west, east });
  const style = { color, weight: 1, opacity: 0.6, interactive: false, pane };
  for (const at of latitudes) {
    layer.addLayer(L.polyline([[at, west], [at, east]], style)); // prettier-ignore
    layer.addLayer(nameAt([at, west], `${at.toFixed(decimals)}°`, 'map-degrees', pane));
  }
  const step = (longitudes[1] ?? Infinity) - (longitudes[0] ?? 0);
  const apart = (map.getSize().x * step) / (east - west);
  // Where meridians stand closer than their degrees are wide, only every second, third, … says them.
  const every = Math.max(1, Math.ceil(DEGREES_WIDTH / apart));
  for (const at of longitudes) {
    layer.addLayer(L.polyline([[south, at], [north, at]], style)); // prettier-ignore
    if (Math.round(at / step) % every === 0)
      layer.addLayer(nameAt([north, at], `${at.toFixed(decimals)}°`, 'map-degrees', pane));
  }
}

/** Names and degrees, drawn anew for what is seen. */
export function drawNamesAndGrid(map: L.Map, towns: readonly Town[], grid: string): () => void {
  const pane = paneOf(map, NAMES, 160);
  const layer = L.layerGroup().addTo(map);
  const sorted = towns.toSorted((one, other) => one.zoom - other.zoom);
  const draw = (): void => {
    layer.clearLayers();
    const { x, y } = map.getSize();
    if (x === 0 || y === 0) return;
    drawGrid(map, layer, grid, pane);
    drawNames(map, sorted, layer, pane);
  };
  draw();
  map.on('moveend resize', draw);
  return () => {
    map.off('moveend resize', draw);
    layer.remove();
  };
}
