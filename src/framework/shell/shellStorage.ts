import { localStorageStore, type Store } from 'react-admin';

/** What survives a logout in react-admin's own store: column choices and layout belong to the place, not to the session. */
const KEPT = ['theme', 'locale', 'sidebar', 'preferences'];

/** react-admin wipes its whole store at logout; this one keeps what `KEPT` names. */
export function createShellStore(): Store {
  const store = localStorageStore('1', 'forecourt');
  return {
    ...store,
    reset() {
      const kept = Object.entries(store.listItems?.() ?? {}).filter(([key]) =>
        KEPT.some((one) => key === one || key.startsWith(`${one}.`)),
      );
      store.reset();
      for (const [key, value] of kept) store.setItem(key, value);
    },
  };
}
