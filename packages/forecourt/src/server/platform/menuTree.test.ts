import fc from 'fast-check';
import { expect, test } from 'vitest';
import { treeOf, withAncestors, type Node } from './menuTree.ts';

interface Row {
  readonly id: number;
  readonly parentId: number | null;
}
const idsOf = (tree: readonly Node<Row>[]): number[] => tree.flatMap((node) => [node.id, ...idsOf(node.children)]);

test('children stand below their parent in the order of the rows, rows of a missing parent at the top', () => {
  const rows = [
    { id: 3, parentId: 1 },
    { id: 1, parentId: null },
    { id: 2, parentId: 1 },
    { id: 4, parentId: 99 },
  ];
  const tree = treeOf<Row>(rows);
  expect(tree.map(({ id }) => id)).toEqual([1, 4]);
  expect(tree[0]!.children.map(({ id }) => id)).toEqual([3, 2]);
});

test('a circle is cut open at its first row', () => {
  const tree = treeOf<Row>([
    { id: 7, parentId: 9 },
    { id: 8, parentId: 7 },
    { id: 9, parentId: 8 },
  ]);
  expect(tree.map(({ id }) => id)).toEqual([7]);
  expect(idsOf(tree)).toEqual([7, 8, 9]);
  expect(
    withAncestors(
      [
        { id: 7, parentId: 8 },
        { id: 8, parentId: 7 },
      ],
      [7],
    ),
  ).toEqual([7, 8]);
});

test('whatever the parents are, every row is in the tree exactly once', () => {
  const rows = fc
    .integer({ min: 1, max: 12 })
    .chain((count) =>
      fc.array(fc.option(fc.integer({ min: 1, max: count + 1 })), { minLength: count, maxLength: count }),
    );
  fc.assert(
    fc.property(rows, (parents) => {
      const all = parents.map((parentId, at) => ({ id: at + 1, parentId }));
      expect(idsOf(treeOf<Row>(all)).toSorted((a, b) => a - b)).toEqual(all.map(({ id }) => id));
    }),
  );
});
