import { expect, test } from 'vitest';
import { fittingCount } from './useFitting.ts';
import { watermarkText } from './watermark.ts';

test('the watermark names login and person, and says the same word once', () => {
  expect(watermarkText('admin', 'Administrator')).toBe('admin Administrator');
  expect(watermarkText('admin', 'admin')).toBe('admin');
  expect(watermarkText('admin', '')).toBe('admin');
});

test('as many groups stand in the header as have room, and the rest leaves room for "More"', () => {
  expect(fittingCount([100, 100, 100], 60, 4, 308)).toBe(3);
  expect(fittingCount([100, 100, 100], 60, 4, 307)).toBe(2);
  expect(fittingCount([100, 100, 100], 60, 4, 267)).toBe(1);
  expect(fittingCount([100, 100, 100], 60, 4, 20)).toBe(0);
  expect(fittingCount([], 60, 4, 0)).toBe(0);
});
