import { expect, test } from 'vitest';
import { branchIds, find, linesOf } from './branches.ts';

interface Item {
  readonly id: number;
  readonly children: readonly Item[];
}
const item = (id: number, ...children: Item[]): Item => ({ id, children });
const tree = [item(1, item(2, item(3), item(4)), item(5)), item(6)];
const ids = (open: number[], wanted?: number) =>
  linesOf(tree, new Set(open), wanted === undefined ? undefined : find(tree, ({ id }) => id === wanted)).map(
    ({ node }) => node.id,
  );

test('what lies below a folded node is left out', () => {
  expect(ids([])).toEqual([1, 6]);
  expect(ids([1])).toEqual([1, 2, 5, 6]);
  expect(ids([...branchIds(tree)])).toEqual([1, 2, 3, 4, 5, 6]);
});

test('a search opens the way to what it finds, and keeps the branch below it folded', () => {
  expect(ids([], 4)).toEqual([1, 2, 4]);
  expect(ids([], 2)).toEqual([1, 2]);
  expect(ids([2], 2)).toEqual([1, 2, 3, 4]);
  expect(ids([], 99)).toEqual([]);
});

test('a line knows its level and its place among its siblings', () => {
  const lines = linesOf(tree, new Set([1]));
  expect(lines.map(({ level, position, siblings, open }) => [level, position, siblings, open])).toEqual([
    [1, 1, 2, true],
    [2, 1, 2, false],
    [2, 2, 2, false],
    [1, 2, 2, false],
  ]);
});
