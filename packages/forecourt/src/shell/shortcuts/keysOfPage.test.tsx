import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, expect, test } from 'vitest';
import { withResource } from '../../admin/testing/withResource.ts';
import english from '../../i18n/en-US.json';
import { openApp } from '../testing/openApp.tsx';

afterAll(() => {
  document.documentElement.lang = '';
  document.title = '';
});

test('? lists the keys of the page, and the key of a resource opens its new record from anywhere; both are characters while somebody types, and do nothing behind a dialog', async () => {
  await openApp({
    source: withResource('book', (declared) => ({ ...declared, key: 'b' })),
    at: '/books/list',
    answers: { 'GET /books/list': () => ({ data: { list: [], total: 0 } }) },
  });
  await screen.findByRole('heading', { level: 1 });
  await screen.findByRole('tablist', { name: 'Open pages' });
  const search = await screen.findByRole<HTMLInputElement>('searchbox');
  await userEvent.keyboard('/');
  expect(document.activeElement).toBe(search);
  await userEvent.keyboard('an?b');
  expect([search.value, window.location.pathname]).toEqual(['an?b', '/books/list']);
  await userEvent.clear(search);
  search.blur();
  await userEvent.keyboard('?');
  const keys = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  expect([...keys.querySelectorAll('dd')].map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Search the list', 'Search everything', 'Keyboard shortcuts', 'Close the chosen page']),
  );
  within(keys).getByText('b', { selector: 'kbd' });
  await userEvent.keyboard('b');
  expect(window.location.pathname).toBe('/books/list');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.keyboard('b');
  await waitFor(() => expect(window.location.pathname).toBe('/books/add'));
});

test('? says first what the page is for, where the application has a text for it', async () => {
  await openApp({
    at: '/books/list',
    answers: { 'GET /books/list': () => ({ data: { list: [], total: 0 } }) },
    texts: { ...english, help: { '/books/list': 'Every book of the shop.' } },
  });
  await screen.findByRole('tablist', { name: 'Open pages' });
  await userEvent.keyboard('?');
  const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
  expect(dialog.getByText('Every book of the shop.')).toBeTruthy();
  expect(dialog.getByText('Search everything')).toBeTruthy();
});

test('the button for help in the header opens the same, by keyboard too, and takes the focus back', async () => {
  await openApp({
    at: '/books/list',
    answers: { 'GET /books/list': () => ({ data: { list: [], total: 0 } }) },
    texts: { ...english, help: { '/books/list': 'Every book of the shop.' } },
  });
  const button = await screen.findByRole('button', { name: 'Help for this screen' });
  button.focus();
  await userEvent.keyboard('{Enter}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
  expect(dialog.getByText('Every book of the shop.')).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(button);
});
