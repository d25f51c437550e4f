import { expect, it } from 'vitest';
import { pageBelow, withoutPath } from './publicUrl.ts';

it.each([
  ['/desk/order/list?page=2', '/desk', '/order/list?page=2'],
  ['/order/list', '/desk', '/order/list'],
  ['/desk', '/desk', '/'],
  ['/desk?x=1', '/desk', '/?x=1'],
  ['/desktop/a', '/desk', '/desktop/a'],
  ['/a/b/api/live', '/a/b', '/api/live'],
  ['/desk/order', '', '/desk/order'],
])('takes the path off %s below %s', (address, path, expected) => {
  expect(withoutPath(address, path)).toBe(expected);
});

it.each([
  ['/order', '/order/list'],
  ['/order/list', '/order/list'],
  ['/orders', undefined],
  ['', undefined],
])('knows the page that lies below the path %s', (path, expected) => {
  expect(pageBelow(path, ['/car/list', '/order/list'])).toBe(expected);
});
