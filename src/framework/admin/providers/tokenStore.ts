/** Where the bearer token lives: local storage, key and shape as documented (D-AUTH-02). */
export const TOKEN_KEY = 'Access-Token';

/** Seven days, the life the server gives a token; there is no sliding renewal. */
export const TOKEN_LIFE_MS = 604_800_000;

export interface TokenStore {
  /** The stored token; a passed expiry counts as none. */
  read(): string | null;
  write(token: string): void;
  clear(): void;
}

/** Keeps the token as `{value, expire}` (epoch milliseconds). Whatever cannot be read counts as no token. */
export function createTokenStore(storage: Storage, now: () => number = Date.now): TokenStore {
  return {
    read: () => {
      try {
        const stored = JSON.parse(storage.getItem(TOKEN_KEY) ?? 'null') as { value?: unknown; expire?: unknown } | null;
        if (typeof stored?.value !== 'string' || stored.value === '') return null;
        return typeof stored.expire === 'number' && stored.expire <= now() ? null : stored.value;
      } catch {
        return null;
      }
    },
    write: (token) => storage.setItem(TOKEN_KEY, JSON.stringify({ value: token, expire: now() + TOKEN_LIFE_MS })),
    clear: () => storage.removeItem(TOKEN_KEY),
  };
}
