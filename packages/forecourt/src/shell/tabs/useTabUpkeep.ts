import { useEffect, useRef } from 'react';
import { useStoreContext } from 'react-admin';
import { useQueryClient } from '@tanstack/react-query';
import { hasUnsavedChanges, storedParams, useSessionInfo } from '../../admin/index.ts';
import { MOST_AWAKE, suspendTabs } from './tabActions.ts';
import type { TabbedPage } from './tabbedPages.ts';
import type { Tab } from './tabs.ts';
import { useTabs, type TabStore } from './tabStore.ts';

export const isUnsaved = ({ location }: Pick<Tab, 'location'>): boolean =>
  hasUnsavedChanges(location.pathname + location.search);

/** Sleep for pages that nobody looks at, an end for those the user may no longer open, and nothing left of what was closed (D-FW-11). */
export function useTabUpkeep(
  store: TabStore,
  pageAt: (pathname: string) => TabbedPage | undefined,
  mayOpen: (pathname: string) => boolean,
): void {
  const state = useTabs(store);
  const info = useSessionInfo();
  const queries = useQueryClient();
  const choices = useStoreContext();
  const before = useRef(state.tabs);

  useEffect(() => store.set((tabs) => suspendTabs(tabs, MOST_AWAKE, isUnsaved)), [store, state]);

  useEffect(() => {
    if (!info) return;
    // The page on screen says for itself that it is not there.
    const stays = (tab: Tab): boolean => tab.key === store.get().active || mayOpen(tab.location.pathname);
    store.set((tabs) => (tabs.tabs.every(stays) ? tabs : { ...tabs, tabs: tabs.tabs.filter(stays) }));
  }, [store, info, mayOpen]);

  useEffect(() => {
    const open = new Set(state.tabs.map((tab) => tab.key));
    const closed = before.current.filter((tab) => !open.has(tab.key));
    before.current = state.tabs;
    if (closed.length === 0) return;
    for (const { location } of closed) {
      const page = pageAt(location.pathname);
      if (page?.resource && page.view === 'list') choices.removeItem(storedParams(page.resource));
    }
    queries.removeQueries({ type: 'inactive', predicate: ({ queryKey }) => queryKey[0] !== 'auth' });
  }, [state.tabs, pageAt, choices, queries]);
}
