import { MOST_DEGREES, type Area, type Corner } from '../../model/index.ts';

const LINE = /^\s*(-?\d+(?:\.\d+)?)\s*[,;\s]\s*(-?\d+(?:\.\d+)?)\s*$/;
export const LEAST_CORNERS = 3;

/** The corners of an area, without the one that closes its ring. */
export function cornersOf(area: unknown): readonly Corner[] {
  const ring = (area as Partial<Area> | null | undefined)?.coordinates?.[0] ?? [];
  const closed = ring.length > 1 && ring[0]!.join() === ring.at(-1)!.join();
  return closed ? ring.slice(0, -1) : ring;
}

/** The area with these corners, its ring closed as GeoJSON wants it; null without any. */
export function areaOf(corners: readonly Corner[]): Area | null {
  return corners.length === 0 ? null : { type: 'Polygon', coordinates: [[...corners, corners[0]!]] };
}

/** The corners of an area, one `latitude, longitude` a line, as maps show and people paste them. */
export function areaToText(area: unknown): string {
  return cornersOf(area)
    .map(([longitude, latitude]) => `${latitude}, ${longitude}`)
    .join('\n');
}

/** The area that the lines describe; null for no line, undefined while they do not describe one. */
export function textToArea(text: string): Area | null | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) return null;
  const corners: Corner[] = [];
  for (const line of lines) {
    const [, latitude, longitude] = LINE.exec(line) ?? [];
    if (latitude === undefined || longitude === undefined) return undefined;
    if (Math.abs(Number(latitude)) > MOST_DEGREES.latitude) return undefined;
    if (Math.abs(Number(longitude)) > MOST_DEGREES.longitude) return undefined;
    corners.push([Number(longitude), Number(latitude)]);
  }
  return corners.length < LEAST_CORNERS ? undefined : areaOf(corners);
}
