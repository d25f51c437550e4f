import type { Position } from '../values/position.ts';

/** What part of the earth is drawn: its middle, and how many degrees of latitude from top to bottom. */
export interface Viewport extends Position {
  readonly span: number;
}

/** Size of the drawing in its own units. */
export interface Frame {
  readonly width: number;
  readonly height: number;
}

export const WIDE: Frame = { width: 800, height: 520 };
/** About as many units as a phone has points, so that letters keep their size. */
export const NARROW: Frame = { width: 360, height: 400 };

/** A street corner, and the whole earth. */
const LEAST_SPAN = 0.002;
const MOST_SPAN = 180;
/** Room around the outermost records. */
const MARGIN = 1.3;

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** Degrees of longitude are shorter away from the equator: drawn so that a square stays one in the middle of the map. */
const shrink = ({ latitude }: Position): number => Math.max(0.1, Math.cos((latitude * Math.PI) / 180));

/** The position that a record holds in one property or two; undefined when it has none. */
export function positionOf(
  record: Readonly<Record<string, unknown>>,
  fields: { readonly point?: string; readonly latitude?: string; readonly longitude?: string },
): Position | undefined {
  const point = fields.point === undefined ? undefined : (record[fields.point] as Partial<Position> | null);
  const latitude: unknown = fields.point === undefined ? record[fields.latitude ?? ''] : point?.latitude;
  const longitude: unknown = fields.point === undefined ? record[fields.longitude ?? ''] : point?.longitude;
  return typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : undefined;
}

/** The part of the earth that shows all positions; the whole of it when there is none. */
export function fit(positions: readonly Position[], frame = WIDE): Viewport {
  if (positions.length === 0) return { latitude: 0, longitude: 0, span: MOST_SPAN };
  const latitudes = positions.map(({ latitude }) => latitude);
  const longitudes = positions.map(({ longitude }) => longitude);
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  const middle = { latitude: (south + north) / 2, longitude: (west + east) / 2 };
  const wide = ((east - west) * shrink(middle) * frame.height) / frame.width;
  return { ...middle, span: clamp(Math.max(north - south, wide) * MARGIN, LEAST_SPAN * 5, MOST_SPAN) };
}

/** Where a position is drawn. */
export function project(
  at: Position,
  view: Viewport,
  { width, height } = WIDE,
): { readonly x: number; readonly y: number } {
  const scale = height / view.span;
  return {
    x: width / 2 + (at.longitude - view.longitude) * scale * shrink(view),
    y: height / 2 - (at.latitude - view.latitude) * scale,
  };
}

/** Closer (factor below 1) or further away, around the middle. */
export function zoomed(view: Viewport, factor: number): Viewport {
  return { ...view, span: clamp(view.span * factor, LEAST_SPAN, MOST_SPAN) };
}

/** Moved by parts of what is seen: `east` and `north` of 0.25 are a quarter. */
export function panned(view: Viewport, east: number, north: number, { width, height } = WIDE): Viewport {
  return {
    ...view,
    latitude: clamp(view.latitude + north * view.span, -90, 90),
    longitude: clamp(view.longitude + (east * view.span * (width / height)) / shrink(view), -180, 180),
  };
}

const STEPS = [60, 30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005];
/** At least so many lines from top to bottom. */
const LINES = 4;

export interface Graticule {
  readonly latitudes: readonly number[];
  readonly longitudes: readonly number[];
  /** Decimals that tell one line from the next. */
  readonly decimals: number;
}

/** Round degrees to draw lines at. */
export function graticule(view: Viewport, { width, height } = WIDE): Graticule {
  const step = STEPS.find((one) => view.span / one >= LINES) ?? STEPS.at(-1)!;
  const across = (view.span * width) / height / shrink(view);
  const lines = (middle: number, length: number, limit: number): number[] => {
    const first = Math.ceil(Math.max(-limit, middle - length / 2) / step);
    const last = Math.floor(Math.min(limit, middle + length / 2) / step);
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * step);
  };
  return {
    latitudes: lines(view.latitude, view.span, 90),
    longitudes: lines(view.longitude, across, 180),
    decimals: Math.max(0, Math.ceil(-Math.log10(step))),
  };
}
