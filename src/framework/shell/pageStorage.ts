/** Entries that live as long as the page. The methods stand on the prototype, so that the keys of the object are the entries. */
class PageStorage {
  [key: string]: unknown;
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? (this[key] as string) : null;
  }
  setItem(key: string, value: string): void {
    this[key] = value;
  }
  removeItem(key: string): void {
    delete this[key];
  }
}

/**
 * Where the browser allows no local storage (switched off, a frame of another site), one takes its place that forgets with the page:
 * everything works, and the next load begins anew.
 */
export function ensureStorage(): void {
  try {
    window.localStorage.getItem('');
  } catch {
    Object.defineProperty(window, 'localStorage', { value: new PageStorage(), configurable: true });
  }
}
