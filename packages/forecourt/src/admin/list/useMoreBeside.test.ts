import { expect, it } from 'vitest';
import { sidesWithMore } from './useMoreBeside.ts';

it.each([
  [0, 1000, 1000, ''],
  [0, 1000, 1000.6, ''],
  [0, 1000, 1400, 'right'],
  [120, 1000, 1400, 'left right'],
  [400, 1000, 1400, 'left'],
])('scrolled by %s in %s of %s there is more on: %s', (scrolled, room, width, sides) =>
  expect(sidesWithMore(scrolled, room, width)).toBe(sides),
);
