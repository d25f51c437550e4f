import { createContext, use, useEffect, useSyncExternalStore } from 'react';

/** Whether a page is on screen, told to whoever asks without drawing the page anew. */
export interface PageVisibility {
  get(): boolean;
  set(visible: boolean): void;
  subscribe(listener: () => void): () => void;
}

export function createPageVisibility(visible: boolean): PageVisibility {
  const listeners = new Set<() => void>();
  let now = visible;
  return {
    get: () => now,
    set: (next) => {
      if (next === now) return;
      now = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

const Visible = createContext(createPageVisibility(true));
const Naming = createContext<((name: string) => void) | undefined>(undefined);

/** The shell tells each open page whether it is the one on screen, and takes the name of what it shows. */
export const PageVisible = Visible.Provider;
export const PageNaming = Naming.Provider;

/**
 * Whether the page this component belongs to is the one on screen. Pages stay mounted behind their tabs: whatever polls, listens to keys of
 * the whole page or measures itself asks this. Outside of the tabs (sign-in, sheets) always true.
 *
 * @example const useInterval = () => usePageVisible() && 30_000;
 */
export function usePageVisible(): boolean {
  const { subscribe, get } = use(Visible);
  return useSyncExternalStore(subscribe, get);
}

/** Names the page's tab after the record it shows, as soon as that is known: "Dune" instead of "Book detail". */
export function usePageName(name: string | undefined): void {
  const tell = use(Naming);
  useEffect(() => {
    if (name) tell?.(name);
  }, [name, tell]);
}
