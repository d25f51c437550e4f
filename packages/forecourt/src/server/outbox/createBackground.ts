import type { Database, Work } from '../contract.ts';
import type { Logger } from '../log.ts';
import type { SecretBox } from '../secrets/index.ts';
import type { DeliveryContext } from './deliverers.ts';
import { createCall } from './outgoing.ts';

export interface Background {
  /** Does one piece of work now. Rejects with what it throws. */
  doNow(name: string, input?: unknown): Promise<unknown>;
  /** Begins to do all of it, each in its own rhythm; a piece never meets itself in one process. */
  start(): void;
  /** Takes up nothing more, cuts off calls to the world outside, and ends once nothing is under way. */
  stop(): Promise<void>;
}

/** What work beside the requests has at hand. */
export interface WorkOptions {
  readonly db: Database;
  readonly secrets: SecretBox;
  readonly setting: (name: string) => string | undefined;
  readonly allowPrivate: boolean;
  readonly log: Logger;
  readonly clock: () => number;
  /** For one call to the world outside, milliseconds. */
  readonly timeoutMs?: number;
}

interface BackgroundOptions extends WorkOptions {
  readonly work: Readonly<Record<string, Work>>;
}

const TIMEOUT_MS = 4_000;

/** The background work of an application: what is due is decided by the work itself; this only comes back to it. */
export function createBackground(options: BackgroundOptions): Background {
  const { db, work, secrets, setting, allowPrivate, log, clock, timeoutMs = TIMEOUT_MS } = options;
  const stopping = new AbortController();
  const call = createCall({ allowPrivate, timeoutMs, signal: stopping.signal });
  const context = (): DeliveryContext => ({ db, now: clock(), call, secrets, setting });
  const timers: NodeJS.Timeout[] = [];
  const running = new Map<string, Promise<void>>();

  async function round(name: string, piece: Work): Promise<void> {
    try {
      await piece.run(context());
    } catch (error) {
      log.warn({ work: name, err: error }, 'background work failed');
    }
    running.delete(name);
  }

  return {
    doNow: async (name, input) => work[name]!.run(context(), input),
    start() {
      if (timers.length > 0) return;
      for (const [name, piece] of Object.entries(work))
        timers.push(
          setInterval(() => {
            if (!running.has(name)) running.set(name, round(name, piece));
          }, piece.everyMs).unref(),
        );
    },
    async stop() {
      for (const timer of timers.splice(0)) clearInterval(timer);
      stopping.abort();
      await Promise.all(running.values());
    },
  };
}
