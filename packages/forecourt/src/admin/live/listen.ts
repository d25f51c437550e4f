import { HttpError } from 'react-admin';
import type { Http } from '../providers/http.ts';
import { eventsOf } from './events.ts';
import { LIVE_PATH, type Told } from './told.ts';

/** A stream that has said nothing by then is collected on its way here by somebody who waits for its end. */
const FIRST_WORD_MS = 5_000;
/** The server says something every 20 seconds: one that says nothing for so long is not there any more. */
const SILENCE_MS = 45_000;
/** Between two questions, where a stream does not come through; and how long it is not tried again. */
const ASKED_EVERY_MS = 5_000;
const ASKING_MS = 300_000;
/** After a stream that ended: all listeners of a process that stops come at once. */
const AGAIN_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

const [UNAUTHORISED, FORBIDDEN, TOO_MANY] = [401, 403, 429] as const;

interface ListenOptions {
  readonly http: Http;
  readonly fetch?: typeof fetch;
  /** From where to go on, asked before each attempt. */
  readonly position: () => string | undefined;
  /** Called for each thing that is said, and without changes for a sign of life. */
  readonly onTold: (told: Told) => void;
  readonly signal: AbortSignal;
  /** Between 0 and 1; for tests. */
  readonly random?: () => number;
}

/** How a stream came to its end. */
type End = 'told' | 'silent' | 'failed' | 'over';

const isOver = (error: unknown): boolean =>
  error instanceof HttpError && (error.status === UNAUTHORISED || error.status === FORBIDDEN);

/** Resolves after the time, or as soon as nobody waits any more. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });

/** What has come since, in one answer. Who is not signed in any more is led to sign-in by the refusal, as by every other call. */
export const askSince = async (http: Http, since: string | undefined, signal: AbortSignal): Promise<Told> =>
  (await http<Told>(LIVE_PATH, { query: { since }, signal })).data;

/** Listens to one stream until it ends, fails or falls silent. */
async function streamOnce({ http, fetch: ask = fetch, position, onTold, signal }: ListenOptions): Promise<End> {
  const own = new AbortController();
  const leave = (): void => own.abort();
  signal.addEventListener('abort', leave);
  let silence = setTimeout(leave, FIRST_WORD_MS);
  let heard = false;
  try {
    const since = position();
    const headers = http.headers();
    // Signed out, in this window or another one.
    if (!headers['Authorization']) return 'over';
    const response = await ask(
      `${http.apiUrl}${LIVE_PATH}${since === undefined ? '' : `?since=${encodeURIComponent(since)}`}`,
      { headers: { ...headers, Accept: 'text/event-stream' }, signal: own.signal, cache: 'no-store' },
    );
    if (response.status === TOO_MANY) return 'silent';
    if (!response.ok) {
      const error = http.refusal(response.status, (await response.json().catch(() => ({}))) as object);
      return isOver(error) ? 'over' : 'failed';
    }
    for await (const { id, data } of eventsOf(response.body!)) {
      heard = true;
      clearTimeout(silence);
      silence = setTimeout(leave, SILENCE_MS);
      if (data !== undefined) onTold(JSON.parse(data) as Told);
      else if (id) onTold({ position: id, lost: false, changes: [] });
    }
    return heard ? 'told' : 'failed';
  } catch {
    if (heard) return 'told';
    return own.signal.aborted ? 'silent' : 'failed';
  } finally {
    clearTimeout(silence);
    own.abort();
    signal.removeEventListener('abort', leave);
  }
}

/**
 * Tells what is changed until `signal` says that nobody listens. Answers false once the session is over. A stream that
 * ends is opened again from where it ended, after a pause that grows while it fails. Where streams do not come through
 * it polls every few seconds, and tries a stream again after some minutes.
 */
export async function listen(options: ListenOptions): Promise<boolean> {
  const { http, position, onTold, signal, random = Math.random } = options;
  const rest = (ms: number): Promise<void> => pause(ms * (0.5 + random() / 2), signal);
  let failures = 0;
  const rested = (): Promise<void> => rest(Math.min(LONGEST_PAUSE_MS, AGAIN_MS * 2 ** failures++));

  async function ask(): Promise<boolean> {
    const until = Date.now() + ASKING_MS;
    while (!signal.aborted && Date.now() < until) {
      try {
        onTold(await askSince(http, position(), signal));
        failures = 0;
        await rest(ASKED_EVERY_MS);
      } catch (error) {
        if (isOver(error)) return false;
        await rested();
      }
    }
    return true;
  }

  while (!signal.aborted) {
    const end = await streamOnce(options);
    if (signal.aborted) break;
    if (end === 'over') return false;
    if (end === 'silent') {
      if (!(await ask())) return false;
      continue;
    }
    if (end === 'told') failures = 0;
    await rested();
  }
  return true;
}
