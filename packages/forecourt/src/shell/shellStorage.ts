import { replaceEqualDeep } from '@tanstack/react-query';
import { localStorageStore, type Store } from 'react-admin';

/** What survives a logout in react-admin's own store: column choices and layout belong to the place, not to the session. */
const KEPT = ['theme', 'locale', 'sidebar', 'preferences'];

/**
 * react-admin wipes its whole store at logout; this one keeps what `KEPT` names. And it names the language of the page as the one that was chosen:
 * react-admin draws nothing at first where its store does not say so, and then everything.
 */
export function createShellStore(language: string): Store {
  const store = localStorageStore('1', 'forecourt');
  return {
    ...store,
    getItem: <T>(key: string, otherwise?: T): T | undefined =>
      key === 'locale' ? (language as T) : store.getItem<T>(key, otherwise),
    // A list says on each start under which key it keeps its selection; told that it is as it was, it would be drawn again.
    setItem(key, value) {
      const before = store.getItem<unknown>(key);
      if (replaceEqualDeep(before, value) !== before) store.setItem(key, value);
    },
    reset() {
      const kept = Object.entries(store.listItems?.() ?? {}).filter(([key]) =>
        KEPT.some((one) => key === one || key.startsWith(`${one}.`)),
      );
      store.reset();
      for (const [key, value] of kept) store.setItem(key, value);
    },
  };
}
