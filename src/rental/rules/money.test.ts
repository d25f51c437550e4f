import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatTHB, formatTHBWithCNY, fraction, fromBaht, percentOf, satang, toBaht, toCnyFen } from './money.ts';

describe('amounts on the wire', () => {
  it.each([
    [0, 0],
    [-0, 0],
    [1234.5, 123_450],
    [19.99, 1999],
    [0.1 + 0.7, null],
    [1.005, null],
    [1.234, null],
    [Number.NaN, null],
    [Infinity, null],
    [1e13, null],
    [-100.25, -10_025],
  ])('%d baht is %s satang, or is refused', (baht, expected) => {
    if (expected === null) expect(() => fromBaht(baht)).toThrow(RangeError);
    else expect(fromBaht(baht)).toBe(expected);
  });

  it('come back as they went in', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), (value) => {
        expect(fromBaht(toBaht(satang(value)))).toBe(value);
      }),
    );
  });

  it('hold no fraction of a satang', () => {
    expect(() => satang(0.5)).toThrow(RangeError);
    expect(() => satang(2 ** 53)).toThrow(RangeError);
  });
});

describe('rounding', () => {
  it.each([
    [1, 2, 1],
    [-1, 2, -1],
    [5, 10, 1],
    [4, 10, 0],
    [99_900, 6, 16_650],
    [10, 3, 3],
    [11, 3, 4],
  ])('%d ÷ %d is %d: half goes up', (dividend, divisor, expected) => {
    expect(fraction(dividend, 1, divisor)).toBe(expected);
  });

  it('is never more than half a unit away, and exact where the product leaves the safe integers', () => {
    const amount = fc.integer({ min: -(2 ** 45), max: 2 ** 45 });
    fc.assert(
      fc.property(
        amount,
        fc.integer({ min: 0, max: 10_000 }),
        fc.integer({ min: 100, max: 100_000 }),
        (value, n, d) => {
          const twice = 2n * (BigInt(value) * BigInt(n) - BigInt(fraction(value, n, d)) * BigInt(d));
          expect(-BigInt(d) <= twice && twice <= BigInt(d)).toBe(true);
        },
      ),
    );
    expect(percentOf(satang(4_000_000_000_000_01), 100)).toBe(4_000_000_000_000_01);
  });

  it('happens once for a percentage', () => {
    expect(percentOf(satang(392_000), 30)).toBe(117_600);
    expect(percentOf(satang(101), 12.5)).toBe(13);
    expect(percentOf(satang(100), 0.5)).toBe(1);
  });

  it.each([
    [1, 1, 0],
    [10, 1, 0.5],
    [10, 1, -2],
    [0.5, 1, 2],
    [1, 0.5, 2],
  ])('refuses %d × %d ÷ %d', (amount, numerator, denominator) => {
    expect(() => fraction(amount, numerator, denominator)).toThrow(RangeError);
  });
});

describe('amounts on the screen', () => {
  it.each([
    [0, 'THB 0.00'],
    [5, 'THB 0.05'],
    [123_450, 'THB 1,234.50'],
    [-123_450, 'THB −1,234.50'],
    [100_000_000_00, 'THB 100,000,000.00'],
  ])('%d satang is %s', (amount, text) => {
    expect(formatTHB(satang(amount))).toBe(text);
  });

  it('show yuan next to the baht, half up', () => {
    expect(formatTHBWithCNY(satang(500_00), 5)).toBe('THB 500.00 (¥ 100.00)');
    expect(toCnyFen(satang(100), 4.87)).toBe(21);
    expect(() => toCnyFen(satang(100), 0)).toThrow(RangeError);
  });
});
