import { useEffect } from 'react';
import { useSessionInfo } from '../../admin/index.ts';
import { areTabsForgotten } from '../tabsKey.ts';
import { recallTabs, rememberTabs } from './tabMemory.ts';
import { restoreTabs } from './tabActions.ts';
import { addressOf } from './tabs.ts';
import type { TabStore } from './tabStore.ts';

/** Brings back the tabs that this user had before a reload, and notes them when the page goes. */
export function useTabMemory(store: TabStore, mayOpen: (pathname: string) => boolean): void {
  const user = useSessionInfo()?.id;
  useEffect(() => {
    if (user === undefined) return undefined;
    const { addresses = [], scrolled = [], names = [] } = recallTabs(user) ?? {};
    const open = addresses.filter((address) => mayOpen(address.replace(/[?#].*$/, '')));
    const restored = restoreTabs(store.get(), open);
    for (const { id, location } of restored.tabs) {
      const far = scrolled[addresses.indexOf(addressOf(location))];
      if (far && !store.scrolled.get(id)) store.scrolled.set(id, far);
    }
    const named = restored.tabs.map((tab) => ({
      ...tab,
      name: tab.name ?? names[addresses.indexOf(addressOf(tab.location))] ?? undefined,
    }));
    store.set(() => ({ ...restored, tabs: named }));

    // Each page is scrolled by its tab; the browser would do it by the address.
    window.history.scrollRestoration = 'manual';
    const note = (): void => {
      if (!areTabsForgotten()) rememberTabs(user, store);
    };
    window.addEventListener('pagehide', note);
    document.addEventListener('visibilitychange', note);
    return () => {
      note();
      window.removeEventListener('pagehide', note);
      document.removeEventListener('visibilitychange', note);
    };
  }, [user, store]); // oxlint-disable-line react-hooks/exhaustive-deps -- once a user: rights that change later close tabs and bring none back
}
