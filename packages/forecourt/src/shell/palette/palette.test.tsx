import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, expect, test, vi } from 'vitest';
import type { Call, Reply } from '../../admin/testing/fakeServer.ts';
import { openApp } from '../testing/openApp.tsx';

afterAll(() => {
  document.documentElement.lang = '';
});

const entry = { group: 'desk', icon: 'Page' };
const PAGES = {
  '/members': () => <h1>All members</h1>,
  '/membership': () => <h1>Fees</h1>,
  '/roles': () => <h1>All roles</h1>,
};
const MENU = {
  '/members': { ...entry, sort: 1 },
  '/membership': { ...entry, sort: 2 },
  '/roles': { ...entry, sort: 3 },
};

async function openPalette(search: (call: Call) => Reply): Promise<HTMLInputElement> {
  await openApp({ pages: PAGES, menu: MENU, answers: { 'GET /search': search } });
  await screen.findByText('Desk');
  await userEvent.keyboard('{Control>}k{/Control}');
  return screen.findByRole<HTMLInputElement>('combobox', { name: 'Screen, number, name or what to do' });
}
const chosen = (): string | null | undefined =>
  screen.getAllByRole('option').find((one) => one.getAttribute('aria-selected') === 'true')?.textContent;
async function fill(box: HTMLElement, text: string): Promise<void> {
  await userEvent.clear(box);
  await userEvent.type(box, text);
}

test('screens are found in any language, actions too; arrows walk round the end', async () => {
  const box = await openPalette(({ query }) => ({
    data: { pages: query['q'] === '角色' ? ['/roles'] : [], records: [] },
  }));
  await fill(box, '角色');
  await screen.findByRole('option', { name: /^\/roles/ });
  await fill(box, 'sign out');
  await screen.findByRole('option', { name: 'Sign out' });
  await fill(box, 'member');
  await screen.findByRole('option', { name: /^\/members(?!hip)/ });
  const first = chosen();
  expect(screen.getAllByRole('option').length).toBeGreaterThan(1);
  await userEvent.keyboard('{ArrowUp}');
  expect(chosen()).not.toBe(first);
  await userEvent.keyboard('{ArrowDown}');
  expect(chosen()).toBe(first);
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(window.location.pathname).toBe('/members'));
});

test('nothing found and a failing server are said, and asking again helps', async () => {
  let reply: Reply = { data: { pages: [], records: [] } };
  const search = vi.fn(() => reply);
  const box = await openPalette(search);
  await fill(box, 'no such thing anywhere');
  await screen.findByText(/^Nothing found/);
  reply = new TypeError('offline');
  await fill(box, 'somebody');
  await screen.findByText(/^The search failed/);
  reply = { data: { pages: [], records: [] } };
  await userEvent.click(screen.getByRole('button', { name: 'Search again' }));
  await waitFor(() => expect(screen.queryByText(/^The search failed/)).toBeNull());
  await screen.findByText(/^Nothing found/);
});
