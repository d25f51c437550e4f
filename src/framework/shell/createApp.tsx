import { lazy, Suspense, useEffect, useMemo, type ComponentType, type ReactNode } from 'react';
import createCache, { type EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { CssBaseline, ThemeProvider } from '@mui/material';
import { createTheme as createMuiTheme } from '@mui/material/styles';
import { QueryClient } from '@tanstack/react-query';
import { Admin, CustomRoutes, I18nContextProvider, Resource, type I18nProvider } from 'react-admin';
import { createBrowserRouter, Navigate, Route, useLocation } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import {
  AdminRuntimeProvider, createAdminRuntime, createI18nProvider, Guarded, registerSystemComponents, resourceRoutes, useAdminRuntime,
  type AdminSource, type Catalogue, type PageRoute,
} from '../admin/index.ts';
import { Layout } from './Layout.tsx';
import { PageErrorBoundary } from './PageErrorBoundary.tsx';
import { PublicFrame } from './PublicFrame.tsx';
import { ShellContext, type ShellConfig, type ShellEntry } from './shellContext.ts';
import { LANGUAGE_NAMES, LANGUAGES, storedLanguage } from './language.ts';
import { createShellStore } from './shellStorage.ts';
import { createTheme } from './theme.ts';
import { useDocumentTitle } from './useDocumentTitle.ts';
import { useMode } from './useMode.ts';

const SignInPage = lazy(() => import('./pages/SignInPage.tsx'));
const RecoverPage = lazy(() => import('./pages/RecoverPage.tsx'));
const NotFoundPage = lazy(() => import('./pages/NotFoundPage.tsx'));
const HomePage = lazy(() => import('./pages/HomePage.tsx'));

const LANDING = '/dashboard/workplace';
const SIGN_IN = '/user/login';
const ROWS_FRESH_MS = 5_000;

export interface AppConfig extends AdminSource {
  /** Icons by the names that resources, groups and entries use. */
  readonly icons: ShellConfig['icons'];
  readonly groups: ShellConfig['groups'];
  /** Pages of the signed-in shell that belong to no resource; with `menu` they appear in it. */
  readonly pages?: readonly { readonly path: string; readonly title: string; readonly permission?: string | readonly string[]; readonly component: ComponentType; readonly menu?: Pick<ShellEntry, 'group' | 'sort' | 'icon'> }[];
  /** Pages that need no session, outside the shell. */
  readonly publicPages?: readonly { readonly path: string; readonly component: ComponentType }[];
  /** Landing page; default: links to everything the user may open. */
  readonly home?: ComponentType;
  /** The catalogue of the chosen language, react-admin's keys included. */
  readonly catalogue: Catalogue;
}

/** A style nonce, when the server put one into the page: the content security policy allows no other inline style. */
function createStyleCache(): EmotionCache {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
  return createCache({ key: 'fc', ...(nonce ? { nonce } : {}) });
}

function Page({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(title);
  return children;
}

/** Theme and texts for the pages outside react-admin; inside, it provides its own. */
function PublicPage({ i18n, children }: { i18n: I18nProvider; children: ReactNode }) {
  const [mode] = useMode();
  const theme = useMemo(() => createMuiTheme(createTheme(mode, storedLanguage())), [mode]);
  return (
    <I18nContextProvider value={i18n}>
      <ThemeProvider theme={theme}>
        <CssBaseline />
        <PageErrorBoundary>
          <Suspense fallback={null}>{children}</Suspense>
        </PageErrorBoundary>
      </ThemeProvider>
    </I18nContextProvider>
  );
}

function SignedInApp({ config, i18n, routes }: { config: AppConfig; i18n: I18nProvider; routes: readonly PageRoute[] }) {
  const { model, dataProvider, authProvider, routerProvider } = useAdminRuntime();
  const [mode] = useMode();
  const language = storedLanguage();
  const theme = useMemo(() => createTheme(mode, language), [mode, language]);
  const store = useMemo(createShellStore, []);
  const queryClient = useMemo(
    () => new QueryClient({ defaultOptions: { queries: { refetchOnWindowFocus: false, staleTime: ROWS_FRESH_MS, retry: false }, mutations: { retry: false } } }),
    [],
  );
  const Home = config.home ?? HomePage;
  const home = (
    <Page title="routes./dashboard/workplace">
      <Home />
    </Page>
  );
  return (
    <Admin
      dataProvider={dataProvider}
      authProvider={authProvider}
      i18nProvider={i18n}
      routerProvider={routerProvider}
      queryClient={queryClient}
      store={store}
      theme={theme}
      darkTheme={null}
      layout={Layout}
      loginPage={false}
      catchAll={NotFoundRedirect}
      requireAuth
      disableTelemetry
    >
      {[...model.entries.values()].map(({ name, route, api, dialect }) => {
        const writable = dialect === 'simple-rest' || api.save !== undefined;
        return <Resource key={name} name={name} hasCreate={writable} hasEdit={writable} hasShow={route.show !== undefined} />;
      })}
      <CustomRoutes>
        <Route path="/" element={<Navigate to="/index" replace />} />
        <Route path="/index" element={home} />
        <Route path={LANDING} element={home} />
        <Route path="/404" element={<NotFoundPage />} />
        {routes.map((route) => (
          <Route key={route.path} path={route.path} element={<Page title={route.title}>{route.element}</Page>} />
        ))}
        {(config.pages ?? []).map(({ path, title, permission, component: Component }) => (
          <Route key={path} path={path} element={<Page title={title}><Guarded permission={permission}><Component /></Guarded></Page>} />
        ))}
      </CustomRoutes>
    </Admin>
  );
}

const NotFoundRedirect = () => <Navigate to="/404" replace />;

/** Unknown addresses: inside a session the shell stays around the 404 page, outside it stands alone. */
function Anywhere(props: { config: AppConfig; i18n: I18nProvider; routes: readonly PageRoute[] }) {
  const { session } = useAdminRuntime();
  const { pathname } = useLocation();
  if (pathname === '/404' && !session.token.read()) {
    return (
      <PublicPage i18n={props.i18n}>
        <PublicFrame>
          <NotFoundPage />
        </PublicFrame>
      </PublicPage>
    );
  }
  return <SignedInApp {...props} />;
}

/**
 * The whole browser application from schemas, resources, labels and pages: providers, documented routes, shell, sign-in. Sign-in and
 * print pages stand beside the signed-in part, so that they load without it and never wait for a session.
 */
export function createApp(config: AppConfig): ComponentType {
  registerSystemComponents();
  const language = storedLanguage();
  const runtime = createAdminRuntime({ ...config, landingPath: LANDING, loginPath: SIGN_IN, language: storedLanguage });
  const i18n = createI18nProvider({ locale: language, catalogues: { [language]: config.catalogue }, locales: LANGUAGES.map((locale) => ({ locale, name: LANGUAGE_NAMES[locale] })) });
  const routes = resourceRoutes(runtime.model);
  const shell: ShellConfig = {
    icons: config.icons,
    groups: config.groups,
    entries: (config.pages ?? []).flatMap(({ path, title, permission, menu }) => (menu ? [{ path, title, permission, ...menu }] : [])),
    landingPath: LANDING,
    loginPath: SIGN_IN,
  };
  const publicPage = (element: ReactNode) => <PublicPage i18n={i18n}>{element}</PublicPage>;
  const router = createBrowserRouter([
    { path: '/user', element: <Navigate to={SIGN_IN} replace /> },
    { path: SIGN_IN, element: publicPage(<SignInPage />) },
    { path: '/user/recover', element: publicPage(<RecoverPage />) },
    ...(config.publicPages ?? []).map(({ path, component: Component }) => ({ path, element: publicPage(<Component />) })),
    { path: '*', element: <Anywhere config={config} i18n={i18n} routes={routes} /> },
  ]);
  const styles = createStyleCache();

  return function App() {
    useEffect(() => {
      document.documentElement.lang = language;
      void import('./fonts.ts');
    }, []);
    return (
      <CacheProvider value={styles}>
        <AdminRuntimeProvider value={runtime}>
          <ShellContext value={shell}>
            <RouterProvider router={router} />
          </ShellContext>
        </AdminRuntimeProvider>
      </CacheProvider>
    );
  };
}
