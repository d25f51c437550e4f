import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, expect, test } from 'vitest';
import { withResource } from '../admin/testing/withResource.ts';
import { openApp } from './testing/openApp.tsx';

afterAll(() => {
  document.documentElement.lang = '';
  document.title = '';
});

const MENU = { group: 'desk', icon: 'Page' };
const source = withResource('book', (declared) => ({ ...declared, menu: { ...MENU, sort: 1 } }));
const PAGES = { '/returns': () => <h1>Returns</h1>, '/shelves': () => <h1>Shelves</h1> };
const page = (url: string, sort: number, rest: object = {}) => ({ url, group: 1, sort, ...rest });

/** The menu table, as an administrator left it. The server tells its names in the language of the request (tests/api/adminMenus.test.ts). */
const open = (...pages: readonly object[]) =>
  openApp({
    source,
    at: '/books/list',
    pages: PAGES,
    menu: { '/returns': { ...MENU, sort: 2 }, '/shelves': { ...MENU, sort: 3 } },
    answers: { 'GET /books/list': () => ({ data: { list: [], total: 0 } }) },
    info: { menu: { groups: [{ id: 1, title: 'Desk', sort: 1 }], pages } },
  });

test('another name, another order and a hidden entry: the side menu follows, and so do page and window', async () => {
  const title = 'Lent books';
  await open(page('/books/list', 500, { title }), page('/returns', 2), page('/shelves', 3, { hidden: true }));
  await screen.findByRole('heading', { level: 1, name: /^Lent books/ });
  const links = within(await screen.findByRole('navigation', { name: 'Main menu' })).getAllByRole('link');
  // Resources without a place in the table come after them, in a group of their own.
  const ofTable = links.filter((link) => !link.getAttribute('href')!.startsWith('/resources/'));
  expect(ofTable.map((link) => [link.getAttribute('href'), link.textContent])).toEqual([
    ['/returns', '/returns'],
    ['/books/list', title],
  ]);
  await waitFor(() => expect(document.title).toBe(`${title} - Book Shop`));
});
