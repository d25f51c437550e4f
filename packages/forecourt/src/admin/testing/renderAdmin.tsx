import { Suspense, type ReactNode } from 'react';
import { QueryClient } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { AdminContext, memoryStore, Notification, ResourceContextProvider, testI18nProvider } from 'react-admin';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { AdminRuntimeProvider, createAdminRuntime } from '../runtime/runtime.tsx';
import { TOKEN_KEY } from '../providers/tokenStore.ts';
import { testSource } from './adminModel.ts';
import { adminSource, type WholeSource } from './adminSource.ts';
import { fakeServer, memoryStorage, type Call, type Reply } from './fakeServer.ts';

/** What a test page starts with: answers of the server, rights, address and declarations. */
export interface RenderOptions {
  readonly answers?: Readonly<Record<string, (call: Call) => Reply | Promise<Reply>>>;
  readonly permissions?: readonly string[];
  readonly at?: string;
  /** The small world when absent. */
  readonly source?: WholeSource;
  /** Resource of the context; its list, form or detail is what is shown. */
  readonly resource?: string;
  /** What this browser keeps of earlier visits, by its keys in react-admin's store. */
  readonly kept?: Readonly<Record<string, unknown>>;
}

/** Keys stand for their texts; where a fallback is given (labels of a resource) it is shown. */
const translate = (key: string, options?: { _?: string }): string =>
  key.startsWith('codes.') ? key : (options?._ ?? key);

/** Shows part of the admin over a fake server, signed in with the given permissions. */
export async function renderAdmin(
  children: ReactNode,
  {
    answers = {},
    permissions = ['index'],
    at = '/',
    source = testSource,
    resource = 'book',
    kept = {},
  }: RenderOptions = {},
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
    ...answers,
  });
  const storage = memoryStorage({ [TOKEN_KEY]: JSON.stringify({ value: 't', expire: Date.now() + 1_000_000 }) });
  const leave = (): void => undefined;
  const runtime = createAdminRuntime({
    ...adminSource(source),
    fetch: server.fetch,
    storage,
    language: () => 'en-US',
    leave,
  });
  await runtime.session.load();
  // Pages suspend on their schema; a test wants to see the page.
  await Promise.all([...runtime.model.entries.keys()].map((name) => runtime.model.load(name)));
  const store = memoryStore({ ...kept });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false } } });
  const router = createMemoryRouter(
    [
      {
        path: '*',
        element: (
          <AdminContext
            dataProvider={runtime.dataProvider}
            authProvider={runtime.authProvider}
            routerProvider={runtime.routerProvider}
            i18nProvider={testI18nProvider({ translate })}
            store={store}
            queryClient={queryClient}
          >
            <ResourceContextProvider value={resource}>
              <Suspense fallback="…">{children}</Suspense>
            </ResourceContextProvider>
            <Notification />
          </AdminContext>
        ),
      },
    ],
    { initialEntries: [at] },
  );
  const view = render(
    <AdminRuntimeProvider value={runtime}>
      <RouterProvider router={router} />
    </AdminRuntimeProvider>,
  );
  return { ...view, ...server, runtime, router, storage, store };
}
