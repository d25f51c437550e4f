import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, type ComponentType } from 'react';
import { afterAll, expect, test, vi } from 'vitest';
import { forgetUnsavedChanges } from '../../admin/index.ts';
import { openApp as open, stepTo } from '../testing/openApp.tsx';

afterAll(() => {
  document.documentElement.lang = '';
});

/** The pages that are kept: on screen, and behind their tabs. */
const pagesKept = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('main > section')];
const onScreen = (): HTMLElement => pagesKept().find(({ hidden }) => !hidden)!;
const isKept = (title: string): boolean => pagesKept().some(({ textContent }) => textContent === title);
const tabs = (): HTMLElement[] => within(screen.getByRole('tablist', { name: 'Open pages' })).getAllByRole('tab');
const addresses = () => tabs().map(({ dataset }) => dataset['key']);

/** An application with these pages beside the landing page, `Desk`; somebody is signed in and there. */
async function openApp(pages: Readonly<Record<string, ComponentType>>): Promise<void> {
  await open({ pages });
  await screen.findByText('Desk');
}

async function goTo(address: string, title: string): Promise<void> {
  await stepTo(address);
  await waitFor(() => expect(onScreen().textContent).toBe(title));
}

/** The page goes, and with it all but what it has stored by then: nothing of it is told that it goes away. */
async function reload(unmount: () => void): Promise<void> {
  window.dispatchEvent(new Event('pagehide'));
  const stored = Object.entries(sessionStorage) as [string, string][];
  await act(async () => unmount());
  forgetUnsavedChanges();
  sessionStorage.clear();
  for (const [name, value] of stored) sessionStorage.setItem(name, value);
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

test('half-typed work is asked about when its tab closes and at sign-out, and a reload brings it back', async () => {
  const app = { pages: { '/other': () => <h1>Other</h1> } };
  const title = () => screen.findByLabelText<HTMLInputElement>(/^Title/);
  const closeForm = () => fireEvent.click(tabs()[1]!.querySelector('[data-close]')!);
  const { unmount } = await open(app);
  await screen.findByText('Desk');
  await stepTo('/books/add');
  await userEvent.type(await title(), 'Half typed');
  await goTo('/other', 'Other');
  await screen.findByRole('tablist', { name: 'Open pages' });
  closeForm();
  const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
  within(question).getByText(/^Not saved yet: .+\. What you typed there/);
  await userEvent.click(within(question).getByRole('button', { name: 'Back' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: /^User menu/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
  const leaving = await screen.findByRole('dialog', { name: 'Sign out' });
  within(leaving).getByText(/^Some open pages hold unsaved entries/);
  await userEvent.click(within(leaving).getByRole('button', { name: 'Stay' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const before = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(before);
  expect(before.defaultPrevented).toBe(true);

  await reload(unmount);
  await open({ ...app, at: '/books/add' });
  await screen.findByText('Your unsaved entries are back');
  expect((await title()).value).toBe('Half typed');
  await screen.findByRole('tablist', { name: 'Open pages' });
  await waitFor(() => expect(addresses()).toEqual(['/dashboard/workplace', '/books/add', '/other']));
  fireEvent.contextMenu(tabs()[1]!);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Close current tab' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }));
  await waitFor(() => expect(onScreen().textContent).toBe('Other'));
  // Until the question is gone, nothing but it is there for anybody.
  await waitFor(() => expect(addresses()).toEqual(['/dashboard/workplace', '/other']));
});

test('without any session storage tabs work until the page is loaded anew', async () => {
  const own = Object.getOwnPropertyDescriptor(window, 'sessionStorage')!;
  const denied = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  const app = { pages: { '/one': () => <h1>One</h1>, '/two': () => <h1>Two</h1> } };
  Object.defineProperty(window, 'sessionStorage', { configurable: true, get: denied });
  try {
    const { unmount } = await open(app);
    await screen.findByText('Desk');
    await goTo('/one', 'One');
    await goTo('/two', 'Two');
    await screen.findByRole('tablist', { name: 'Open pages' });
    await act(async () => tabs()[1]!.click());
    await waitFor(() => expect(onScreen().textContent).toBe('One'));
    window.dispatchEvent(new Event('pagehide'));
    unmount();
    await open({ ...app, at: '/one' });
    await waitFor(() => expect(onScreen().textContent).toBe('One'));
    await screen.findByRole('tablist', { name: 'Open pages' });
    expect(addresses()).toEqual(['/one']);
  } finally {
    Object.defineProperty(window, 'sessionStorage', own);
  }
});
