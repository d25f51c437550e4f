import { useSyncExternalStore } from 'react';

/** Key of local storage (D-SHELL-07). */
const THEME_KEY = 'nav_theme';

export type Mode = 'light' | 'dark';

const listeners = new Set<() => void>();
const read = (): Mode => (window.localStorage.getItem(THEME_KEY) === 'dark' ? 'dark' : 'light');

/** Light or dark, stored, and shared by the pages inside and outside the signed-in shell. */
export function useMode(): readonly [Mode, (mode: Mode) => void] {
  const mode = useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, read);
  return [
    mode,
    (next) => {
      window.localStorage.setItem(THEME_KEY, next);
      for (const listener of listeners) listener();
    },
  ];
}
