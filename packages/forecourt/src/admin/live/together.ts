import type { Http } from '../providers/http.ts';
import { askSince, listen, pause } from './listen.ts';
import type { Told } from './told.ts';
import { followVisibility, isVisible } from './visibility.ts';

interface TogetherOptions {
  readonly http: Http;
  /** The same in all windows of one session, and in no other. */
  readonly name: string;
  /** From where to go on; undefined: from now. */
  readonly position?: string;
  readonly onTold: (told: Told) => void;
  readonly fetch?: typeof fetch;
  /** Whether anybody looks at this window, and word of a change. */
  readonly visible?: () => boolean;
  readonly onVisibility?: (changed: () => void) => () => void;
  readonly random?: () => number;
}

const AGAIN_MS = 2_000;

/**
 * Listens as long as somebody looks at this window. Of all windows of a session one does, and tells the others: a browser opens six connections to a
 * server, and a stream keeps one. A window that nobody looks at neither listens nor is told; looked at again, it asks what it has missed. Where
 * the browser offers no locks (a page without TLS), each window that is looked at listens for itself.
 */
export function listenTogether(options: TogetherOptions): () => void {
  const { http, name, onTold, visible = isVisible, onVisibility = followVisibility } = options;
  const { position: first } = options;
  let position = first;
  let round: AbortController | undefined;
  let over = false;

  async function lead(signal: AbortSignal, channel: BroadcastChannel): Promise<void> {
    const goesOn = await listen({
      ...options,
      signal,
      position: () => position,
      onTold: (told) => {
        ({ position } = told);
        channel.postMessage(told);
        onTold(told);
      },
    });
    if (!goesOn) stop();
  }

  /** Hears the window that listens, and asks once what was said before; until then the position stays where it was. */
  async function follow(signal: AbortSignal, channel: BroadcastChannel): Promise<void> {
    let caughtUp = false;
    channel.onmessage = ({ data }: MessageEvent<Told>) => {
      if (signal.aborted) return;
      if (caughtUp) ({ position } = data);
      onTold(data);
    };
    while (!signal.aborted && !caughtUp) {
      try {
        const told = await askSince(http, position, signal);
        if (signal.aborted) return;
        ({ position } = told);
        caughtUp = true;
        onTold(told);
      } catch {
        await pause(AGAIN_MS, signal);
      }
    }
  }

  /** From the moment at which somebody looks at the window to the one at which nobody does any more. */
  async function take(signal: AbortSignal): Promise<void> {
    const channel = new BroadcastChannel(name);
    try {
      const { locks } = navigator as Partial<Navigator>;
      if (!locks) return await lead(signal, channel);
      const led = await locks.request(name, { ifAvailable: true }, async (lock) => {
        if (lock) await lead(signal, channel);
        return lock !== null;
      });
      if (led || signal.aborted) return;
      const following = new AbortController();
      const both = AbortSignal.any([signal, following.signal]);
      void follow(both, channel);
      await locks.request(name, { signal }, async () => {
        following.abort();
        await lead(signal, channel);
      });
    } catch (error) {
      // Nobody waits for the turn any more.
      if (!signal.aborted) throw error;
    } finally {
      channel.close();
    }
  }

  function look(): void {
    if (over || visible() === (round !== undefined)) return;
    round?.abort();
    round = undefined;
    if (!visible()) return;
    round = new AbortController();
    void take(round.signal);
  }

  function stop(): void {
    over = true;
    round?.abort();
    leave();
  }

  const leave = onVisibility(look);
  look();
  return stop;
}
