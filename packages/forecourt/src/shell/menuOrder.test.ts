import { expect, test } from 'vitest';
import type { MenuInfo } from '../admin/index.ts';
import { menuOf } from './menuOrder.ts';
import type { ShellEntry } from './shellContext.ts';

const entry = (path: string, group: string, sort: number): ShellEntry => ({
  path,
  title: path,
  group,
  sort,
  icon: 'Page',
});
const groups = [
  { key: 'desk', icon: 'Desk' },
  { key: 'yard', icon: 'Yard' },
];
const entries = [entry('/loans', 'desk', 10), entry('/returns', 'desk', 20), entry('/shelves', 'yard', 10)];
const table: MenuInfo = {
  groups: [
    { id: 1, title: 'Desk', sort: 10 },
    { id: 2, title: 'Yard', sort: 20, icon: 'Fence' },
  ],
  pages: [
    { url: '/loans', group: 1, sort: 10 },
    { url: '/returns', group: 1, sort: 20 },
    { url: '/shelves', group: 2, sort: 10 },
  ],
};
const page = (url: string, changes: Partial<MenuInfo['pages'][number]>): MenuInfo => ({
  ...table,
  pages: table.pages.map((one) => (one.url === url ? { ...one, ...changes } : one)),
});
const shape = (menu: MenuInfo | undefined, among = entries) =>
  menuOf(groups, among, menu).map((group) => [group.key, group.title, ...group.entries.map(({ path }) => path)]);

test('without a menu table the code decides', () => {
  expect(shape(undefined)).toEqual([
    ['desk', undefined, '/loans', '/returns'],
    ['yard', undefined, '/shelves'],
  ]);
});

test('names, icons and the order of groups and entries are those of the table', () => {
  const menu = page('/returns', { sort: 5, icon: 'Back' });
  const swapped = { ...menu, groups: [{ ...menu.groups[0]!, sort: 30, title: 'Counter' }, menu.groups[1]!] };
  expect(shape(swapped)).toEqual([
    ['yard', 'Yard', '/shelves'],
    ['desk', 'Counter', '/returns', '/loans'],
  ]);
  const [yard, desk] = menuOf(groups, entries, swapped);
  expect([yard!.icon, desk!.icon, desk!.entries[0]!.icon]).toEqual(['Fence', 'Desk', 'Back']);
});

test('a hidden entry is not there, a hidden group neither, and an empty one goes', () => {
  expect(shape(page('/loans', { hidden: true }))[0]).toEqual(['desk', 'Desk', '/returns']);
  expect(shape({ ...table, groups: [{ ...table.groups[0]!, hidden: true }, table.groups[1]!] })).toEqual([
    ['yard', 'Yard', '/shelves'],
  ]);
  expect(shape(page('/shelves', { group: 1 }))).toEqual([['desk', 'Desk', '/loans', '/shelves', '/returns']]);
});

test('an entry at the top of the tree stands by itself; a group that only the table has is drawn too', () => {
  expect(shape(page('/shelves', { group: undefined, sort: 1 }))).toEqual([
    ['page-/shelves', undefined, '/shelves'],
    ['desk', 'Desk', '/loans', '/returns'],
  ]);
  const more = { ...page('/returns', { group: 9 }), groups: [...table.groups, { id: 9, title: 'Late', sort: 1 }] };
  expect(shape(more)[0]).toEqual(['menu-9', 'Late', '/returns']);
});

test('a screen that the table does not have stays beside the screens of its group', () => {
  const among = [...entries, entry('/new', 'yard', 5), entry('/else', 'attic', 1)];
  expect(shape(table, among)).toEqual([
    ['desk', 'Desk', '/loans', '/returns'],
    ['yard', 'Yard', '/new', '/shelves'],
    ['attic', undefined, '/else'],
  ]);
});
