import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { withResource } from '../../admin/testing/withResource.ts';
import { shortcutsInSight } from '../../admin/shortcuts/shortcuts.ts';
import { openApp } from '../testing/openApp.tsx';

afterEach(() => vi.restoreAllMocks());
afterAll(() => {
  document.documentElement.lang = '';
  document.title = '';
});

const rows = [
  { id: 1, title: 'Dune', state: 1 },
  { id: 2, title: 'Emma', state: 1 },
];
const open = (at: string, permissions = ['index']) =>
  openApp({
    source: withResource('book', (declared) => ({ ...declared, go: 'b' })),
    at,
    pages: { '/alone': () => <input aria-label="Note" /> },
    answers: { 'GET /books/list': () => ({ data: { list: rows, total: 2 } }) },
    info: { permission: permissions.map((path) => ({ path })) },
  });
/** The keys are there once what comes after the page is: it loads by itself, after the tabs as well. */
const here = () => waitFor(() => expect(shortcutsInSight().map(({ keys }) => keys)).toContain('g h'));

test('g and the letter of a resource open its list, g h the home page; a letter alone, or while somebody types, does nothing', async () => {
  await open('/alone');
  await here();
  await userEvent.keyboard('b');
  await userEvent.type(screen.getByLabelText('Note'), 'gb');
  expect(window.location.pathname).toBe('/alone');
  act(() => (document.activeElement as HTMLElement).blur());
  await userEvent.keyboard('gb');
  await waitFor(() => expect(window.location.pathname).toBe('/books/list'));
  await screen.findByText('Dune');
  await userEvent.keyboard('?');
  const keys = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  within(keys).getByText(/^Go to Book/);
  await userEvent.keyboard('gh');
  expect(window.location.pathname).toBe('/books/list');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.keyboard('gh');
  await screen.findByRole('heading', { level: 1, name: 'Desk' });
});

test('a list that the user may not open has no letter', async () => {
  await open('/alone', ['shop-list']);
  await here();
  await userEvent.keyboard('gb');
  expect(window.location.pathname).toBe('/alone');
});

test('j and k go from row to row, x selects the row, Enter opens it', async () => {
  await open('/books/list');
  await screen.findByText('Dune');
  await here();
  await userEvent.keyboard('j');
  expect(document.activeElement?.textContent).toBe('Dune');
  await userEvent.keyboard('j');
  expect(document.activeElement?.textContent).toBe('Emma');
  await userEvent.keyboard('jk');
  expect(document.activeElement?.textContent).toBe('Dune');
  const row = document.activeElement!.closest('tr')!;
  await userEvent.keyboard('x');
  await waitFor(() => expect(within(row).getByRole<HTMLInputElement>('checkbox').checked).toBe(true));
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(window.location.pathname).not.toBe('/books/list'));
});

test('without a connection a bar says since when, and goes away with it', async () => {
  await open('/alone');
  await here();
  const bar = () => screen.queryByText(/^Offline since \d\d:\d\d\. What you typed is kept\./);
  expect(bar()).toBeNull();
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(bar()?.getAttribute('role')).toBe('status');
  act(() => void window.dispatchEvent(new Event('online')));
  expect(bar()).toBeNull();
});
