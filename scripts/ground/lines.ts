export type Point = readonly [x: number, y: number];
export type Line = readonly Point[];

const METRES = 111_195;
/** Ends of neighbouring pieces differ by the precision of their bins. */
const CLOSE = 1e-4;

const keyOf = ([x, y]: Point): string => `${Math.round(x / CLOSE)} ${Math.round(y / CLOSE)}`;

/** Every key that a point as good as this one could have. */
function keysAround([x, y]: Point): string[] {
  const [i, j] = [Math.round(x / CLOSE), Math.round(y / CLOSE)];
  return [0, -1, 1].flatMap((a) => [0, -1, 1].map((b) => `${i + a} ${j + b}`));
}

/** Pieces that end where others begin, as one line each. */
export function joined(pieces: readonly Line[]): Line[] {
  const ends = new Map<string, Set<number>>();
  const add = (point: Point, index: number): void => {
    const key = keyOf(point);
    ends.set(key, (ends.get(key) ?? new Set()).add(index));
  };
  for (const [index, piece] of pieces.entries()) {
    add(piece[0]!, index);
    add(piece.at(-1)!, index);
  }
  const used = new Set<number>();
  const near = (one: Point, other: Point): boolean =>
    Math.abs(one[0] - other[0]) < 2 * CLOSE && Math.abs(one[1] - other[1]) < 2 * CLOSE;
  const follow = (from: Point): Line | undefined => {
    for (const key of keysAround(from)) {
      for (const index of ends.get(key) ?? []) {
        if (used.has(index)) continue;
        used.add(index);
        const piece = pieces[index]!;
        return near(piece[0]!, from) ? piece : piece.toReversed();
      }
    }
    return undefined;
  };
  return pieces.flatMap((piece, index) => {
    if (used.has(index)) return [];
    used.add(index);
    const forward: Point[] = [...piece];
    const isClosed = (): boolean => forward.length > 3 && near(forward[0]!, forward.at(-1)!);
    for (
      let next = isClosed() ? undefined : follow(forward.at(-1)!);
      next;
      next = isClosed() ? undefined : follow(forward.at(-1)!)
    )
      for (const point of next.slice(1)) forward.push(point);
    if (isClosed()) return [[...forward.slice(0, -1), forward[0]!]];
    const backward: Point[] = [];
    for (let next = follow(forward[0]!); next; next = follow(backward.at(-1)!))
      for (const point of next.slice(1)) backward.push(point);
    return [[...backward.reverse(), ...forward]];
  });
}

/** How far off a point is from the line between two others, in metres. */
function off([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const shrink = Math.cos((y * Math.PI) / 180);
  const [dx, dy] = [(bx - ax) * shrink, by - ay];
  const [px, py] = [(x - ax) * shrink, y - ay];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / length));
  return Math.hypot(px - along * dx, py - along * dy) * METRES;
}

/**
 * Douglas and Peucker's line with a tolerance, in metres, that depends on the place: no point that is further off than its own tolerance
 * is left out. Undefined where nothing is left to see.
 */
export function simplified(line: Line, tolerance: (x: number, y: number) => number): Line | undefined {
  const allowed = line.map(([x, y]) => tolerance(x, y));
  const kept = new Uint8Array(line.length);
  kept[0] = kept[line.length - 1] = 1;
  // A ring has no two ends: it is halved at what lies furthest from its start.
  const spans: [number, number][] = [[0, line.length - 1]];
  while (spans.length > 0) {
    const [from, to] = spans.pop()!;
    let [worst, at] = [0, -1];
    for (let i = from + 1; i < to; i++) {
      const excess = off(line[i]!, line[from]!, line[to]!) / allowed[i]!;
      if (excess > worst) [worst, at] = [excess, i];
    }
    if (worst <= 1) continue;
    kept[at] = 1;
    spans.push([from, at], [at, to]);
  }
  const left = line.filter((_point, index) => kept[index] === 1);
  const isRing = keyOf(line[0]!) === keyOf(line.at(-1)!);
  return left.length < (isRing ? 4 : 2) ||
    (!isRing && left.length === 2 && off(left[0]!, left[1]!, left[1]!) < 4 * allowed[0]!)
    ? undefined
    : left;
}
