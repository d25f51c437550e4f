import { hashOf } from './hash.ts';

/**
 * One key per intent: what is sent again before its outcome is known carries the same key, so that the server answers the first result instead
 * of doing it twice (D-API-07). An intent is a path and a body; another amount is another intent. Keys lie in the storage of the browser: the
 * outcome is no better known after a reload or in another tab.
 */
interface IdempotencyKeys {
  take(intent: Intent): string;
  /** The outcome is known: the next identical submit is a new intent. */
  settle(intent: Intent): void;
}

export interface Intent {
  readonly path: string;
  readonly body: string | FormData | undefined;
}

/** What an answer proves of the outcome of an intent. */
export type Outcome =
  /** Done, or refused by the application after it looked for the key. */
  | 'known'
  /** Refused before anybody looked for the key: this time nothing was done, of an earlier time it says nothing. */
  | 'open'
  /** Not an answer of the application, or one of its faults: done, or not. */
  | 'unknown';

/** Session, right, proof and rate are judged before the key, or take back what they did under it. */
const BEFORE_THE_KEY: ReadonlySet<number> = new Set([401, 403, 428, 429]);

/** `envelope` is undefined for a body that is no JSON: the page of a proxy, or one that was cut off. */
export function outcomeOf(status: number, envelope: { readonly statusCode?: number } | null | undefined): Outcome {
  const ok = status >= 200 && status < 300;
  // Plain records of the simple-rest dialect carry no code.
  const code = envelope === undefined ? undefined : (envelope?.statusCode ?? (ok ? 200 : undefined));
  if (code === undefined || code >= 500 || status >= 500) return 'unknown';
  return BEFORE_THE_KEY.has(code) ? 'open' : 'known';
}

const PREFIX = 'intent.';
/** The server keeps an answer for 24 hours (D-API-07); afterwards the key would do it again. */
const LIFE_MS = 24 * 60 * 60 * 1000;

/** crypto.randomUUID exists on secure origins only; a yard tablet may reach the server by plain http. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const textOf = (body: Intent['body']): string =>
  body instanceof FormData
    ? JSON.stringify(
        [...body].map(([name, part]) =>
          typeof part === 'string' ? [name, part] : [name, part.name, part.size, part.lastModified],
        ),
      )
    : (body ?? '');

/** The text itself may hold personal data and is not stored. */
const nameOf = ({ path, body }: Intent): string => `${PREFIX}${hashOf(`${path}\n${textOf(body)}`)}`;

/** Keys of intents whose outcome is not known yet. */
export function createIdempotencyKeys(storage: Storage, now: () => number = Date.now): IdempotencyKeys {
  const living = (name: string): string | undefined => {
    const [key, since] = (storage.getItem(name) ?? '').split(' ');
    return key && now() - Number(since) < LIFE_MS ? key : undefined;
  };
  return {
    take(intent) {
      const name = nameOf(intent);
      const known = living(name);
      if (known) return known;
      for (const other of Object.keys(storage))
        if (other.startsWith(PREFIX) && !living(other)) storage.removeItem(other);
      const key = randomKey();
      storage.setItem(name, `${key} ${now()}`);
      return key;
    },
    settle: (intent) => storage.removeItem(nameOf(intent)),
  };
}
