import { expect, test } from 'vitest';
import { memoryStorage } from '../../admin/testing/fakeServer.ts';
import { recallTabs, rememberTabs } from './tabMemory.ts';
import { changeTab, NO_TABS, visit } from './tabs.ts';

const location = { pathname: '/list', search: '?page=2', hash: '', state: { secret: 1 }, key: 'k', mask: undefined };
const tabs = {
  get: () =>
    changeTab(
      visit(visit(NO_TABS, location), { ...location, pathname: '/books/detail/5', search: '' }),
      '/books/detail/5',
      { name: 'Dune' },
    ),
  scrolled: new Map([[1, { window: 10, part: 20 }]]),
};

const refusing = (): Storage => ({
  ...memoryStorage(),
  getItem: () => {
    throw new Error('denied');
  },
  setItem: () => {
    throw new Error('full');
  },
});

test('addresses, names and scroll positions come back to the user they belong to, and to nobody else', () => {
  const storage = memoryStorage({});
  rememberTabs(7, tabs, storage);
  expect(recallTabs(7, storage)).toEqual({
    user: 7,
    addresses: ['/list?page=2', '/books/detail/5'],
    scrolled: [{ window: 10, part: 20 }, null],
    names: [null, 'Dune'],
  });
  expect(recallTabs(8, storage)).toBeUndefined();
});

test.each(['nonsense', '{}', '[]', '{"user":7,"addresses":["http://elsewhere"],"scrolled":[]}', '{"user":7}'])(
  'what cannot be tabs is none: %s',
  (text) => {
    expect(recallTabs(7, memoryStorage({ tabs: text }))).toBeUndefined();
  },
);

test('a storage that is full, forbidden or missing changes nothing', () => {
  expect(() => rememberTabs(7, tabs, refusing())).not.toThrow();
  expect(recallTabs(7, refusing())).toBeUndefined();
});
