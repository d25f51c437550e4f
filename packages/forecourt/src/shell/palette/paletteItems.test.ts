import { expect, test } from 'vitest';
import { grouped, matching, type PaletteItem } from './paletteItems.ts';

const item = (id: string, label: string, rest: Partial<PaletteItem> = {}): PaletteItem => ({
  id,
  label,
  group: 'pages',
  ...rest,
});
const items = [
  item('refunds', 'Refunds', { detail: 'Orders' }),
  item('orders', 'Orders', { words: ['/order/list'] }),
  item('rest', 'All orders', { group: 'order' }),
  item('thai', 'รายการจอง'),
];
const found = (typed: string): readonly string[] => matching(items, typed).map(({ id }) => id);

test('what begins with the text comes first, then what has it in its name, then what is found by other words', () => {
  expect(found('order')).toEqual(['orders', 'rest', 'refunds']);
  const made = [item('work', 'New work order'), item('order', 'New order'), item('old', 'Order of new things')];
  expect(matching(made, 'new order').map(({ id }) => id)).toEqual(['order', 'work', 'old']);
  expect(found('ORDER LIST')).toEqual(['orders']);
  expect(found('การ')).toEqual(['thai']);
  expect(found('nothing')).toEqual([]);
});

test('without a text everything is there in its order', () => {
  expect(found('  ')).toEqual(['refunds', 'orders', 'rest', 'thai']);
});

test('groups stand in the order of their first item', () => {
  expect(grouped(matching(items, 'order')).map(([group, list]) => [group, list.length])).toEqual([
    ['pages', 2],
    ['order', 1],
  ]);
});
