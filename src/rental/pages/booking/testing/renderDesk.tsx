import { Suspense, type ReactNode } from 'react';
import { QueryClient } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { AdminContext, memoryStore, Notification } from 'react-admin';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { catalogues, codes } from '../../testing/product.ts';
import { resources } from '../../../../../resources/index.ts';
import order from '../../../../../schemas/order.json';
import preauth from '../../../../../schemas/preauth.json';
import { AdminRuntimeProvider, createAdminRuntime, createI18nProvider, TOKEN_KEY } from 'forecourt/admin';
import { adminSource, fakeServer, memoryStorage, type Call, type Reply } from 'forecourt/testing';
import type { EntitySchema, Resource } from 'forecourt/model';
import { laterTexts } from './laterTexts.ts';

export type Answers = Readonly<Record<string, (call: Call) => Reply | Promise<Reply>>>;

export interface Desk {
  readonly answers?: Answers;
  readonly permissions?: readonly string[];
  readonly at?: string;
  readonly locale?: keyof typeof catalogues;
  /** Those that the screen shows beside orders. */
  readonly schemas?: Readonly<Record<string, EntitySchema>>;
  /** Parts of the catalogue that are not there before something loads them (`useTexts`). */
  readonly later?: readonly string[];
}

export const STORES = [
  { id: 1, storeName: 'Phuket Airport', cityId: 1, cityName: 'Phuket' },
  { id: 2, storeName: 'Patong', cityId: 1, cityName: 'Phuket' },
];
export const FREE_CARS = [
  { id: 11, plate: 'AA 11', subModelId: 4, subModelName: 'Toyota Yaris', mileage: 1000, etc: 0 },
  { id: 12, plate: 'BB 12', subModelId: 4, subModelName: 'Toyota Yaris', mileage: 2000, etc: 1 },
];

const BASE: Answers = {
  'GET /basics/getstore': () => ({ data: STORES }),
  'GET /basics/storelist': () => ({ data: STORES }),
  'GET /basics/citylist': () => ({ data: [{ id: 1, cityName: 'Phuket', timeZone: 'Asia/Bangkok' }] }),
  'GET /basics/orderchannel': () => ({ data: [4, 1, 2, 3].map((code) => ({ id: code, code, name: '', status: 1 })) }),
  'GET /order/availablecars': () => ({ data: FREE_CARS }),
  'GET /car/submodelslist': () => ({ data: [] }),
  'GET /order/preauth/list': () => ({ data: { list: [], total: 0 } }),
  'GET /member/blacklist/list': () => ({ data: { list: [], total: 0 } }),
};

/** Shows a screen of the desk over a fake server, in English and signed in as somebody with every right unless told. */
export async function renderDesk(
  children: (model: Resource) => ReactNode,
  { answers = {}, permissions = ['index'], at = '/', locale = 'en-US', schemas: further = {}, later = [] }: Desk = {},
) {
  const server = fakeServer({
    'GET /admin/user/info': () => ({
      data: {
        id: 1,
        username: 'may',
        name: 'May',
        roles: [{ id: 1, name: 'R' }],
        permission: permissions.map((path) => ({ path })),
      },
    }),
    ...BASE,
    ...answers,
  });
  const storage = memoryStorage({ [TOKEN_KEY]: JSON.stringify({ value: 't', expire: Date.now() + 1_000_000 }) });
  const schemas = Object.fromEntries(
    Object.entries({ order: order as EntitySchema, preauth: preauth as unknown as EntitySchema, ...further }).map(
      ([name, schema]) => [name, () => Promise.resolve(schema)],
    ),
  );
  const { first, labels } = laterTexts(catalogues[locale], later);
  const runtime = createAdminRuntime({
    ...adminSource({ schemas, resources, codes, scopeEntity: 'store' }),
    fetch: server.fetch,
    storage,
    labels,
    language: () => locale,
    leave: () => undefined,
  });
  await runtime.session.load();
  const model = await runtime.model.load('order');
  await Promise.all(Object.keys(further).map((name) => runtime.model.load(name)));
  const i18n = createI18nProvider({
    locale,
    catalogues: { [locale]: first as never },
    labels,
    locales: [{ locale, name: locale }],
  });
  const page = (
    <AdminContext
      dataProvider={runtime.dataProvider}
      authProvider={runtime.authProvider}
      i18nProvider={i18n}
      store={memoryStore()}
      queryClient={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <Suspense fallback="…">{children(model)}</Suspense>
      <Notification />
    </AdminContext>
  );
  const view = render(
    <AdminRuntimeProvider value={runtime}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element: page }], { initialEntries: [at] })} />
    </AdminRuntimeProvider>,
  );
  return {
    ...view,
    ...server,
    model,
    sent: (path: string) =>
      server.calls
        .filter((call) => call.method === 'POST' && call.path === path)
        .map((call) => call.body as Record<string, unknown>),
  };
}
