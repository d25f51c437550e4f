import { use, useCallback, useLayoutEffect, useMemo, useState } from 'react';
import { matchPath } from 'react-router';
import { useAdminRuntime } from '../../admin/index.ts';
import { keepScrolled, noteScrolled } from './scrolling.ts';
import { TabBar } from './TabBar.tsx';
import { PageRoutesContext, type TabbedPage } from './tabbedPages.ts';
import { useTabs, useTabStore } from './tabStore.ts';
import { useTabMemory } from './useTabMemory.ts';
import { useTabUpkeep } from './useTabUpkeep.ts';

/** The same answers, each worked out once: every switch asks for all tabs, and a path is matched against a hundred routes. */
function remembered(find: (pathname: string) => TabbedPage | undefined): typeof find {
  const known = new Map<string, TabbedPage | undefined>();
  return (pathname) => {
    if (!known.has(pathname)) known.set(pathname, find(pathname));
    return known.get(pathname);
  };
}

/** Everything about tabs that the first page does without. Without the bar, pages are kept alive all the same (D-FW-11). */
export default function Tabs({ bar }: { bar: boolean }) {
  const store = useTabStore();
  const pages = use(PageRoutesContext);
  const { session } = useAdminRuntime();
  const pageAt = useMemo(() => remembered((pathname) => pages.find(({ path }) => matchPath(path, pathname))), [pages]);
  const mayOpen = useCallback(
    (pathname: string) => {
      const page = pageAt(pathname);
      return page !== undefined && (page.permission === undefined || session.can(page.permission));
    },
    [pageAt, session],
  );
  const { tabs, active, restored } = useTabs(store);
  const shown = tabs.find((tab) => tab.key === active)?.id;
  // The first page was there, and may have been scrolled, before this part was loaded.
  const [first] = useState(shown);
  useLayoutEffect(() => {
    if (first !== undefined) noteScrolled(store.scrolled, first);
  }, [store, first]);
  useLayoutEffect(
    () => (shown === undefined ? undefined : keepScrolled(store.scrolled, shown)),
    [store, shown, restored],
  );
  useTabMemory(store, mayOpen);
  useTabUpkeep(store, pageAt, mayOpen);
  return bar ? <TabBar pageAt={pageAt} /> : null;
}
