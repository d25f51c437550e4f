import type { WidgetName } from '../../../model/index.ts';
import type { FieldErrors } from '../../errors.ts';

type Position = readonly [longitude: number, latitude: number];

const MOST = { longitude: 180, latitude: 90 } as const;

const onEarth = ([longitude, latitude]: Position): boolean =>
  Math.abs(longitude) <= MOST.longitude && Math.abs(latitude) <= MOST.latitude;

function areaProblem(area: unknown): string | undefined {
  const rings = (area as { readonly coordinates?: readonly (readonly Position[])[] }).coordinates ?? [];
  if (!rings.flat().every(onEarth)) return 'msg.area.offEarth';
  const isClosed = (ring: readonly Position[]): boolean => String(ring[0]) === String(ring.at(-1));
  return rings.every(isClosed) ? undefined : 'msg.area.open';
}

/**
 * What is wrong with a place that has the shape of its schema, at its path: a position that is none on earth (WGS 84), or the ring of a
 * GeoJSON polygon that does not end where it begins.
 */
export function geoProblems(widget: WidgetName | undefined, value: unknown, path: string): FieldErrors {
  if (widget === 'geo-area') {
    const problem = areaProblem(value);
    return problem ? { [path]: problem } : {};
  }
  if (widget !== 'geo-point') return {};
  const beyond = Object.entries(MOST).filter(
    ([name, most]) => Math.abs((value as Readonly<Record<string, number>>)[name] ?? 0) > most,
  );
  return Object.fromEntries(beyond.map(([name]) => [`${path}.${name}`, 'msg.outOfRange']));
}
