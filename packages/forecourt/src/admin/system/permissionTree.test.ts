import { describe, expect, it } from 'vitest';
import { setAll, tally, toggle, type PermissionNode } from './permissionTree.ts';

const node = (id: number, type: number, children: PermissionNode[] = []): PermissionNode => ({
  id,
  type,
  title: String(id),
  path: null,
  children,
});
const tree = [node(1, 1, [node(2, 2, [node(3, 3), node(4, 3)]), node(5, 2)])];
const [group] = tree;
const page = group!.children[0]!;
const action = page.children[0]!;

describe('the permission tree', () => {
  it('ticks page and group with an action, and nothing beside it', () => {
    expect([...toggle(tree, new Set(), action)].sort()).toEqual([1, 2, 3]);
  });
  it('does not tick the actions of a page', () => {
    expect([...toggle(tree, new Set(), page)].sort()).toEqual([1, 2]);
  });
  it('takes the actions off with their page', () => {
    expect([...toggle(tree, new Set([1, 2, 3, 4, 5]), page)].sort()).toEqual([1, 5]);
  });
  it('ticks or clears everything below a group', () => {
    expect([...setAll(tree, new Set(), group!, true)].sort()).toEqual([1, 2, 3, 4, 5]);
    expect([...setAll(tree, new Set([1, 2, 3, 4, 5]), group!, false)]).toEqual([]);
  });
  it('means with the box of a group everything in it', () => {
    expect([...toggle(tree, new Set([1, 2, 3]), group!)].sort()).toEqual([1, 2, 3, 4, 5]);
    expect([...toggle(tree, new Set([1, 2, 3, 4, 5]), group!)]).toEqual([]);
  });
  it('says of every branch whether all, some or nothing of it is ticked, and counts permissions', () => {
    const marks = (...ids: number[]) => [1, 2, 3].map((id) => tally(tree, new Set(ids)).get(id)!.mark);
    expect(marks()).toEqual(['none', 'none', 'none']);
    expect(marks(1, 2)).toEqual(['some', 'some', 'none']);
    expect(marks(1, 2, 3, 4)).toEqual(['some', 'all', 'all']);
    expect(marks(1, 2, 3, 4, 5)).toEqual(['all', 'all', 'all']);
    expect(tally(tree, new Set([1, 2, 3])).get(1)).toMatchObject({ ticked: 2, total: 4 });
  });
});
