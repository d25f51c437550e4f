import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useAuthProvider, useDataProvider, useI18nProvider, useResourceDefinitions } from 'react-admin';
import { afterAll, expect, test, vi } from 'vitest';
import { TOKEN_KEY, type AdminDataProvider } from '../admin/index.ts';
import { testSource } from '../admin/testing/adminModel.ts';
import { adminSource } from '../admin/testing/adminSource.ts';
import { fakeServer, type Call, type Reply } from '../admin/testing/fakeServer.ts';
import { LANDING } from './appConfig.ts';
import { createApp } from './createApp.tsx';
import { LANGUAGE_KEY } from './language.ts';

const INFO = { id: 1, username: 'may', name: 'May', roles: [{ id: 1, name: 'R' }], permission: [{ path: 'index' }] };
const SETTINGS = { username: 'may', name: 'May', phone: '', email: '', avatar: '', binding: [], notification: {} };

afterAll(() => {
  document.documentElement.lang = '';
});

/** What a page finds above it. */
function Found() {
  const [data, auth, i18n] = [useDataProvider<AdminDataProvider>(), useAuthProvider(), useI18nProvider()];
  const definitions = Object.keys(useResourceDefinitions()).join(' ');
  return (
    <h1>
      {[typeof data.getList, typeof data.call, typeof auth?.checkAuth, typeof i18n.translate, definitions].join(', ')}
    </h1>
  );
}

const answers = {
  'GET /admin/user/info': () => ({ data: INFO }),
  'GET /account/settings': () => ({ data: SETTINGS }),
};

const { entries, parts, codes } = adminSource(testSource);

async function open(address: string, { signedIn = true, name = 'Book Shop' } = {}) {
  if (signedIn) localStorage.setItem(TOKEN_KEY, JSON.stringify({ value: 't', expire: Date.now() + 1_000_000 }));
  window.history.replaceState(null, '', address);
  const server = fakeServer(answers as Record<string, (call: Call) => Reply>);
  vi.stubGlobal('fetch', server.fetch);
  const App = await createApp({
    ...{ entries, parts, codes },
    icons: {},
    groups: [],
    pages: [
      { path: '/found', title: 'Lost property', component: Found },
      { path: LANDING, title: 'Desk', component: () => <h1>what is to be done</h1> },
    ],
    catalogue: { app: { title: name }, routes: { '/index': 'Home' } },
  });
  await act(async () => void render(<App />));
  return server;
}

test('a page finds the providers and resources of react-admin', async () => {
  await open('/found');
  await screen.findByText('function, function, function, function, book shop note copy booklet');
});

test('the head of the page, the title of the window and sign-in call the product by one text', async () => {
  await open('/found', { name: 'Second Hand Books' });
  expect((await screen.findByRole('banner')).textContent).toContain('Second Hand Books');
  await waitFor(() => expect(document.title).toBe('Lost property - Second Hand Books'));
  cleanup();
  localStorage.clear();
  await open('/user/login', { signedIn: false, name: 'Second Hand Books' });
  expect((await screen.findByRole('main')).textContent).toContain('Second Hand Books');
  expect(document.title).toContain('Second Hand Books');
});

test('/index is the page that sign-in leads to, called home', async () => {
  await open('/index');
  await screen.findByRole('heading', { name: 'what is to be done' });
  await waitFor(() => expect(document.title).toBe('Home - Book Shop'));
});

test('/account/settings leads to the basic ones', async () => {
  await open('/account/settings');
  await waitFor(() => expect(window.location.pathname).toBe('/account/settings/basic'));
  await screen.findByRole('heading', { level: 2 });
});

test('sign-in offers every language, and marks the one it speaks', async () => {
  localStorage.setItem(LANGUAGE_KEY, 'th-TH');
  await open('/user/login', { signedIn: false });
  await userEvent.click(await screen.findByRole('button', { name: /ไทย/ }));
  const offered = await screen.findAllByRole('menuitemradio');
  expect(offered.map((one) => [one.textContent, one.getAttribute('aria-checked')])).toEqual([
    ['简体中文', 'false'],
    ['English', 'false'],
    ['ไทย', 'true'],
  ]);
});
