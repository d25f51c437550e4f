/** A position in degrees (WGS-84). */
export interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

/** As GeoJSON has it. */
export type Corner = readonly [longitude: number, latitude: number];

/** A GeoJSON polygon with one ring, as records store an area (WGS-84). */
export interface Area {
  readonly type: 'Polygon';
  readonly coordinates: readonly (readonly Corner[])[];
}

export const MOST_DEGREES = { longitude: 180, latitude: 90 } as const;

/** What judges an area compares every edge with every other. */
export const MOST_CORNERS = 1_000;

const onEarth = ([longitude, latitude]: Corner): boolean =>
  Math.abs(longitude) <= MOST_DEGREES.longitude && Math.abs(latitude) <= MOST_DEGREES.latitude;

const same = (one: Corner, other: Corner): boolean => one[0] === other[0] && one[1] === other[1];

/** Above 0: `c` lies left of the line from `a` to `b`; 0: on it. */
const side = (a: Corner, b: Corner, c: Corner): number =>
  Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));

const within = (a: Corner, b: Corner, c: Corner): boolean =>
  Math.min(a[0], b[0]) <= c[0] &&
  c[0] <= Math.max(a[0], b[0]) &&
  Math.min(a[1], b[1]) <= c[1] &&
  c[1] <= Math.max(a[1], b[1]);

/** Two edges have a point in common. */
function meet(a: Corner, b: Corner, c: Corner, d: Corner): boolean {
  const [c1, d1, a1, b1] = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)];
  if (c1 * d1 < 0 && a1 * b1 < 0) return true;
  return (
    (c1 === 0 && within(a, b, c)) ||
    (d1 === 0 && within(a, b, d)) ||
    (a1 === 0 && within(c, d, a)) ||
    (b1 === 0 && within(c, d, b))
  );
}

/** Whether the outline through these corners (closed by itself) crosses or touches itself, or encloses nothing. */
export function crossesItself(corners: readonly Corner[]): boolean {
  const ring = corners.filter((corner, index) => !same(corner, corners.at(index - 1)!));
  const count = ring.length;
  if (count < 3) return true;
  const at = (index: number): Corner => ring[index % count]!;
  for (let i = 0; i < count; i++) {
    // Back along the same line: neighbours share a corner and no more.
    const [a, b, c] = [at(i), at(i + 1), at(i + 2)];
    if (side(a, b, c) === 0 && (within(a, b, c) || within(b, c, a))) return true;
    for (let j = i + 2; j < count; j++) {
      if (i === 0 && j === count - 1) continue;
      if (meet(a, b, at(j), at(j + 1))) return true;
    }
  }
  return false;
}

/** What is wrong with an area of the right shape, as the key of a message; undefined when nothing is (D-FW-10). */
export function areaProblem(area: Pick<Area, 'coordinates'>): string | undefined {
  const rings = area.coordinates;
  if (!rings.flat().every(onEarth)) return 'msg.area.offEarth';
  if (!rings.every((ring) => ring.length > 0 && same(ring[0]!, ring.at(-1)!))) return 'msg.area.open';
  if (rings.some((ring) => ring.length > MOST_CORNERS + 1)) return 'msg.area.corners';
  return rings.some((ring) => crossesItself(ring.slice(0, -1))) ? 'msg.area.crossing' : undefined;
}
