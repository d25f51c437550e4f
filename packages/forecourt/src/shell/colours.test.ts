import { describe, expect, test } from 'vitest';
import { ACCENTS, GREYS, TONES, WEAK_TONES, type Mode } from './colours.ts';
import { INK, OPACITY } from './watermark.ts';

const channel = (value: number): number => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

type Colour = readonly [red: number, green: number, blue: number];

/** Red, green and blue from 0 to 1. */
const parts = (hex: string): Colour => {
  const part = (at: number): number => Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  return [part(1), part(3), part(5)];
};

const luminance = (hex: string): number => {
  const [red, green, blue] = parts(hex);
  return 0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue);
};

/** WCAG 2 contrast ratio. */
const contrast = (a: string, b: string): number => {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
};

const hexOf = (colour: readonly number[]): string =>
  `#${colour
    .map((value) =>
      Math.round(Math.min(1, Math.max(0, value)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** What a colour becomes under the watermark. */
const under = (hex: string): string => {
  const ink = parts(INK);
  return hexOf(parts(hex).map((value, index) => value * (1 - OPACITY) + (ink[index] ?? 0) * OPACITY));
};

/** Machado, Oliveira, Fernandes 2009, full strength, on linear light. */
const EYES = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
} as const;

const seen = (eyes: keyof typeof EYES, hex: string): Colour => {
  const light = parts(hex).map(channel);
  const mixed = (row: Colour): number =>
    Math.max(
      0,
      row.reduce((sum, weight, index) => sum + weight * (light[index] ?? 0), 0),
    );
  const [red, green, blue] = EYES[eyes];
  return [mixed(red), mixed(green), mixed(blue)];
};

/** Distance in CIE Lab (1976) of two colours of linear light; about 2 can just be told apart side by side. */
const difference = (a: Colour, b: Colour): number => {
  const lab = ([red, green, blue]: Colour): Colour => {
    const curve = (value: number): number => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116);
    const x = curve((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505);
    const y = curve(0.2126 * red + 0.7152 * green + 0.0722 * blue);
    const z = curve((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089);
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
  };
  const other = lab(b);
  return Math.hypot(...lab(a).map((value, index) => value - (other[index] ?? 0)));
};

const modes: readonly Mode[] = ['light', 'dark'];
const accents = Object.entries(ACCENTS).flatMap(([name, accent]) =>
  modes.map((mode) => [name, mode, accent[mode]] as const),
);

test('contrast is measured as WCAG does', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

test('seven colours and dark are offered, with the values of the decision', () => {
  expect(Object.values(ACCENTS).map(({ base }) => base)).toEqual([
    '#FA8C16',
    '#F5222D',
    '#FAAD14',
    '#13C2C2',
    '#52C41A',
    '#1890FF',
    '#722ED1',
    '#262626',
  ]);
});

describe.each(accents)('%s, %s theme', (_name, mode, shades) => {
  const { page, paper, hover } = GREYS[mode];

  test('what is written on a fill is readable', () => {
    expect(contrast(shades.onFill, shades.fill)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(shades.onFill, shades.fillHover)).toBeGreaterThanOrEqual(4.5);
  });

  test('links are readable on every ground they stand on', () => {
    for (const ground of [page, paper, hover, shades.soft])
      expect(contrast(shades.text, ground)).toBeGreaterThanOrEqual(4.5);
  });
});

describe.each(modes)('%s theme', (mode) => {
  const { page, paper, hover, text, quiet, control, over, onOver } = GREYS[mode];

  test('text is readable on every ground', () => {
    for (const ground of [page, paper, hover]) {
      expect(contrast(text, ground)).toBeGreaterThanOrEqual(7);
      expect(contrast(quiet, ground)).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrast(onOver, over)).toBeGreaterThanOrEqual(7);
  });

  test('the border of an input can be found', () => {
    expect(contrast(control, paper)).toBeGreaterThanOrEqual(3);
    expect(contrast(control, page)).toBeGreaterThanOrEqual(3);
  });

  test('states are readable on their chips, also in the colour-weak palette', () => {
    for (const [strong, soft] of [...Object.values(TONES[mode]), ...Object.values(WEAK_TONES[mode])])
      expect(contrast(strong, soft)).toBeGreaterThanOrEqual(4.5);
  });

  test('text stays readable where a letter of the watermark crosses the ground it stands on', () => {
    const texts = [text, quiet, ...Object.values(ACCENTS).map((one) => one[mode].text)];
    const pairs = [
      ...[page, paper, hover].flatMap((ground) => texts.map((colour) => [colour, ground] as const)),
      ...Object.values(ACCENTS).map((one) => [one[mode].text, one[mode].soft] as const),
      ...Object.values(TONES[mode]),
      ...Object.values(WEAK_TONES[mode]),
    ];
    for (const [colour, ground] of pairs) {
      expect(contrast(colour, under(ground))).toBeGreaterThanOrEqual(4.5);
    }
  });

  test.each(Object.keys(EYES) as (keyof typeof EYES)[])(
    '%s: the four telling states differ in the colour-weak palette',
    (eyes) => {
      const telling = (['waiting', 'active', 'done', 'late'] as const).map((tone) => WEAK_TONES[mode][tone][1]);
      telling.forEach((one, index) => {
        for (const other of telling.slice(index + 1))
          expect(difference(seen(eyes, one), seen(eyes, other))).toBeGreaterThan(15);
      });
    },
  );
});
