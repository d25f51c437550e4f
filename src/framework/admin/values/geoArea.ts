/** A GeoJSON polygon with one ring, as records store an area. Positions are longitude, latitude (WGS-84). */
export interface Area {
  readonly type: 'Polygon';
  readonly coordinates: readonly (readonly (readonly [longitude: number, latitude: number])[])[];
}

const LINE = /^\s*(-?\d+(?:\.\d+)?)\s*[,;\s]\s*(-?\d+(?:\.\d+)?)\s*$/;
const LEAST_POINTS = 3;

/** The corners of an area, without the one that closes its ring. */
export function cornersOf(area: unknown): readonly (readonly [longitude: number, latitude: number])[] {
  const ring = (area as Partial<Area> | null | undefined)?.coordinates?.[0] ?? [];
  const closed = ring.length > 1 && ring[0]!.join() === ring.at(-1)!.join();
  return closed ? ring.slice(0, -1) : ring;
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
  const ring: [number, number][] = [];
  for (const line of lines) {
    const [, latitude, longitude] = LINE.exec(line) ?? [];
    if (latitude === undefined || longitude === undefined) return undefined;
    if (Math.abs(Number(latitude)) > 90 || Math.abs(Number(longitude)) > 180) return undefined;
    ring.push([Number(longitude), Number(latitude)]);
  }
  return ring.length < LEAST_POINTS ? undefined : { type: 'Polygon', coordinates: [[...ring, ring[0]!]] };
}
