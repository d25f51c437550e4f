import { REMEMBERED_PREFIX } from '../admin/index.ts';

/** What `firstPaint.js` has asked for before a script came. */
export interface FirstAnswer {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly answer: Promise<Response>;
}

declare global {
  interface Window {
    firstAnswers?: FirstAnswer[];
  }
}

/** What nobody has taken by then, as where scripts come over a slow line, is asked for anew. Changes meanwhile are told. */
const FRESH_MS = 15_000;

/** Of the browser's storage; it ends with the session as all that begins so. `firstPaint.js` reads it. */
const KEY = `${REMEMBERED_PREFIX}asked`;
/** Of addresses, those that were opened last. */
const MOST_ADDRESSES = 20;
/** Of one address, what it asked for first: what comes later waits for something. */
const MOST_QUESTIONS = 10;
/**
 * A question that names a moment (`since=…`, a time of day) is another one each time; the bounds of a day are the same all day. And what is asked for after
 * the first part of a page would have the processors while that is waited for.
 */
const NOT_BEGUN_WITH = /[?&]since=|[?&]part=rest|\d%3A\d\d/i;
const BOUNDS_OF_DAYS = /00%3A00%3A00|23%3A59%3A59/gi;

interface FirstAnswersOptions {
  readonly holder?: Pick<Window, 'firstAnswers'>;
  readonly ask?: typeof fetch;
  /** Milliseconds since the page was asked for. */
  readonly now?: () => number;
}

interface FirstAnswers {
  readonly fetch: typeof fetch;
  /** What it was asked for first, but for what changes something; undefined where somebody went on before, so that it may be of another page. */
  readonly asked: () => readonly string[] | undefined;
  /** Somebody goes on: what is asked for from now on is answered anew, by the rights that he has now. */
  readonly end: () => void;
}

/** `fetch` that takes the answer to what the page has asked for already, once; only for the same address, session and language. */
export function takingFirstAnswers({
  holder = window,
  ask = (...call) => fetch(...call),
  now = () => performance.now(),
}: FirstAnswersOptions = {}): FirstAnswers {
  const asked = new Set<string>();
  let ended = false;
  return {
    asked: () => (ended ? undefined : [...asked]),
    end: () => {
      ended = true;
      delete holder.firstAnswers;
    },
    fetch: (url, init) => {
      if (
        !ended &&
        asked.size < MOST_QUESTIONS &&
        typeof url === 'string' &&
        (init?.method ?? 'GET') === 'GET' &&
        !NOT_BEGUN_WITH.test(url.replaceAll(BOUNDS_OF_DAYS, ''))
      )
        asked.add(url);
      if (now() > FRESH_MS) delete holder.firstAnswers;
      const { firstAnswers = [] } = holder;
      const headers = new Headers(init?.headers);
      const at = firstAnswers.findIndex(
        (first) =>
          first.url === url && Object.entries(first.headers).every(([name, value]) => headers.get(name) === value),
      );
      return at < 0 ? ask(url, init) : firstAnswers.splice(at, 1)[0]!.answer;
    },
  };
}

/** Keeps what the page at an address has begun with: opened again it is asked for beside the scripts. */
export function keepAsked(storage: Storage, address: string, urls: readonly string[]): void {
  try {
    const { [address]: _, ...others } = JSON.parse(storage.getItem(KEY) ?? '{}') as Record<string, readonly string[]>;
    const kept = [...Object.entries(others), [address, urls]].slice(-MOST_ADDRESSES);
    storage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // A full storage only costs the quick start.
    storage.removeItem(KEY);
  }
}
