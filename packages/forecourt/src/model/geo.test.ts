import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areaProblem, crossesItself, MOST_CORNERS, type Corner } from './geo.ts';

const area = (...corners: readonly Corner[]) => ({ coordinates: [[...corners, corners[0]!]] });
/** Corners on a circle, in order. */
const circle = (count: number): Corner[] =>
  Array.from({ length: count }, (_, index) => {
    const turn = (2 * Math.PI * index) / count;
    return [100 + Math.cos(turn), 13 + Math.sin(turn)];
  });

describe('an area', () => {
  it.each<[string, Corner[]]>([
    ['a bow tie', [[0, 0], [2, 2], [2, 0], [0, 2]]],
    ['a corner on another edge', [[0, 0], [4, 0], [4, 4], [2, 0], [0, 4]]],
    ['an edge along another', [[0, 0], [4, 0], [4, 2], [1, 0], [3, 0], [0, 2]]],
    ['a way back along itself', [[0, 0], [2, 0], [1, 0], [1, 2]]],
    ['a line', [[0, 0], [1, 1], [2, 2]]],
    ['one point three times', [[1, 1], [1, 1], [1, 1]]],
  ])('may not cross, touch or be flat: %s', (_name, corners) => {
    expect(areaProblem(area(...corners))).toBe('msg.area.crossing');
  }); // prettier-ignore

  it.each<[string, Corner[]]>([
    ['a triangle', [[0, 0], [1, 0], [0, 1]]],
    ['a horseshoe', [[0, 0], [6, 0], [6, 5], [4, 5], [4, 2], [2, 2], [2, 5], [0, 5]]],
    ['a corner given twice', [[0, 0], [1, 0], [1, 0], [0, 1]]],
    ['a corner in the middle of an edge', [[0, 0], [1, 0], [2, 0], [0, 2]]],
  ])('may have any other outline: %s', (_name, corners) => {
    expect(areaProblem(area(...corners))).toBeUndefined();
  }); // prettier-ignore

  it('ends where it begins, on earth, with a thousand corners at most', () => {
    expect(areaProblem({ coordinates: [[[0, 0], [1, 0], [0, 1]]] })).toBe('msg.area.open'); // prettier-ignore
    expect(areaProblem(area([181, 0], [1, 0], [0, 1]))).toBe('msg.area.offEarth');
    expect(areaProblem(area(...circle(MOST_CORNERS)))).toBeUndefined();
    expect(areaProblem(area(...circle(MOST_CORNERS + 1)))).toBe('msg.area.corners');
  });

  it('is sound as a circle wherever it begins and whichever way it runs, and crosses once two far corners change places', () => {
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 40 }), fc.nat(39), fc.boolean(), (count, start, back) => {
        const ring = circle(count);
        const turned = [...ring.slice(start % count), ...ring.slice(0, start % count)];
        expect(crossesItself(back ? turned.toReversed() : turned)).toBe(false);
        expect(crossesItself(turned.with(1, turned[2]!).with(2, turned[1]!))).toBe(true);
      }),
    );
  });
});
