import type { ComponentType } from 'react';
import { act, render, type RenderResult } from '@testing-library/react';
import { vi } from 'vitest';
import { TOKEN_KEY } from '../../admin/index.ts';
import { testSource } from '../../admin/testing/adminModel.ts';
import { adminSource, type WholeSource } from '../../admin/testing/adminSource.ts';
import { fakeServer, type Call, type Reply } from '../../admin/testing/fakeServer.ts';
import english from '../../i18n/en-US.json';
import { mergeCatalogues, type Catalogue } from '../../i18n/index.ts';
import { LANDING, type AppConfig, type AppPage } from '../appConfig.ts';
import { createApp } from '../createApp.tsx';
import { SetUpPlace } from '../pages/SetUpPlace.tsx';

interface OpenOptions {
  /** Pages by address, beside the landing page, `Desk`; a page is called by what it is given under. */
  readonly pages?: Readonly<Record<string, ComponentType>>;
  /** Entries of the menu among them. */
  readonly menu?: Readonly<Record<string, AppPage['menu']>>;
  readonly at?: string;
  readonly answers?: Readonly<Record<string, (call: Call) => Reply>>;
  /** What the user info says beside who it is. */
  readonly info?: object;
  /** The small world when absent. */
  readonly source?: WholeSource;
  readonly setUp?: AppConfig['setUp'];
  /** Without, nobody has a session yet. */
  readonly signedIn?: boolean;
  /** The texts of the framework in another language. */
  readonly texts?: Catalogue;
}

const Desk = () => (
  <>
    <h1>Desk</h1>
    <SetUpPlace />
  </>
);

/** Shows the whole application, signed in and in English unless told, over a fake server; whoever is there may do everything. */
export async function openApp({
  pages = {},
  menu = {},
  at = LANDING,
  answers = {},
  info = {},
  source = testSource,
  signedIn = true,
  setUp,
  texts = english,
}: OpenOptions = {}): Promise<RenderResult & ReturnType<typeof fakeServer>> {
  if (signedIn) localStorage.setItem(TOKEN_KEY, JSON.stringify({ value: 't', expire: Date.now() + 1_000_000 }));
  window.history.replaceState(null, '', at);
  const roles = [{ id: 1, name: 'R' }];
  const server = fakeServer({
    'GET /admin/user/info': () => ({
      data: { id: 1, username: 'may', name: 'May', roles, permission: [{ path: 'index' }], ...info },
    }),
    'GET /account/settings': () => ({
      data: { username: 'may', name: 'May', phone: '', email: '', avatar: '', binding: [], notification: {} },
    }),
    ...answers,
  });
  vi.stubGlobal('fetch', server.fetch);
  const { entries, parts, codes } = adminSource(source);
  const App = await createApp({
    ...{ entries, parts, codes },
    icons: {},
    setUp,
    groups: [],
    pages: [
      { path: LANDING, title: 'Desk', component: Desk, menu: menu[LANDING] },
      ...Object.entries(pages).map(([path, component]) => ({ path, title: path, component, menu: menu[path] })),
    ],
    catalogue: mergeCatalogues(texts, { app: { title: 'Book Shop' }, routes: {} }),
  });
  const view = await act(async () => render(<App />));
  return { ...view, ...server };
}

/** As the back button would. */
export async function stepTo(address: string): Promise<void> {
  await act(async () => {
    window.history.pushState(null, '', address);
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
}
