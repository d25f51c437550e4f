import { describe, expect, test } from 'vitest';
import { ACCENTS, GREYS, TONES, type Mode } from './colours.ts';

const channel = (value: number): number => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    channel(Number.parseInt(hex.slice(at, at + 2), 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** WCAG 2 contrast ratio. */
const contrast = (a: string, b: string): number => {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
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

  test('states are readable on their chips', () => {
    for (const [strong, soft] of Object.values(TONES[mode])) expect(contrast(strong, soft)).toBeGreaterThanOrEqual(4.5);
  });
});
