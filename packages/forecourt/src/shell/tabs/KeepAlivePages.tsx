import {
  memo,
  Suspense,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  type ReactElement,
} from 'react';
import { GlobalStyles } from '@mui/material';
import DefaultPropsProvider from '@mui/system/DefaultPropsProvider';
import { useScrollToTop } from 'react-admin';
import {
  NavigationType,
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_NavigationContext as NavigationContext,
  UNSAFE_RouteContext as RouteContext,
} from 'react-router';
import { createPageVisibility, PageNaming, PageQueries, PageSkeleton, PageVisible } from '../../admin/index.ts';
import { FollowAddress, useAddress } from '../address.tsx';
import { useLayoutSetting } from '../layoutSettings.ts';
import { PageErrorBoundary } from '../PageErrorBoundary.tsx';
import { tabNavigator } from './hiddenNavigation.ts';
import { useOverlays, useOverlayWatch } from './overlays.ts';
import { addressOf, changeTab, visit, type Tab } from './tabs.ts';
import { useTabs, useTabStore } from './tabStore.ts';

/** Routes of a page are matched from the root, whatever stands around the shell. */
const ROOT = { outlet: null, matches: [], isDataRoute: false };

/**
 * Behind another page: neither drawn nor read out nor reached by Tab, but laid out as it was, so that showing it again costs a tenth of what it
 * costs to build its boxes anew. A browser that does not know how hides it altogether. Of its dialogs only those that are open need hiding: the
 * others stay as they are, a list's chooser of columns with its hundreds of elements among them.
 */
const behind = (
  <GlobalStyles
    styles={{
      '#main': { position: 'relative' },
      '[data-overlays][hidden]': { display: 'block' },
      '[data-overlays][hidden] > .MuiModal-root:not(.MuiModal-hidden)': { display: 'none !important' },
      '@supports (content-visibility: hidden)': {
        '[data-page][hidden]': {
          display: 'block',
          contentVisibility: 'hidden',
          position: 'absolute',
          inset: '0 0 auto',
        },
      },
    }}
  />
);

interface KeepAlivePageProps {
  readonly tab: Tab;
  readonly shown: boolean;
  /** Whether there is a tab that leads to it. */
  readonly tabbed: boolean;
  readonly children: ReactElement;
}

/**
 * One page with a location, a navigator, a place for its dialogs and an error boundary of its own. Hidden it stays as it is: a change of the
 * address, or of what is on screen, draws nothing in it. `children` is the same element for all pages and for good.
 */
const KeepAlivePage = memo(function KeepAlivePage({ tab, shown, tabbed, children }: KeepAlivePageProps) {
  const store = useTabStore();
  const outer = use(NavigationContext);
  const { key, id, location } = tab;
  const navigation = useMemo(
    () => ({ ...outer, navigator: tabNavigator(store, key, outer.navigator) }),
    [outer, store, key],
  );
  const place = useMemo(() => ({ location, navigationType: NavigationType.Pop }), [location]);
  const name = useCallback((text: string) => store.set((state) => changeTab(state, key, { name: text })), [store, key]);
  const [visibility] = useState(() => createPageVisibility(shown));
  useLayoutEffect(() => visibility.set(shown), [visibility, shown]);
  const { container, components } = useOverlays(shown);
  const page = useMemo(
    () => (
      <NavigationContext value={navigation}>
        <LocationContext value={place}>
          <RouteContext value={ROOT}>
            <PageVisible value={visibility}>
              <PageNaming value={name}>
                <PageQueries visibility={visibility} dialogs={container}>
                  <DefaultPropsProvider value={components}>
                    <PageErrorBoundary address={location.pathname}>
                      <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
                    </PageErrorBoundary>
                  </DefaultPropsProvider>
                </PageQueries>
              </PageNaming>
            </PageVisible>
          </RouteContext>
        </LocationContext>
      </NavigationContext>
    ),
    [navigation, place, visibility, name, container, components, location.pathname, children],
  );
  return (
    <section
      id={`page-${id}`}
      hidden={!shown}
      // Its boxes are there: that nothing is in them for anybody has to be said.
      aria-hidden={!shown || undefined}
      data-page={key}
      {...(tabbed && { role: 'tabpanel', 'aria-labelledby': `tab-${id}` })}
    >
      {page}
    </section>
  );
});

/** For links that ask for it. */
function ScrollToTop() {
  useScrollToTop();
  return null;
}

/** Every awake tab's page, of which one is shown (D-FW-11). `children`: the routes of all pages. */
export function KeepAlivePages({ children }: { children: ReactElement }) {
  const store = useTabStore();
  const stored = useTabs(store);
  const { location, navigationType } = useAddress();
  const replaces = navigationType === NavigationType.Replace;
  const { navigator } = use(NavigationContext);
  const state = useMemo(
    () => (stored.at === location ? stored : visit(stored, location, replaces)),
    [stored, location, replaces],
  );
  const active = state.tabs.find((tab) => tab.key === state.active);

  useLayoutEffect(() => store.set(() => state), [store, state]);

  // The address follows the tab: a page found as it was left, or the neighbour of one that was closed.
  const wanted = active && addressOf(active.location);
  useEffect(() => {
    if (wanted !== undefined && wanted !== addressOf(location)) navigator.replace(wanted);
  }, [wanted, location, navigator]);

  useOverlayWatch();
  const tabbed = useLayoutSetting('multi_tab')[0] === 'on';

  return (
    <>
      {behind}
      <FollowAddress>
        <ScrollToTop />
      </FollowAddress>
      {state.tabs
        .filter((tab) => tab.awake)
        .sort((a, b) => a.id - b.id)
        .map((tab) => (
          <KeepAlivePage key={tab.id} tab={tab} shown={tab === active} tabbed={tabbed}>
            {children}
          </KeepAlivePage>
        ))}
    </>
  );
}
