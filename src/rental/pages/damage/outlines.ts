import type { BodyShape, DamageView } from '../../rules/index.ts';

/** Size of each drawing, and where it stands on the sketch: the top in the middle, the sides around it as if folded out. */
export const PLACES: Readonly<
  Record<DamageView, { readonly x: number; readonly y: number; readonly width: number; readonly height: number }>
> = {
  left: { x: 104, y: 14, width: 200, height: 76 },
  front: { x: 4, y: 118, width: 90, height: 80 },
  top: { x: 104, y: 112, width: 200, height: 90 },
  rear: { x: 314, y: 118, width: 90, height: 80 },
  right: { x: 104, y: 224, width: 200, height: 76 },
};
export const SKETCH = { width: 408, height: 302 } as const;

/** Wheels of a side, in its own units. */
export const WHEELS = [42, 160].flatMap((x) => [13, 6].map((radius) => ({ x, y: 60, radius })));

/** Body, windows and doors from the left; the right side is its mirror image. */
const SIDES: Readonly<Record<BodyShape, string>> = {
  saloon:
    'M4 56Q4 46 18 42L50 37L76 17Q80 14 88 14L124 14Q132 14 139 19L160 36L186 39Q196 41 196 52L196 58Q196 62 190 62L10 62Q4 62 4 56Z M64 36L82 20Q85 18 90 18L103 18L103 36Z M109 36L109 18L124 18Q130 18 135 22L150 36Z M106 18L106 60 M62 37L66 60 M148 58Q156 46 152 37',
  hatchback:
    'M4 56Q4 46 18 42L48 37L72 17Q76 14 84 14L150 14Q162 15 170 24L184 40Q194 44 194 54L194 58Q194 62 188 62L10 62Q4 62 4 56Z M60 36L78 20Q81 18 86 18L104 18L104 36Z M110 36L110 18L146 18Q154 19 160 26L166 36Z M107 18L107 60 M58 37L62 60 M146 58Q154 46 152 36',
  suv: 'M4 54Q4 42 16 38L46 33L66 12Q70 9 78 9L160 9Q170 10 176 20L188 36Q196 40 196 50L196 58Q196 62 190 62L10 62Q4 62 4 54Z M56 32L72 15Q75 13 80 13L102 13L102 32Z M108 32L108 13L142 13L142 32Z M147 32L147 13L158 13Q165 14 169 22L174 32Z M105 13L105 60 M54 33L58 60 M146 58Q153 46 145 32',
  van: 'M4 54Q4 42 14 36L30 30L50 9Q54 5 62 5L180 5Q194 5 195 18L196 58Q196 62 190 62L10 62Q4 62 4 54Z M40 29L55 12Q58 9 64 9L88 9L88 29Z M94 29L94 9L138 9L138 29Z M144 29L144 9L178 9Q189 9 190 18L190 29Z M91 9L91 60 M42 30L46 60 M141 9L141 60',
  pickup:
    'M4 54Q4 43 16 39L46 34L66 13Q70 10 78 10L118 10Q124 10 126 14L130 34L196 34L196 58Q196 62 190 62L10 62Q4 62 4 54Z M56 33L72 16Q75 14 80 14L94 14L94 33Z M99 33L99 14L116 14Q120 14 121 17L125 33Z M97 14L97 60 M54 34L58 60 M130 34L132 60 M134 40L192 40',
};
const HANDLES = 'M112 42L119 42 M70 42L77 42';

const BODY_FROM_ABOVE =
  'M12 12Q2 20 2 34L2 56Q2 70 12 78L40 86L160 86Q196 82 198 66L198 24Q196 8 160 4L40 4Z M70 4L70 -1L78 -3L80 4 M70 86L70 91L78 93L80 86';
/** Glass and roof; a pickup has its bed. */
const GLASS_FROM_ABOVE: Readonly<Record<BodyShape, string>> = {
  saloon:
    'M58 14L78 22L78 68L58 76Q50 60 50 45Q50 30 58 14Z M152 18L138 24L138 66L152 72Q160 60 160 45Q160 30 152 18Z M78 22L138 24 M78 68L138 66',
  hatchback:
    'M58 14L78 22L78 68L58 76Q50 60 50 45Q50 30 58 14Z M178 16L162 23L162 67L178 74Q186 60 186 45Q186 30 178 16Z M78 22L162 23 M78 68L162 67',
  suv: 'M54 14L74 22L74 68L54 76Q46 60 46 45Q46 30 54 14Z M182 16L168 22L168 68L182 74Q189 60 189 45Q189 30 182 16Z M74 22L168 22 M74 68L168 68',
  van: 'M34 14L54 22L54 68L34 76Q26 60 26 45Q26 30 34 14Z M188 18L178 22L178 68L188 72Q192 60 192 45Q192 30 188 18Z M54 22L178 22 M54 68L178 68',
  pickup:
    'M54 14L74 22L74 68L54 76Q46 60 46 45Q46 30 54 14Z M124 20L116 24L116 66L124 70Z M74 22L116 24 M74 68L116 66 M134 12L192 16L192 74L134 78Z',
};

/** How far down the roof begins, from the front and from behind. */
const ROOF: Readonly<Record<BodyShape, number>> = { saloon: 12, hatchback: 11, suv: 6, van: 3, pickup: 7 };

const end = (roof: number): string =>
  `M8 40L16 ${roof + 6}Q18 ${roof} 25 ${roof}L65 ${roof}Q72 ${roof} 74 ${roof + 6}L82 40Q88 43 88 52L88 64L2 64L2 52Q2 43 8 40Z M6 64L6 74L18 74L18 64 M72 64L72 74L84 74L84 64`;
const front = (roof: number): string =>
  `${end(roof)} M18 38L24 ${roof + 5}L66 ${roof + 5}L72 38Z M6 46L22 48L22 55L6 53Z M84 46L68 48L68 55L84 53Z M30 49L60 49L60 57L30 57Z`;
const rear = (roof: number): string =>
  `${end(roof)} M21 32L26 ${roof + 6}L64 ${roof + 6}L69 32Z M5 44L16 45L16 56L5 55Z M85 44L74 45L74 56L85 55Z M32 50L58 50L58 57L32 57Z M16 38L74 38`;

/** The lines of each drawing of a body, in its own units. */
export const outlinesOf = (shape: BodyShape): Readonly<Record<DamageView, string>> => ({
  left: `${SIDES[shape]} ${HANDLES}`,
  right: `${SIDES[shape]} ${HANDLES}`,
  top: `${BODY_FROM_ABOVE} ${GLASS_FROM_ABOVE[shape]}`,
  front: front(ROOF[shape]),
  rear: rear(ROOF[shape]),
});
