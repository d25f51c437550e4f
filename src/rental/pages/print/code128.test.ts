import { describe, expect, test } from 'vitest';
import { PATTERNS, code128Bars, code128Values } from './code128.ts';

describe('Code 128', () => {
  test('every symbol is three bars and three spaces over 11 modules with an even sum of bars, and no two are alike', () => {
    const symbols = PATTERNS.slice(0, 106);
    for (const symbol of symbols) {
      const widths = [...symbol].map(Number);
      expect(widths).toHaveLength(6);
      expect(widths.reduce((sum, width) => sum + width, 0)).toBe(11);
      expect((widths[0]! + widths[2]! + widths[4]!) % 2).toBe(0);
    }
    expect(new Set(PATTERNS).size).toBe(107);
    expect(PATTERNS[106]).toBe('2331112');
  });

  test('"Wikipedia" has the published check value 88', () => {
    expect(code128Values('Wikipedia')).toEqual([104, 55, 73, 75, 73, 80, 69, 68, 73, 65, 88, 106]);
  });

  test('an even run of digits is paired in set C, an odd one keeps its first digit in set B', () => {
    expect(code128Values('123456').slice(0, 4)).toEqual([105, 12, 34, 56]);
    expect(code128Values('R26112000001').slice(0, 9)).toEqual([104, 50, 18, 99, 61, 12, 0, 0, 1]);
  });

  test('the check value weighs each symbol by its place', () => {
    // 105 + 1·12 + 2·34 + 3·56 = 353, and 353 mod 103 = 44.
    expect(code128Values('123456').at(-2)).toBe(44);
  });

  test('bars begin with the start symbol, end with the stop symbol and fill the width', () => {
    const { bars, width } = code128Bars('R26112000001');
    expect(bars.slice(0, 3)).toEqual([
      { x: 0, width: 2 },
      { x: 3, width: 1 },
      { x: 6, width: 1 },
    ]);
    expect(width).toBe(code128Values('R26112000001').length * 11 + 2);
    expect(bars.at(-1)).toEqual({ x: width - 2, width: 2 });
  });

  test('a text outside printable ASCII is refused', () => {
    expect(() => code128Values('订单')).toThrow(RangeError);
    expect(() => code128Values('')).toThrow(RangeError);
  });
});
