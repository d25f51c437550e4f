import { createContext, use, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { focusManager, QueryClient, QueryClientProvider, useQueryClient, type Query } from '@tanstack/react-query';
import type { PageVisibility } from './pageState.ts';

/** What a page shows is asked for again when somebody looks at it and it is older than this. */
const OLD_MS = 5_000;
/** Whoever walks along the tabs asks for nothing on the way, and a page is drawn before it asks. */
const SETTLE_MS = 250;

/** A dialog that is open over a page, as MUI marks it. */
const OPEN_DIALOG = ':scope > .MuiDialog-root:not([aria-hidden=true])';

/** The window comes to the front: another tab of the browser, or another window, was there before. Called once at start. */
export function followWindow(): void {
  focusManager.setEventListener((onFocus) => {
    const front = (): void => onFocus();
    window.addEventListener('visibilitychange', front);
    window.addEventListener('focus', front);
    return () => {
      window.removeEventListener('visibilitychange', front);
      window.removeEventListener('focus', front);
    };
  });
}

const Page = createContext<PageVisibility | undefined>(undefined);

/** How many actions are under way on a page. */
const underWay = new WeakMap<PageVisibility, number>();

/**
 * While this is mounted the page asks for nothing by itself: an action is under way, whose dialog is still loading, or gives way to the next. An answer
 * would take away the button that began it, and with it the dialog.
 */
export function useHoldPage(): void {
  const page = use(Page);
  useEffect(() => {
    if (!page) return undefined;
    const add = (one: number) => underWay.set(page, (underWay.get(page) ?? 0) + one);
    add(1);
    return () => void add(-1);
  }, [page]);
}

/** Of a query, whatever it answers. */
interface Asked {
  readonly state: Pick<Query['state'], 'isInvalidated' | 'dataUpdatedAt'>;
}

const isOld = (query: Asked): boolean => query.state.isInvalidated || Date.now() - query.state.dataUpdatedAt > OLD_MS;

/** Says of every query whose it is, beside what the query says of itself. */
function ofPage(client: QueryClient, page: PageVisibility): QueryClient {
  const defaulted = client.defaultQueryOptions.bind(client);
  client.defaultQueryOptions = ((options: Parameters<typeof defaulted>[0]) => {
    const all = defaulted(options);
    return { ...all, meta: { ...all.meta, page } };
  }) as typeof defaulted;
  return client;
}

/**
 * Marks what is asked for below as the page's: it is asked for again when the page, or the window with it, comes to the front and what it
 * shows is older than some seconds. Hidden pages ask for nothing, and neither does a page behind its dialog, whose rows would go away with the
 * step that is being taken; the dialog asks about its own record. All pages share one cache.
 */
export function PageQueries({
  visibility,
  dialogs,
  children,
}: {
  visibility: PageVisibility;
  /** Where the dialogs of the page stand. */
  dialogs: HTMLElement;
  children: ReactNode;
}) {
  const shared = useQueryClient();
  const [client] = useState(() => {
    const { queries, ...others } = shared.getDefaultOptions();
    const refetchOnWindowFocus = (query: Query): boolean =>
      visibility.get() && isOld(query) && !underWay.get(visibility) && dialogs.querySelector(OPEN_DIALOG) === null;
    return ofPage(
      new QueryClient({
        queryCache: shared.getQueryCache(),
        mutationCache: shared.getMutationCache(),
        defaultOptions: { ...others, queries: { ...queries, refetchOnWindowFocus } },
      }),
      visibility,
    );
  });
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const stop = visibility.subscribe(() => {
      clearTimeout(waiting);
      if (visibility.get()) waiting = setTimeout(() => client.getQueryCache().onFocus(), SETTLE_MS);
    });
    return () => {
      clearTimeout(waiting);
      stop();
    };
  }, [client, visibility]);
  return (
    <Page value={visibility}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </Page>
  );
}

/** For what a dialog itself shows: asked for again when its page comes to the front and it is old, although a dialog is open. */
export function useAskedInDialog(): (query: Asked) => boolean {
  const page = use(Page);
  return useCallback((query) => (page?.get() ?? true) && isOld(query), [page]);
}

interface PageRefresh {
  /** Asks for everything that the page shows once more. */
  refresh(): Promise<void>;
  /** When the oldest of it was answered, epoch milliseconds; undefined while nothing was. */
  fetchedAt(): number | undefined;
}

/** What the page that this is part of shows, asked for again by hand. */
export function usePageRefresh(): PageRefresh {
  const client = useQueryClient();
  const page = use(Page);
  const ofPage = useCallback(
    (query: Query): boolean => query.observers.some(({ options }) => options.meta?.['page'] === page),
    [page],
  );
  return useMemo(
    () => ({
      refresh: () => client.refetchQueries({ type: 'active', predicate: ofPage }),
      fetchedAt: () => {
        const times = client
          .getQueryCache()
          .findAll({ type: 'active', predicate: ofPage })
          .map(({ state }) => state.dataUpdatedAt)
          .filter((time) => time > 0);
        return times.length === 0 ? undefined : Math.min(...times);
      },
    }),
    [client, ofPage],
  );
}
