import { expect, it } from 'vitest';
import { isMultipleOf } from './index.ts';

it.each([
  [0.3, 0.1, true],
  [0.1 + 0.2, 0.1, true],
  [123_456_789_012.34, 0.01, true],
  [123_456_789_012.345, 0.01, false],
  [12.345, 0.01, false],
  [-7.5, 2.5, true],
  [0, 0.01, true],
  [300, 100, true],
  [350, 100, false],
])('%d is a multiple of %d: %j', (value, step, fits) => {
  expect(isMultipleOf(value, step)).toBe(fits);
});
