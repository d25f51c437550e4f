import { describe, expect, it } from 'vitest';
import { treeLines, treeMove, type Level } from './treeLines.ts';

const row = (id: number, hasChildren = false) => ({ id, hasChildren });
const LEVELS: Readonly<Record<string, Level>> = {
  top: { rows: [row(1, true), row(2, true), row(3)], total: 3 },
  1: { rows: [row(11, true), row(12)], total: 2 },
  11: { rows: [row(111)], total: 1 },
};
const levelOf = (parent: unknown): Level => LEVELS[parent === null ? 'top' : String(parent)];
const lines = (...open: number[]) => treeLines(levelOf, new Set(open));

describe('the lines of a tree', () => {
  it('are what is opened, each with its level and place', () => {
    expect(lines(1, 11).map(({ key, level, place, size, open }) => [key, level, place, size, open])).toEqual([
      ['1', 1, 1, 3, true],
      ['1/11', 2, 1, 2, true],
      ['1/11/111', 3, 1, 1, undefined],
      ['1/12', 2, 2, 2, undefined],
      ['2', 1, 2, 3, false],
      ['3', 1, 3, 3, undefined],
    ]);
  });

  it('do not have what lies below a closed row, nor what has not come yet', () => {
    expect(lines(11, 2).map(({ key }) => key)).toEqual(['1', '2', '3']);
  });

  it('end where rows lie in a circle', () => {
    const round = { rows: [row(1, true)], total: 1 };
    expect(treeLines(() => round, new Set([1])).map(({ key }) => key)).toEqual(['1', '1/1']);
  });
});

describe('the keys of a tree', () => {
  const all = lines(1, 11);
  const go = (from: string, key: string): string | undefined => {
    const move = treeMove(
      all,
      all.find((line) => line.key === from)!,
      key,
    );
    return move && ('to' in move ? move.to.key : `toggle ${move.toggle.key}`);
  };

  it.each([
    ['1', 'ArrowDown', '1/11'],
    ['1', 'ArrowUp', undefined],
    ['3', 'ArrowDown', undefined],
    ['2', 'Home', '1'],
    ['2', 'End', '3'],
    ['1', 'ArrowRight', '1/11'],
    ['2', 'ArrowRight', 'toggle 2'],
    ['3', 'ArrowRight', undefined],
    ['1', 'ArrowLeft', 'toggle 1'],
    ['1/12', 'ArrowLeft', '1'],
    ['1/11/111', 'ArrowLeft', '1/11'],
    ['3', 'ArrowLeft', undefined],
    ['3', 'x', undefined],
  ])('from %s %s leads to %s', (from, key, to) => {
    expect(go(from, key)).toBe(to);
  });
});
