/** A position in degrees (WGS-84). */
export interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

const within = (value: unknown, limit: number): value is number =>
  typeof value === 'number' && Math.abs(value) <= limit;

/** The position that two typed numbers are; undefined while they are none. */
export function positionOf(value: Readonly<Record<string, unknown>> | null | undefined): Position | undefined {
  const { latitude, longitude } = value ?? {};
  return within(latitude, 90) && within(longitude, 180) ? { latitude, longitude } : undefined;
}
