import { lazy, Suspense, useEffect, type ComponentType, type ReactNode } from 'react';
import { CacheProvider } from '@emotion/react';
import { QueryClient } from '@tanstack/react-query';
import { I18nContext, type I18nProvider } from 'react-admin';
import { matchPath, Navigate, useRoutes, type RouteObject } from 'react-router';
import {
  AdminRuntimeProvider,
  createAdminRuntime,
  createI18nProvider,
  followWindow,
  forgetKeptWork,
  forgetWorkOfOthers,
  forgetUnsavedChanges,
  keepTypedWork,
  loadable,
  registerSystemComponents,
  resourceRoutes,
  useAdminRuntime,
  type AdminRuntime,
} from '../admin/index.ts';
import { AddressProvider, createAddress, FollowAddress, useAddress } from './address.tsx';
import { LANDING, SIGN_IN, type AppConfig } from './appConfig.ts';
import { appRoutes } from './appRoutes.tsx';
import { declareLanguage } from '../locale/index.ts';
import { currentLanguage, languages } from './language.ts';
import { createStyleCache } from './keptStyles.ts';
import { keepAsked, takingFirstAnswers } from './firstAnswers.ts';
import { loadMenu } from './lazyMenus.ts';
import { LookProvider } from './LookProvider.tsx';
import { PageErrorBoundary } from './PageErrorBoundary.tsx';
import { forgetTabs } from './tabsKey.ts';
import { accountPages } from './pages/accountPages.tsx';
import { dashboardPage } from './pages/dashboardPages.tsx';
import { ShellContext, type ShellConfig } from './shellContext.ts';
import { ShellSkeleton } from './ShellSkeleton.tsx';
import { createShellStore } from './shellStorage.ts';
import { whenIdle } from './whenIdle.ts';
import { prefetchPage, type PrefetchSource } from './prefetchPage.ts';
import type { SignedInAppProps } from './SignedInApp.tsx';
import { withBase, withoutBase } from '../browser/basePath.ts';

const userPages = () => import('./pages/user.ts');
const SignInPage = lazy(async () => ({ default: (await userPages()).SignInPage }));
const RegisterPage = lazy(async () => ({ default: (await userPages()).RegisterPage }));
const RegisterResultPage = lazy(async () => ({ default: (await userPages()).RegisterResultPage }));
const RecoverPage = lazy(async () => ({ default: (await userPages()).RecoverPage }));
const ProviderReturnPage = lazy(async () => ({ default: (await userPages()).ProviderReturnPage }));
const PublicNotFoundPage = lazy(async () => ({ default: (await import('./pages/fail.ts')).PublicNotFoundPage }));

const loadSignedInApp = () => import('./SignedInApp.tsx');
const SignedInApp = loadable(loadSignedInApp);

const ROWS_FRESH_MS = 5_000;
/** A page that is not here by then is announced by the skeleton. */
const PATIENCE_MS = 400;

const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { refetchOnWindowFocus: false, staleTime: ROWS_FRESH_MS, retry: false },
      // Without a connection a save fails and says so, rather than wait for one.
      mutations: { retry: false, networkMode: 'always' },
    },
  });

/** A page that needs no session: it loads without the signed-in part and never waits for it. */
function PublicPage({ i18n, children }: { i18n: I18nProvider; children: ReactNode }) {
  return (
    <I18nContext value={i18n}>
      <PageErrorBoundary>
        <Suspense fallback={null}>{children}</Suspense>
      </PageErrorBoundary>
    </I18nContext>
  );
}

/** Without a token the way leads to sign-in, with the attempted address as the target of the redirect (D-AUTH-01); only the 404 page stands. */
function SignedOut({ i18n }: { i18n: I18nProvider }) {
  const { pathname, search } = useAddress().location;
  const { token } = useAdminRuntime().session;
  if (pathname !== '/404') {
    const query = new URLSearchParams({
      redirect: pathname + search,
      ...(token.hasExpired() && { notice: 'expired' }),
    });
    return <Navigate to={`${SIGN_IN}?${query}`} replace />;
  }
  return (
    <PublicPage i18n={i18n}>
      <PublicNotFoundPage />
    </PublicPage>
  );
}

function Routes({ routes }: { routes: RouteObject[] }) {
  return useRoutes(routes);
}

/**
 * The pages that need no session at their addresses; every other address belongs to the signed-in part, which is not even started without a
 * token. That part follows the address by itself, so that a change of it does not go through every page that is kept alive.
 */
function Anywhere({ open, ...props }: SignedInAppProps & { open: RouteObject[] }) {
  const { session, authProvider } = useAdminRuntime();
  const { pathname } = useAddress().location;
  const isOpen = open.some(({ path = '' }) => matchPath(path, pathname));
  // A page that is about to be loaded anew does not lead to sign-in before: what is typed there would go with it.
  if (!isOpen && (session.token.read() || authProvider.isLeaving())) {
    return (
      <I18nContext value={props.i18n}>
        <PageErrorBoundary>
          <Suspense fallback={<ShellSkeleton />}>
            <SignedInApp {...props} />
          </Suspense>
        </PageErrorBoundary>
      </I18nContext>
    );
  }
  return <FollowAddress>{isOpen ? <Routes routes={open} /> : <SignedOut i18n={props.i18n} />}</FollowAddress>;
}

/**
 * Whoever is signed in needs the signed-in part and the page at once, and is shown the skeleton only when they are slow; whoever is not
 * needs them as soon as sign-in is drawn. A page that stands `apart` asks nothing of the session: one that is over does not lead away from it.
 */
async function loadFirst(source: PrefetchSource, isApart: boolean): Promise<void> {
  if (!source.runtime.session.token.read() || isApart) {
    setTimeout(loadSignedInApp, 1_000);
    return;
  }
  const patience = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS));
  const here = Promise.all([
    SignedInApp.load().catch(() => undefined),
    loadMenu().catch(() => undefined),
    prefetchPage(source),
  ]);
  await Promise.race([here, patience]);
}

/**
 * What was asked for with other rights is asked for again. And when somebody signs in or out in another tab, this one begins anew, rather
 * than show one user's page under the name of another.
 */
function followSession({ session }: AdminRuntime, queryClient: QueryClient): void {
  let rights = session.info()?.rights;
  session.subscribe(() => {
    const before = rights;
    rights = session.info()?.rights;
    if (before && rights && before !== rights) void queryClient.invalidateQueries();
  });
  window.addEventListener('storage', () => {
    if (session.token.isOutdated()) window.location.reload();
  });
}

/**
 * The whole browser application from resources, labels and pages: providers, documented routes, shell, sign-in. Sign-in and
 * print pages stand beside the signed-in part, so that they load without it and never wait for a session.
 *
 * @example createRoot(root).render(<App />), with const App = await createApp({ entries, parts, codes, icons, groups, catalogue, labels })
 */
export async function createApp(application: AppConfig): Promise<ComponentType> {
  const config = {
    ...application,
    pages: [...(application.pages ?? []), ...(application.dashboards ?? []).map(dashboardPage), ...accountPages],
  };
  registerSystemComponents();
  const language = currentLanguage();
  declareLanguage(language);
  // Before anything stands: another language has all that stands styled anew.
  document.documentElement.lang = language;
  const first = takingFirstAnswers();
  for (const going of ['pointerdown', 'keydown', 'popstate'])
    window.addEventListener(going, first.end, { once: true, capture: true });
  const runtime = createAdminRuntime({
    ...config,
    // Built with VITE_API_URL, the pages speak to a server elsewhere; else to the one they came from.
    apiUrl: withBase((import.meta.env['VITE_API_URL'] as string | undefined) ?? '/api'),
    fetch: first.fetch,
    landingPath: LANDING,
    loginPath: SIGN_IN,
    language: currentLanguage,
    onExpiry: keepTypedWork,
    onSignOut: () => {
      forgetTabs();
      return forgetKeptWork();
    },
    onSignIn: forgetWorkOfOthers,
    leave: (to) => {
      // What could be kept is kept, and whoever signs out was asked: the browser need not ask as well.
      forgetUnsavedChanges();
      window.location.assign(withBase(to));
    },
    forbiddenTitle: () => i18n.translate('msg.forbidden.title'),
  });
  const i18n = createI18nProvider({
    locale: language,
    catalogues: { [language]: config.catalogue },
    locales: languages().map(({ code, name }) => ({ locale: code, name })),
    labels: config.labels,
  });
  const shell: ShellConfig = {
    icons: config.icons,
    groups: config.groups,
    setUp: config.setUp,
    entries: config.pages.flatMap(({ path, title, permission, menu }) => {
      if (!menu) return [];
      const entry = { path, title, permission, ...menu };
      // The home of everybody has both of its addresses in the menu.
      return path === LANDING
        ? [{ ...entry, path: '/index', permission: undefined, sort: menu.sort - 1 }, entry]
        : [entry];
    }),
    landingPath: LANDING,
    loginPath: SIGN_IN,
  };
  const publicPage = (element: ReactNode) => <PublicPage i18n={i18n}>{element}</PublicPage>;
  const routes = [...resourceRoutes(runtime), ...appRoutes(config.pages, runtime)];
  const queryClient = createQueryClient();
  const store = createShellStore(language);
  followSession(runtime, queryClient);
  followWindow();
  const apart = [
    { path: '/user/recover', element: publicPage(<RecoverPage />) },
    { path: '/user/oidc/:id', element: publicPage(<ProviderReturnPage />) },
    { path: '/user/register', element: publicPage(<RegisterPage />) },
    { path: '/user/register-result', element: publicPage(<RegisterResultPage />) },
    ...(config.publicPages ?? []).map(({ path, component: Component }) => ({
      path,
      element: publicPage(<Component />),
    })),
  ];
  const open: RouteObject[] = [
    { path: '/', element: <Navigate to="/index" replace /> },
    { path: '/user', element: <Navigate to={SIGN_IN} replace /> },
    { path: SIGN_IN, element: publicPage(<SignInPage />) },
    ...apart,
  ];
  const address = createAddress();
  const styles = createStyleCache();
  const { pathname, search } = { pathname: withoutBase(window.location.pathname), search: window.location.search };
  const isApart = apart.some(({ path }) => matchPath(path, pathname));
  await loadFirst(
    { runtime, routes, queryClient, store, ...(!config.home && { dashboards: config.dashboards }) },
    isApart,
  );

  return function App() {
    useEffect(() => {
      whenIdle(() => {
        // When it stands it has asked for all that it begins with.
        const asked = first.asked();
        if (asked && !isApart && runtime.session.token.read()) keepAsked(runtime.storage, pathname + search, asked);
        void import('./fonts.ts');
      });
    }, []);
    return (
      <CacheProvider value={styles}>
        <AdminRuntimeProvider value={runtime}>
          <ShellContext value={shell}>
            <LookProvider>
              <AddressProvider address={address}>
                <Anywhere {...{ open, config, i18n, routes, queryClient, store }} />
              </AddressProvider>
            </LookProvider>
          </ShellContext>
        </AdminRuntimeProvider>
      </CacheProvider>
    );
  };
}
