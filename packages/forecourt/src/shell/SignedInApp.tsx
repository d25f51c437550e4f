import { lazy, memo, useMemo, useState, type ReactElement, type ReactNode } from 'react';
import type { QueryClient } from '@tanstack/react-query';
import {
  CoreAdminContext,
  LogoutOnMount,
  Notification,
  ResourceDefinitionContextProvider,
  useAuthState,
  useTranslate,
  type I18nProvider,
  type Store,
} from 'react-admin';
import { Navigate, useLocation, useRoutes, type RouteObject } from 'react-router';
import { useAdminRuntime, type AdminModel, type PageRoute, routeTitle } from '../admin/index.ts';
import { LANDING, type AppConfig } from './appConfig.ts';
import { Layout } from './Layout.tsx';
import { useRenamedTitles } from './renamedTitles.ts';
import { ShellSkeleton } from './ShellSkeleton.tsx';
import { createTabStore, KeepAlivePages, PageRoutesContext, TabStoreContext, type TabbedPage } from './tabs/index.ts';
import { useDocumentTitle } from './useDocumentTitle.ts';

const NotFoundPage = lazy(() => import('./pages/fail.ts'));
const HomePage = lazy(() => import('./pages/HomePage.tsx'));

export interface SignedInAppProps {
  readonly config: AppConfig;
  readonly i18n: I18nProvider;
  readonly routes: readonly PageRoute[];
  readonly queryClient: QueryClient;
  readonly store: Store;
}

function Page({ path, title, children }: { path: string; title: string; children: ReactNode }) {
  const translate = useTranslate();
  useDocumentTitle(translate(routeTitle(path), { _: translate(title, { _: title }) }));
  return children;
}

/** What react-admin's buttons and links need to know of each resource; its pages are the routes below. */
function definitionsOf({ entries }: AdminModel) {
  const definitions = [...entries.values()].map(({ name, route, readOnly }) => ({
    name,
    hasList: true,
    hasCreate: !readOnly,
    hasEdit: !readOnly,
    hasShow: route.show !== undefined,
  }));
  return Object.fromEntries(definitions.map((one) => [one.name, one]));
}

/** Every page of the signed-in part at its address. Any other address leads to /404, and so does one the user may not open (D-SHELL-13). */
function pagesOf({ home, pages = [] }: AppConfig, routes: readonly PageRoute[]): TabbedPage[] {
  // What is declared at the landing address is the home of everybody, at either of its addresses (D-SHELL-01).
  const landing = pages.find(({ path }) => path === LANDING);
  const Home = home ?? landing?.component ?? HomePage;
  const homes = landing ? ['/index'] : ['/index', LANDING];
  return [
    ...homes.map((path) => ({ path, title: 'app.title', element: <Home /> })),
    { path: '/404', title: 'routes./404', element: <NotFoundPage /> },
    ...routes,
  ];
}

const routeOf = (page: TabbedPage): RouteObject => ({
  path: page.path,
  element: (
    <Page path={page.path} title={page.title}>
      {page.element}
    </Page>
  ),
});

const UNKNOWN: RouteObject = { path: '*', element: <Navigate to="/404" replace /> };

function Routes({ routes }: { routes: RouteObject[] }): ReactElement | null {
  return useRoutes(routes);
}

/** Nothing is drawn for somebody whose session is over. */
function Session({ children }: { children: ReactNode }) {
  const { isPending, authenticated } = useAuthState(undefined, false);
  if (isPending) return <ShellSkeleton />;
  return authenticated ? children : <LogoutOnMount />;
}

/**
 * react-admin with our routes, layout and look. It is put together from react-admin's own parts rather than from `<Admin>`, which would
 * load a second layout, sign-in page and theme that nobody sees, and which knows one page at a time.
 */
export default memo(function SignedInApp({ config, i18n, routes, queryClient, store }: SignedInAppProps) {
  const { model, dataProvider, authProvider, routerProvider } = useAdminRuntime();
  const definitions = useMemo(() => definitionsOf(model), [model]);
  const pages = useMemo(() => pagesOf(config, routes), [config, routes]);
  const drawn = useMemo(() => <Routes routes={[...pages.map(routeOf), UNKNOWN]} />, [pages]);
  const location = useLocation();
  const [tabs] = useState(() => createTabStore(location));
  return (
    <CoreAdminContext
      dataProvider={dataProvider}
      authProvider={authProvider}
      i18nProvider={useRenamedTitles(i18n)}
      routerProvider={routerProvider}
      queryClient={queryClient}
      store={store}
    >
      <ResourceDefinitionContextProvider definitions={definitions}>
        <PageRoutesContext value={pages}>
          <TabStoreContext value={tabs}>
            <Session>
              <Layout>
                <KeepAlivePages>{drawn}</KeepAlivePages>
              </Layout>
            </Session>
          </TabStoreContext>
        </PageRoutesContext>
        <Notification />
      </ResourceDefinitionContextProvider>
    </CoreAdminContext>
  );
});
