import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, expect, test } from 'vitest';
import { forgetUnsavedChanges } from '../../admin/index.ts';
import { openApp, stepTo } from '../testing/openApp.tsx';

afterAll(() => {
  document.documentElement.lang = '';
  document.title = '';
});

const BOOKS = [
  { id: 5, title: 'Dune', state: 0, price: 20 },
  { id: 6, title: 'Emma', state: 0, price: 20 },
];
const answers = {
  'GET /books/info/5': () => ({ data: BOOKS[0] }),
  'GET /books/info/6': () => ({ data: BOOKS[1] }),
  'GET /resources/book/related': () => ({ data: [] }),
};
const pages = Object.fromEntries(
  ['/one', '/two', '/three', '/four'].map((path) => [path, () => <h1>{`Page ${path}`}</h1>]),
);

const tabs = (): HTMLElement[] => within(screen.getByRole('tablist', { name: 'Open pages' })).getAllByRole('tab');
const names = () => tabs().map(({ textContent }) => textContent);
const tab = (name: string): HTMLElement => tabs().find(({ textContent }) => textContent?.startsWith(name))!;
const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });

/** The pages, opened one after the other. */
async function open(...addresses: readonly string[]) {
  const [at, ...more] = addresses;
  const view = await openApp({ pages, answers, at });
  await heading(`Page ${at}`);
  for (const address of more) {
    await stepTo(address);
    await heading(`Page ${address}`);
  }
  await screen.findByRole('tablist', { name: 'Open pages' });
  return view;
}

async function choose(name: string, action: string): Promise<void> {
  fireEvent.contextMenu(tab(name));
  await userEvent.click(await screen.findByRole('menuitem', { name: action }));
  // Until the menu is gone, nothing but it is there for anybody.
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
}

test('every visited page is one tab, each record its own, and the title follows the one on screen', async () => {
  await open('/one', '/two', '/one');
  expect(names()).toEqual(['/one', '/two']);
  expect(tabs().map((one) => one.getAttribute('aria-selected'))).toEqual(['true', 'false']);
  await waitFor(() => expect(document.title).toBe('/one - Book Shop'));
  for (const [id, title] of [
    [5, 'Dune'],
    [6, 'Emma'],
  ] as const) {
    await stepTo(`/books/detail/${id}`);
    await heading(new RegExp(title));
  }
  expect(tabs()).toHaveLength(4);
  await waitFor(() =>
    expect(
      names()
        .slice(2)
        .map((name) => name?.slice(0, 4)),
    ).toEqual(['Dune', 'Emma']),
  );
  await act(async () => tab('/two').click());
  await heading('Page /two');
  await waitFor(() => expect(document.title).toBe('/two - Book Shop'));
});

test('left, right, current and all are closed; where there is nothing to close a message says so', async () => {
  await open('/one', '/two', '/three', '/four');
  fireEvent.contextMenu(tab('/two'));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'Reload this page',
    'Close current tab',
    'Close tabs to the left',
    'Close tabs to the right',
    'Close all tabs',
    'Move to the left',
    'Move to the right',
  ]);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Close tabs to the left' }));
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
  expect(names()).toEqual(['/two', '/three', '/four']);
  await choose('/two', 'Close tabs to the left');
  await screen.findByText('There is no tab to the left');
  await choose('/four', 'Close tabs to the right');
  await screen.findByText('There is no tab to the right');
  await choose('/three', 'Close tabs to the right');
  await heading('Page /three');
  expect(names()).toEqual(['/two', '/three']);
  await choose('/three', 'Close current tab');
  await heading('Page /two');
  await act(async () => fireEvent.click(tab('/two').querySelector('[data-close]')!));
  await screen.findByText('This is the last tab, it cannot be closed');
  expect(names()).toEqual(['/two']);
  await stepTo('/one');
  await choose('/two', 'Close all tabs');
  await heading('Desk');
  expect(names()).toEqual(['Desk']);
});

test.each([
  ['the same user', 1, ['/one', '/two', '/three']],
  ['another user', 2, ['/three']],
])('who loads the page again in the same browser tab finds the tabs of before: %s', async (_who, id, expected) => {
  const { unmount } = await open('/one', '/two');
  window.dispatchEvent(new Event('pagehide'));
  const stored = Object.entries(sessionStorage) as [string, string][];
  await act(async () => unmount());
  forgetUnsavedChanges();
  for (const [name, value] of stored) sessionStorage.setItem(name, value);
  await openApp({ pages, at: '/three', info: { id } });
  await heading('Page /three');
  await screen.findByRole('tablist', { name: 'Open pages' });
  await waitFor(() => expect(names()).toEqual(expected));
});

test('after a reload a page that sleeps keeps the name of its record', async () => {
  const { unmount } = await openApp({ pages, answers, at: '/books/detail/5' });
  await heading(/Dune/);
  await stepTo('/one');
  await heading('Page /one');
  await waitFor(() => expect(names()).toEqual([expect.stringMatching(/^Dune/), '/one']));
  window.dispatchEvent(new Event('pagehide'));
  await act(async () => unmount());
  await openApp({ pages, answers, at: '/one' });
  await heading('Page /one');
  await waitFor(() => expect(names()).toEqual([expect.stringMatching(/^Dune/), '/one']));
});
