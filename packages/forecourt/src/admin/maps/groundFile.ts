/**
 * A base map as it is stored: rings and lines as text. Each is a chain of differences in steps of a ten-thousandth of
 * a degree (11 m). Longitude comes before latitude, in digits of five bits.
 */
export interface GroundFile {
  /** Whose work it is. */
  readonly credit: string;
  /** Rings: coasts of the sea, of lakes, and of islands in lakes. */
  readonly land: readonly string[];
  readonly lakes: readonly string[];
  readonly islands: readonly string[];
  readonly borders: readonly string[];
  readonly rivers: readonly string[];
  /** Seen from near only. */
  readonly streams: readonly string[];
  readonly canals: readonly string[];
}

const STEP = 1e-4;
/** The first half ends a number, the second half says that more follows. */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const BITS = 5;
const BASE = 1 << BITS;
const VALUES = new Map([...DIGITS].map((digit, value) => [digit, value]));

function encodeNumber(value: number): string {
  let rest = value < 0 ? -2 * value - 1 : 2 * value;
  let text = '';
  while (rest >= BASE) {
    text += DIGITS[BASE + (rest % BASE)];
    rest = Math.floor(rest / BASE);
  }
  return text + DIGITS[rest];
}

/** Positions (longitude, latitude) as text. What falls together with its predecessor is left out. */
export function encodeLine(line: readonly (readonly [longitude: number, latitude: number])[]): string {
  let [lastX, lastY] = [0, 0];
  return line
    .map(([longitude, latitude], index) => {
      const [x, y] = [Math.round(longitude / STEP), Math.round(latitude / STEP)];
      if (index > 0 && x === lastX && y === lastY) return '';
      const text = encodeNumber(x - lastX) + encodeNumber(y - lastY);
      [lastX, lastY] = [x, y];
      return text;
    })
    .join('');
}

/** The positions of such a text, as Leaflet has them: latitude before longitude. */
export function decodeLine(text: string): [latitude: number, longitude: number][] {
  const line: [number, number][] = [];
  let [x, y, value, shift] = [0, 0, 0, 1];
  let isX = true;
  for (const digit of text) {
    const bits = VALUES.get(digit) ?? 0;
    value += (bits % BASE) * shift;
    shift *= BASE;
    if (bits >= BASE) continue;
    const step = value % 2 === 1 ? -(value + 1) / 2 : value / 2;
    if (isX) x += step;
    else {
      y += step;
      line.push([y * STEP, x * STEP]);
    }
    [isX, value, shift] = [!isX, 0, 1];
  }
  return line;
}
