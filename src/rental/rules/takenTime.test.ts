import { expect, it } from 'vitest';
import { withBlock } from './takenTime.ts';
import type { Block } from './takenTime.ts';

const block = (carId: number, start: number, end: number | null, kind: Block['kind'] = 'storage'): Block => ({
  ...{ carId, start, end, kind },
});
const shop = { kind: 'maintenance', start: 10, end: 20 } as const;

it('a time is taken of its own car only', () => {
  const will = block(1, 30, 40);
  expect(withBlock(1, [shop], { was: null, will })).toEqual([shop, will]);
  expect(withBlock(2, [shop], { was: null, will })).toEqual([shop]);
});

it('a time that is moved is no longer taken as it was, whatever its end on record', () => {
  const [was, will] = [block(1, 30, 40), block(1, 35, null)];
  const stored = { kind: 'storage', start: 30, end: 38 } as const;
  expect(withBlock(1, [shop, stored], { was, will })).toEqual([shop, will]);
});

it('another car in its place gives the first one back', () => {
  const [was, will] = [block(1, 30, 40), block(2, 30, 40)];
  expect(withBlock(1, [shop, was], { was, will })).toEqual([shop]);
  expect(withBlock(2, [], { was, will })).toEqual([will]);
});

it('what begins at the same time for another reason stays', () => {
  const was = block(1, 10, 20);
  expect(withBlock(1, [shop], { was, will: null })).toEqual([shop]);
});
