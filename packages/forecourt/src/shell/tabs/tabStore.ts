import { createContext, use, useSyncExternalStore } from 'react';
import type { Location } from 'react-router';
import type { Scrolled } from './scrolling.ts';
import { NO_TABS, visit, type TabsState } from './tabs.ts';

/** The open tabs of one signed-in user in one tab of the browser. */
export interface TabStore {
  get(): TabsState;
  set(change: (state: TabsState) => TabsState): void;
  subscribe(listener: () => void): () => void;
  /** How far each page is scrolled, by the id of its tab. */
  readonly scrolled: Map<number, Scrolled>;
}

/** With the page at the address as its only tab. */
export function createTabStore(at: Location): TabStore {
  const listeners = new Set<() => void>();
  let state = visit(NO_TABS, at);
  return {
    get: () => state,
    set: (change) => {
      const next = change(state);
      if (next === state) return;
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    scrolled: new Map(),
  };
}

export const TabStoreContext = createContext<TabStore | undefined>(undefined);

export function useTabStore(): TabStore {
  const store = use(TabStoreContext);
  if (!store) throw new Error('TabStoreContext is missing above this component');
  return store;
}

export const useTabs = (store: TabStore): TabsState => useSyncExternalStore(store.subscribe, store.get);
