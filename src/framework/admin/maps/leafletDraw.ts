import L from 'leaflet';

// leaflet-draw writes to an undeclared global `type` while it measures. In a module that throws, and the vertex being drawn is lost.
Object.assign(globalThis, { L, type: '' });

let loading: Promise<unknown> | undefined;

/** Loads leaflet-draw, which adds itself to the Leaflet it finds. */
export const loadDrawing = (): Promise<unknown> =>
  (loading ??= Promise.all([import('leaflet-draw'), import('leaflet-draw/dist/leaflet.draw.css')]));
