import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { divideHalfUp, formatTHB, formatTHBWithCNY, fromBaht, percentOf, satang, toBaht, toCnyFen } from './money.ts';

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
    expect(divideHalfUp(dividend, divisor)).toBe(expected);
  });

  it('is never more than half a unit away', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 45 }), fc.integer({ min: 1, max: 100_000 }), (dividend, divisor) => {
        const twice = 2n * (BigInt(dividend) - BigInt(divideHalfUp(dividend, divisor)) * BigInt(divisor));
        expect(-BigInt(divisor) <= twice && twice < BigInt(divisor)).toBe(true);
      }),
    );
  });

  it('happens once for a percentage', () => {
    expect(percentOf(satang(392_000), 30)).toBe(117_600);
    expect(percentOf(satang(101), 12.5)).toBe(13);
    expect(percentOf(satang(100), 0.5)).toBe(1);
  });

  it.each([
    [1, 0],
    [10, 0.5],
    [10, -2],
  ])('refuses to divide %d by %d', (dividend, divisor) => {
    expect(() => divideHalfUp(dividend, divisor)).toThrow(RangeError);
  });
});

describe('amounts on the screen', () => {
  it.each([
    [0, 'THB 0.00'],
    [5, 'THB 0.05'],
    [123_450, 'THB 1,234.50'],
    [-123_450, 'THB -1,234.50'],
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
