/** Where the bearer token lives: local storage, key and shape as documented (D-AUTH-02). */
export const TOKEN_KEY = 'Access-Token';

/** Seven days, the life the server gives a token; there is no sliding renewal. */
export const TOKEN_LIFE_MS = 604_800_000;

/** Reads and writes the bearer token of this browser. */
export interface TokenStore {
  /**
   * The token this page works with: the one it found first, whoever signs in in another tab meanwhile. None once it has expired or was
   * taken out of the storage.
   */
  read(): string | null;
  write(token: string): void;
  clear(): void;
  /** A token is stored whose time is over: somebody was signed in here and has not signed out. */
  hasExpired(): boolean;
  /** The page has a session, and the storage has another one or none: somebody signed in or out in another tab. */
  isOutdated(): boolean;
}

interface Stored {
  readonly value: string;
  /** Epoch milliseconds. */
  readonly expire: number;
}

/** Keeps the token as `{value, expire}` (epoch milliseconds). Whatever cannot be read counts as no token. */
export function createTokenStore(storage: Storage, now: () => number = Date.now): TokenStore {
  let own: Stored | null = null;

  const written = (): Stored | null => {
    try {
      const { value, expire } = JSON.parse(storage.getItem(TOKEN_KEY) ?? '{}') as Partial<Stored>;
      return typeof value === 'string' && value ? { value, expire: expire ?? Infinity } : null;
    } catch {
      return null;
    }
  };
  const isOver = ({ expire }: Stored): boolean => Number(expire) <= now();
  const stored = (): Stored | null => {
    const found = written();
    return found && !isOver(found) ? found : null;
  };

  return {
    read: () => {
      const found = stored();
      own = found && (own ?? found);
      return own && own.expire > now() ? own.value : null;
    },
    write: (value) => {
      own = { value, expire: now() + TOKEN_LIFE_MS };
      storage.setItem(TOKEN_KEY, JSON.stringify(own));
    },
    clear: () => {
      // Never the session of somebody who signed in in another tab.
      if (!own || stored()?.value === own.value) storage.removeItem(TOKEN_KEY);
      own = null;
    },
    hasExpired: () => {
      const found = written();
      return found !== null && isOver(found);
    },
    isOutdated: () => own !== null && stored()?.value !== own.value,
  };
}
