import L from 'leaflet';

/** What Leaflet's canvas calls by itself. */
interface Drawing {
  readonly _ctx?: unknown;
  _redraw(): void;
}

const drawing = L.Canvas.prototype as unknown as Drawing;

/**
 * Leaflet forgets a frame that it has asked for when it draws at once, and so cannot take it back: one that comes when the canvas is gone
 * must find nothing to do.
 */
const Canvas = L.Canvas.extend({
  _redraw(this: Drawing) {
    if (this._ctx !== undefined) drawing._redraw.call(this);
  },
}) as unknown as new (options: L.RendererOptions) => L.Canvas;

/** A canvas for paths that may be taken away with its map at any moment. */
export const createCanvas = (options: L.RendererOptions): L.Canvas => new Canvas(options);
