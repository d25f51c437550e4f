import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openApp } from '../testing/openApp.tsx';

beforeEach(() => localStorage.clear());
afterAll(() => {
  document.documentElement.lang = '';
  document.title = '';
});

const setUp = [{ resource: 'shop' }, { resource: 'book', least: 2 }];
const lists = (shops: number, books: number) => ({
  'GET /basics/shop/list': () => ({ data: { list: [], total: shops } }),
  'GET /books/list': () => ({ data: { list: [], total: books } }),
});

test('the start page lists what an empty system needs, ticks what is there, and is quiet once all is', async () => {
  await openApp({ setUp, answers: lists(1, 1) });
  const list = await screen.findByRole('region', { name: 'Set up in this order' }, { timeout: 5_000 });
  expect(within(list).getByRole('status').textContent).toBe('1 of 2 steps are done. Each one ticks itself.');
  const [shops, books] = within(list).getAllByRole('listitem');
  expect(within(shops!).getByTitle('Done')).toBeTruthy();
  expect(within(books!).getByTitle('To do')).toBeTruthy();
  expect(within(books!).getByRole('link').getAttribute('href')).toBe('/books/add');
  cleanup();

  const { calls } = await openApp({ setUp, answers: lists(1, 2) });
  await waitFor(() => expect(calls.some(({ path }) => path === '/books/list')).toBe(true));
  expect(screen.queryByRole('region', { name: 'Set up in this order' })).toBeNull();
  await waitFor(() => expect(JSON.stringify({ ...localStorage })).toContain('preferences.setUp'));
  cleanup();

  const later = await openApp({ setUp, answers: lists(1, 2) });
  await screen.findByRole('tablist', { name: 'Open pages' });
  expect(later.calls.some(({ path }) => path === '/books/list')).toBe(false);
});

test('a step that the user may not take is not listed', async () => {
  await openApp({ setUp, answers: lists(0, 0), info: { permission: [{ path: 'book-list' }, { path: 'book-add' }] } });
  const list = await screen.findByRole('region', { name: 'Set up in this order' }, { timeout: 5_000 });
  expect(within(list).getAllByRole('listitem')).toHaveLength(1);
});
