/**
 * A storage that never throws. What the browser refuses to keep (storage switched off, full, private window) lasts as long as the page, so
 * that a choice still counts and a session still works until the reload.
 */
export function lastingStorage(open: () => Storage): Storage {
  const kept = new Map<string, string>();
  let real: Storage | undefined;
  try {
    real = open();
  } catch {
    real = undefined;
  }
  const keys = (): string[] => {
    const stored = Array.from({ length: real?.length ?? 0 }, (_, index) => real?.key(index) ?? '');
    return [...new Set([...stored, ...kept.keys()])];
  };
  const getItem = (key: string): string | null => kept.get(key) ?? real?.getItem(key) ?? null;
  const setItem = (key: string, value: string): void => {
    kept.set(key, String(value));
    try {
      real?.setItem(key, value);
      if (real) kept.delete(key);
    } catch {
      // What was stored before is older than what the page knows.
      real?.removeItem(key);
    }
  };
  const removeItem = (key: string): void => {
    kept.delete(key);
    real?.removeItem(key);
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

/** Gives the page such a storage for its own, before anything reads it: libraries do not ask whether there is one. */
export function keepStorage(): void {
  const own = Object.getOwnPropertyDescriptor(window, 'localStorage');
  const storage = lastingStorage(() => (own?.get ? (own.get.call(window) as Storage) : window.localStorage));
  Object.defineProperty(window, 'localStorage', { configurable: true, value: storage });
}
