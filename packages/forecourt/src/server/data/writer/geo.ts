import { areaProblem, MOST_DEGREES, type Area, type WidgetName } from '../../../model/index.ts';
import type { FieldErrors } from '../../errors.ts';

/**
 * What is wrong with a place that has the shape of its schema, at its path. Either its position is none on earth (WGS
 * 84), or the ring of a GeoJSON polygon is open or crosses itself.
 */
export function geoProblems(widget: WidgetName | undefined, value: unknown, path: string): FieldErrors {
  if (widget === 'geo-area') {
    const { coordinates = [] } = value as Partial<Area>;
    const problem = areaProblem({ coordinates });
    return problem ? { [path]: problem } : {};
  }
  if (widget !== 'geo-point') return {};
  const beyond = Object.entries(MOST_DEGREES).filter(
    ([name, most]) => Math.abs((value as Readonly<Record<string, number>>)[name] ?? 0) > most,
  );
  return Object.fromEntries(beyond.map(([name]) => [`${path}.${name}`, 'msg.outOfRange']));
}
