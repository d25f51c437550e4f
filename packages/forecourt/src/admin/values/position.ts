import { MOST_DEGREES, type Position } from '../../model/index.ts';

export type { Position };

const within = (value: unknown, limit: number): value is number =>
  typeof value === 'number' && Math.abs(value) <= limit;

/** The position that two typed numbers are; undefined while they are none. */
export function positionOf(value: Readonly<Record<string, unknown>> | null | undefined): Position | undefined {
  const { latitude, longitude } = value ?? {};
  return within(latitude, MOST_DEGREES.latitude) && within(longitude, MOST_DEGREES.longitude)
    ? { latitude, longitude }
    : undefined;
}

/** The position that a record holds in one property or two; undefined when it has none. */
export function recordPosition(
  record: Readonly<Record<string, unknown>>,
  fields: { readonly point?: string; readonly latitude?: string; readonly longitude?: string },
): Position | undefined {
  if (fields.point !== undefined) return positionOf(record[fields.point] as Record<string, unknown> | null);
  return positionOf({ latitude: record[fields.latitude ?? ''], longitude: record[fields.longitude ?? ''] });
}

const DECIMALS = 6;

/** A tenth of a metre; more would be pretended. */
export const roundDegrees = (degrees: number): number => Number(degrees.toFixed(DECIMALS));
