import { lazy, useMemo, type ReactNode } from 'react';
import type { QueryClient } from '@tanstack/react-query';
import {
  CoreAdminContext,
  CoreAdminUI,
  CustomRoutes,
  Notification,
  ResourceDefinitionContextProvider,
  useTranslate,
  type I18nProvider,
  type Store,
} from 'react-admin';
import { Navigate, Route } from 'react-router';
import { Guarded, useAdminRuntime, type AdminModel, type PageRoute } from '../admin/index.ts';
import { LANDING, type AppConfig } from './appConfig.ts';
import { Layout } from './Layout.tsx';
import { ErrorPanel } from './PageErrorBoundary.tsx';
import { useRenamedTitles } from './renamedTitles.ts';
import { routeTitle } from './routeTitle.ts';
import { ShellSkeleton } from './ShellSkeleton.tsx';
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

const ToNotFound = () => <Navigate to="/404" replace />;

/**
 * react-admin with our routes, layout and look. It is put together from react-admin's own parts rather than from `<Admin>`, which would
 * load a second layout, sign-in page and theme that nobody sees.
 */
export default function SignedInApp({ config, i18n, routes, queryClient, store }: SignedInAppProps) {
  const { model, dataProvider, authProvider, routerProvider } = useAdminRuntime();
  const definitions = useMemo(() => definitionsOf(model), [model]);
  const Home = config.home ?? HomePage;
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
        <CoreAdminUI
          layout={Layout}
          loading={ShellSkeleton}
          error={ErrorPanel}
          loginPage={false}
          catchAll={ToNotFound}
          requireAuth
          disableTelemetry
        >
          <CustomRoutes>
            {['/index', LANDING].map((path) => (
              <Route
                key={path}
                path={path}
                element={
                  <Page path={path} title="app.title">
                    <Home />
                  </Page>
                }
              />
            ))}
            <Route path="/404" element={<NotFoundPage />} />
            {routes.map(({ path, title, element }) => (
              <Route
                key={path}
                path={path}
                element={
                  <Page path={path} title={title}>
                    {element}
                  </Page>
                }
              />
            ))}
            {(config.pages ?? []).map(({ path, title, permission, component: Component }) => (
              <Route
                key={path}
                path={path}
                element={
                  <Page path={path} title={title}>
                    <Guarded permission={permission}>
                      <Component />
                    </Guarded>
                  </Page>
                }
              />
            ))}
          </CustomRoutes>
        </CoreAdminUI>
        <Notification />
      </ResourceDefinitionContextProvider>
    </CoreAdminContext>
  );
}
