import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeLine, encodeLine } from './groundFile.ts';

const degrees = (most: number) =>
  fc.integer({ min: -most * 10_000, max: most * 10_000 }).map((steps) => steps / 10_000);

it('a line of the ground comes back from its text to a ten-thousandth of a degree', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(degrees(180), degrees(90)), { minLength: 1, maxLength: 50, selector: String }),
      (line) => {
        const back = decodeLine(encodeLine(line));
        expect(back).toHaveLength(line.length);
        for (const [index, [latitude, longitude]] of back.entries()) {
          expect(longitude).toBeCloseTo(line[index]![0], 6);
          expect(latitude).toBeCloseTo(line[index]![1], 6);
        }
      },
    ),
  );
});
