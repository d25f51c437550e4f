import { basePath, ownName } from '../browser/basePath.ts';

/**
 * A storage that never throws. What the browser refuses to keep (storage switched off, full, private window) lasts as long as the page, so
 * that a choice still counts and a session still works until the reload. `own`: what an entry is called in the storage of the browser.
 */
export function lastingStorage(open: () => Storage, own: (name: string) => string = (name) => name): Storage {
  const kept = new Map<string, string>();
  let real: Storage | undefined;
  try {
    real = open();
  } catch {
    real = undefined;
  }
  const keys = (): string[] => {
    const prefix = own('');
    const stored = Array.from({ length: real?.length ?? 0 }, (_, index) => real?.key(index) ?? '').flatMap((name) =>
      name.startsWith(prefix) ? [name.slice(prefix.length)] : [],
    );
    return [...new Set([...stored, ...kept.keys()])];
  };
  const getItem = (key: string): string | null => kept.get(key) ?? real?.getItem(own(key)) ?? null;
  const setItem = (key: string, value: string): void => {
    kept.set(key, String(value));
    try {
      real?.setItem(own(key), value);
      if (real) kept.delete(key);
    } catch {
      // What was stored before is older than what the page knows.
      real?.removeItem(own(key));
    }
  };
  const removeItem = (key: string): void => {
    kept.delete(key);
    real?.removeItem(own(key));
  };
  const storage: Storage = {
    getItem,
    setItem,
    removeItem,
    key: (index) => keys()[index] ?? null,
    clear: () => keys().forEach(removeItem),
    get length() {
      return keys().length;
    },
  };
  // `Object.keys(localStorage)` lists entries, not methods.
  return new Proxy(storage, {
    ownKeys: keys,
    getOwnPropertyDescriptor: (_, key) => {
      const value = typeof key === 'string' ? getItem(key) : null;
      return value === null ? undefined : { value, enumerable: true, configurable: true, writable: true };
    },
  });
}

const openOwn = (name: 'localStorage' | 'sessionStorage'): Storage => {
  const own = Object.getOwnPropertyDescriptor(window, name);
  return own?.get ? (own.get.call(window) as Storage) : window[name];
};

/**
 * Gives the page such a storage for its own, before anything reads it: libraries do not ask whether there is one. Below a path of a proxy the
 * storage of the tab keeps its names apart, too.
 */
export function keepStorage(): void {
  for (const name of basePath() === '' ? (['localStorage'] as const) : (['localStorage', 'sessionStorage'] as const)) {
    const value = lastingStorage(() => openOwn(name), ownName);
    Object.defineProperty(window, name, { configurable: true, value });
  }
}
