import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openApp } from './testing/openApp.tsx';

beforeEach(() => localStorage.clear());
afterAll(() => {
  document.documentElement.lang = '';
  document.title = '';
});

const ROWS = [
  { id: 1, title: 'Dune', state: 0, price: 1 },
  { id: 2, title: 'Emma', state: 0, price: 2 },
];
const open = (at: string, rows: readonly object[] = ROWS, info: object = {}) =>
  openApp({
    at,
    answers: {
      'GET /books/list': () => ({ data: { list: rows, total: rows.length } }),
      'GET /books/info/1': () => ({ data: ROWS[0] }),
      'GET /books/info/2': () => ({ data: ROWS[1] }),
      'GET /search': () => ({ data: { pages: [], records: [] } }),
    },
    info,
  });
async function palette() {
  await screen.findByRole('tablist', { name: 'Open pages' });
  await userEvent.keyboard('{Control>}k{/Control}');
  return screen.findByRole('listbox', { name: 'Results' });
}
const titles = (group: HTMLElement) =>
  within(group)
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

test('a record that is marked stands first in the palette and in the menu, then those seen lately, as the server calls them now', async () => {
  await open('/books/detail/1');
  await userEvent.click(await screen.findByRole('button', { name: 'Favourite', pressed: false }));
  expect(await screen.findByRole('button', { name: 'Favourite', pressed: true })).toBeTruthy();
  cleanup();
  await open('/books/detail/2');
  await screen.findByRole('button', { name: 'Favourite', pressed: false });
  cleanup();

  const renamed = [{ ...ROWS[0]!, title: 'Dune II' }, ROWS[1]!];
  await open('/index', renamed);
  const list = await palette();
  expect(titles(await within(list).findByRole('group', { name: 'Favourites' }))).toEqual(['Dune IIbook']);
  expect(titles(within(list).getByRole('group', { name: 'Seen lately' }))).toEqual(['Emmabook']);
  expect(within(screen.getByRole('navigation', { name: 'Main menu', hidden: true })).getByText('Dune II')).toBeTruthy();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(window.location.pathname).toBe('/books/detail/1'));
  expect(JSON.stringify({ ...localStorage })).not.toContain('Dune');
});

test('a kept record that the user may no longer see is nowhere, and another user has none of them', async () => {
  await open('/books/detail/1');
  await userEvent.click(await screen.findByRole('button', { name: 'Favourite' }));
  cleanup();
  await open('/index', []);
  expect(within(await palette()).queryByRole('group', { name: 'Favourites' })).toBeNull();
  cleanup();
  await open('/index', ROWS, { id: 2 });
  expect(within(await palette()).queryByRole('group', { name: 'Favourites' })).toBeNull();
});
