const STEPS = [60, 30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005];
/** At least so many lines from top to bottom. */
const LINES = 4;

/** What part of the earth is seen, in degrees. */
export interface Sight {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

interface Graticule {
  readonly latitudes: readonly number[];
  readonly longitudes: readonly number[];
  /** Decimals that tell one line from the next. */
  readonly decimals: number;
}

/** Round degrees to draw lines at. */
export function graticule({ south, north, west, east }: Sight): Graticule {
  const step = STEPS.find((one) => (north - south) / one >= LINES) ?? STEPS.at(-1)!;
  const lines = (from: number, to: number): number[] => {
    const [first, last] = [Math.ceil(from / step), Math.floor(to / step)];
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * step);
  };
  return {
    latitudes: lines(Math.max(-90, south), Math.min(90, north)),
    longitudes: lines(west, east),
    decimals: Math.max(0, Math.ceil(-Math.log10(step))),
  };
}
