import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, expect, test } from 'vitest';
import type { ResourceDeclaration } from '../model/index.ts';
import { testSource } from '../admin/testing/adminModel.ts';
import type { WholeSource } from '../admin/testing/adminSource.ts';
import { openApp, stepTo } from './testing/openApp.tsx';

afterAll(() => {
  document.documentElement.lang = '';
  document.title = '';
});

const [book, shop] = testSource.resources as readonly ResourceDeclaration[];
/** Two groups, of two lists and of one with a page beside it. */
const source: WholeSource = {
  ...testSource,
  resources: [
    { ...book!, menu: { group: 'desk', icon: 'Page', sort: 1 } },
    { ...shop!, menu: { group: 'back', icon: 'Page', sort: 1 } },
  ] as readonly ResourceDeclaration<never>[],
};
const PAGES = {
  '/returns': () => <h1>Returns</h1>,
  '/shelves': () => <h1>Shelves</h1>,
  '/alone': () => <h1>Alone</h1>,
};
const MENU = {
  '/returns': { group: 'desk', icon: 'Page', sort: 2 },
  '/shelves': { group: 'back', icon: 'Page', sort: 2 },
};

const open = (at: string, permissions: readonly string[] = ['index']) =>
  openApp({
    ...{ source, at, pages: PAGES, menu: MENU },
    answers: {
      'GET /books/list': () => ({ data: { list: [], total: 0 } }),
      'GET /basics/shop/list': () => ({ data: { list: [], total: 0 } }),
    },
    info: { permission: permissions.map((path) => ({ path })) },
  });
const menu = () => screen.findByRole('navigation', { name: 'Main menu' });
const addresses = async () =>
  within(await menu())
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));
const group = async (name: string) => within(await menu()).getByRole('button', { name });

test('a deep link opens its screen with its entry chosen, and the title says where one is', async () => {
  await open('/returns');
  await screen.findByRole('heading', { level: 1, name: 'Returns' });
  const chosen = (await menu()).querySelectorAll('[aria-current=page]');
  expect([...chosen].map(({ textContent }) => textContent)).toEqual(['/returns']);
  await waitFor(() => expect(document.title).toBe('/returns - Book Shop'));
});

test('the start page stands in the menu before the page that sign-in leads to, for whoever signs in, and is chosen', async () => {
  const desk = { '/dashboard/workplace': { group: 'desk', icon: 'Page', sort: 1 } };
  await openApp({ source, at: '/index', menu: desk, info: { permission: [] } });
  expect(await addresses()).toEqual(['/index', '/dashboard/workplace']);
  const chosen = (await menu()).querySelectorAll('[aria-current=page]');
  expect([...chosen].map((entry) => entry.getAttribute('href'))).toEqual(['/index']);
});

test('who signs in sees the entries that his keys open, and no group without one', async () => {
  const { unmount } = await open('/alone', ['shoplist']);
  expect(await addresses()).not.toContain('/books/list');
  expect(await addresses()).toEqual(expect.arrayContaining(['/basics/shop', '/returns', '/shelves']));
  unmount();
  const only = { '/returns': MENU['/returns'] };
  await openApp({ source, at: '/alone', pages: PAGES, menu: only, info: { permission: [{ path: 'book-list' }] } });
  expect(await addresses()).toEqual(['/books/list', '/returns']);
  for (const name of ['desk', 'back'])
    expect(within(await menu()).queryAllByRole('button', { name })).toHaveLength(name === 'desk' ? 1 : 0);
});

test('a group folds, and coming to one of its pages opens it again', async () => {
  await open('/alone');
  await userEvent.click(await group('desk'));
  expect((await group('desk')).getAttribute('aria-expanded')).toBe('false');
  await stepTo('/returns');
  await screen.findByRole('heading', { level: 1, name: 'Returns' });
  await waitFor(async () => expect((await group('desk')).getAttribute('aria-expanded')).toBe('true'));
});

test('collapsed, it is a rail of icons, which open their entries, and stays so when the page is loaded again', async () => {
  const { unmount } = await open('/alone');
  await menu();
  // The rail loads when it is first asked for.
  await act(() => userEvent.click(screen.getByRole('button', { name: 'ra.action.close_menu' })));
  await waitFor(async () => expect((await group('desk')).getAttribute('aria-haspopup')).toBe('menu'));
  expect(localStorage.getItem('sidebar_type')).toBe('collapsed');
  await act(async () => unmount());
  await open('/alone');
  await userEvent.click(await group('desk'));
  await userEvent.click(await screen.findByRole('menuitem', { name: '/returns' }));
  await screen.findByRole('heading', { level: 1, name: 'Returns' });
  expect(window.location.pathname).toBe('/returns');
});

test('an unknown address becomes /404 inside the shell, with a way home', async () => {
  await open('/books/nonsense');
  await screen.findByRole('heading', { level: 1, name: 'Page not found' });
  expect(window.location.pathname).toBe('/404');
  await menu();
  await userEvent.click(screen.getByRole('link', { name: 'Back to home' }));
  await screen.findByRole('heading', { level: 1, name: 'Desk' });
  expect(window.location.pathname).toBe('/index');
});
