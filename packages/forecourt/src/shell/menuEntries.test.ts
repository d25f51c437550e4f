import { expect, test } from 'vitest';
import { activePath, type MenuGroup } from './menuEntries.ts';

const group = (...paths: string[]): MenuGroup => ({
  key: 'any',
  icon: 'Any',
  entries: paths.map((path, sort) => ({ path, title: path, group: 'any', icon: 'Any', sort })),
});
const groups = [group('/order/list', '/order/refund'), group('/car/list', '/car/brand'), group('/carprice/list')];

test('the entry of the address is active', () => {
  expect(activePath(groups, '/car/brand')).toBe('/car/brand');
});

test('a page without an entry of its own belongs to the list beside it', () => {
  expect(activePath(groups, '/order/detail/1')).toBe('/order/list');
  expect(activePath(groups, '/car/edit')).toBe('/car/list');
  expect(activePath(groups, '/carprice/edit')).toBe('/carprice/list');
});

test('a page that an entry names belongs to it, wherever its address lies', () => {
  const [orders] = groups;
  const deductions = { ...orders!.entries[0]!, path: '/order/deduct', pages: ['/order/deductdetail/:id'] };
  const named = [{ ...orders!, entries: [...orders!.entries, deductions] }];
  expect(activePath(named, '/order/deductdetail/7')).toBe('/order/deduct');
  expect(activePath(named, '/order/detail/7')).toBe('/order/list');
});

test('a page of nothing in the menu has no active entry', () => {
  expect(activePath(groups, '/account/settings/basic')).toBeUndefined();
  expect(activePath(groups, '/carpark')).toBeUndefined();
});
