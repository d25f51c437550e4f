import { wallClock } from '../../data/index.ts';

/** Columns of a 5 × 7 dot font, the top row in the lowest bit: a server need not have a single font installed. */
const COLUMNS = 5;
const ROWS = 7;
const FONT: Readonly<Record<string, string>> = Object.fromEntries(
  (
    '0 3E5149453E 1 00427F4000 2 4261514946 3 2141454B31 4 1814127F10 5 2745454539 6 3C4A494930 7 0171090503 8 3649494936 9 064949291E ' +
    'A 7E1111117E B 7F49494936 C 3E41414122 D 7F4141221C E 7F49494941 F 7F09090901 G 3E4149497A H 7F0808087F I 00417F4100 J 2040413F01 ' +
    'K 7F08142241 L 7F40404040 M 7F020C027F N 7F0408107F O 3E4141413E P 7F09090906 Q 3E4151215E R 7F09192946 S 4649494931 T 01017F0101 ' +
    'U 3F4040403F V 1F2040201F W 3F4038403F X 6314081463 Y 0708700807 Z 6151494543 . 0060600000 - 0808080808 _ 4040404040 : 0036360000'
  )
    .split(' ')
    .reduce<[string, string][]>((all, part, at, parts) => (at % 2 === 0 ? [...all, [part, parts[at + 1]!]] : all), []),
);

/** The dots of a text as a path, a unit a dot; letters without a drawing leave a gap. */
function dots(text: string): string {
  const letters = [...text.toUpperCase()].map((letter) => FONT[letter] ?? '0000000000');
  return letters
    .flatMap((columns, letter) =>
      Array.from({ length: COLUMNS }, (_, column) => {
        const bits = Number.parseInt(columns.slice(column * 2, column * 2 + 2), 16);
        return Array.from({ length: ROWS }, (_row, row) =>
          (bits >> row) & 1 ? `M${letter * (COLUMNS + 1) + column} ${row}h1v1h-1z` : '',
        ).join('');
      }),
    )
    .join('');
}

/** Who takes a picture out of the house, and when: the minute by the clock of the application's zone, as times are said everywhere else. */
export const markOf = (username: string, at: number, zone: string): string =>
  `${username} ${wallClock(new Date(at), zone).slice(0, 16)}`;

/** How many times a text stands across the longer edge: readable on a phone's photo, and none can be cut out without it. */
const ACROSS = 2.5;

/** A picture of the given size, empty but for the text all over it, aslant: light with a dark edge, to be seen on anything. */
export function stampSvg(text: string, width: number, height: number): Buffer {
  const length = [...text].length * (COLUMNS + 1);
  const scale = Math.max(width, height) / ACROSS / (length + 2 * COLUMNS);
  const [across, down] = [length + 2 * COLUMNS, ROWS * 5];
  const path = dots(text);
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>` +
      `<pattern id="t" width="${across}" height="${down}" patternUnits="userSpaceOnUse" patternTransform="scale(${scale}) rotate(-30)">` +
      `<path d="${path}" transform="translate(1.3 1.3)" fill="#000" fill-opacity="0.22"/><path d="${path}" transform="translate(1 1)" fill="#fff" fill-opacity="0.3"/>` +
      '</pattern></defs><rect width="100%" height="100%" fill="url(#t)"/></svg>',
  );
}
