import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, type ComponentType } from 'react';
import { afterAll, expect, test, vi } from 'vitest';
import { TOKEN_KEY } from '../../admin/index.ts';
import { testSource } from '../../admin/testing/adminModel.ts';
import { adminSource } from '../../admin/testing/adminSource.ts';
import { fakeServer } from '../../admin/testing/fakeServer.ts';
import { LANDING } from '../appConfig.ts';
import { createApp } from '../createApp.tsx';

const { entries, parts, codes } = adminSource(testSource);

afterAll(() => {
  document.documentElement.lang = '';
});

/** The pages that are kept: on screen, and behind their tabs. */
const pagesKept = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('main > section')];
const onScreen = (): HTMLElement => pagesKept().find(({ hidden }) => !hidden)!;
const isKept = (title: string): boolean => pagesKept().some(({ textContent }) => textContent === title);

/** An application with these pages beside the landing page, `Desk`; somebody is signed in and there. */
async function openApp(pages: Readonly<Record<string, ComponentType>>): Promise<void> {
  localStorage.setItem(TOKEN_KEY, JSON.stringify({ value: 't', expire: Date.now() + 1_000_000 }));
  window.history.replaceState(null, '', LANDING);
  const roles = [{ id: 1, name: 'R' }];
  const server = fakeServer({
    'GET /admin/user/info': () => ({ data: { id: 1, username: 'may', name: 'May', roles, permission: [] } }),
    'GET /account/settings': () => ({
      data: { username: 'may', name: 'May', phone: '', email: '', avatar: '', binding: [], notification: {} },
    }),
  });
  vi.stubGlobal('fetch', server.fetch);
  const App = await createApp({
    ...{ entries, parts, codes },
    icons: {},
    groups: [],
    pages: [
      { path: LANDING, title: 'Desk', component: () => <h1>Desk</h1> },
      ...Object.entries(pages).map(([path, component]) => ({ path, title: path, component })),
    ],
    catalogue: { app: { title: 'Book Shop' }, routes: {} },
  });
  await act(async () => void render(<App />));
  await screen.findByText('Desk');
}

/** As the back button would. */
async function goTo(address: string, title: string): Promise<void> {
  await act(async () => {
    window.history.pushState(null, '', address);
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  await waitFor(() => expect(onScreen().textContent).toBe(title));
}

test('of fourteen pages twelve are kept: the one not seen for longest sleeps, its tab stays and wakes', async () => {
  const numbers = Array.from({ length: 13 }, (_, index) => index + 1);
  await openApp(Object.fromEntries(numbers.map((number) => [`/page${number}`, () => <h1>Page {number}</h1>])));
  for (const number of numbers) await goTo(`/page${number}`, `Page ${number}`);
  const bar = await screen.findByRole('tablist');
  expect(within(bar).getAllByRole('tab')).toHaveLength(14);
  expect(pagesKept()).toHaveLength(12);
  expect([isKept('Desk'), isKept('Page 1'), isKept('Page 2')]).toEqual([false, false, true]);

  await act(async () => within(bar).getAllByRole('tab')[0]!.click());
  await waitFor(() => expect(onScreen().textContent).toBe('Desk'));
  expect(pagesKept()).toHaveLength(12);
  expect(isKept('Page 2')).toBe(false);
});

test('with the setting off there is no bar, and pages are kept all the same', async () => {
  localStorage.setItem('multi_tab', 'off');
  let asked = 0;
  const Asking = () => {
    useEffect(() => void (asked += 1), []);
    return <input aria-label="Remark" />;
  };
  await openApp({ '/asking': Asking, '/other': () => <h1>Other</h1> });
  await goTo('/asking', '');
  await userEvent.type(screen.getByLabelText('Remark'), 'Half typed');
  await goTo('/other', 'Other');
  await vi.dynamicImportSettled();
  expect(screen.queryByRole('tablist')).toBeNull();
  await goTo('/asking', '');
  expect(screen.getByLabelText<HTMLInputElement>('Remark').value).toBe('Half typed');
  expect(asked).toBe(1);
});
