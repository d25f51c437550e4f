import fc from 'fast-check';

/** Halves of characters, which stand between the others and mean nothing alone. */
const HALVES = { from: 0xd8_00, count: 0x8_00 };
const LAST = 0x10_ff_ff;

/**
 * Any character of Unicode. `unit: 'binary'` of fast-check means the same with a table of all of them: a second to make, and 115 MB for the rest
 * of the worker's days.
 */
const character = fc.nat(LAST - HALVES.count).map(
  (place) => String.fromCodePoint(place < HALVES.from ? place : place + HALVES.count),
  (text) => {
    const code = typeof text === 'string' ? text.codePointAt(0) : undefined;
    if (code === undefined || text !== String.fromCodePoint(code)) throw new Error('not one character');
    if (code < HALVES.from) return code;
    if (code < HALVES.from + HALVES.count) throw new Error('half a character');
    return code - HALVES.count;
  },
);

/** Texts of any characters. */
export const anyText = (maxLength: number): fc.Arbitrary<string> => fc.string({ unit: character, maxLength });
