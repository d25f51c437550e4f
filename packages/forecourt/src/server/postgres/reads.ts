import type { Pool, PoolClient } from 'pg';
import { setTimeout as delay } from 'node:timers/promises';
import { isConnectionLost } from './connectionLost.ts';
import type { Log } from './log.ts';

/** Where rows are only read: PostgreSQL's own pool, or a standby in front of it (`createReads`). */
export type ReadPool = Pick<Pool, 'connect' | 'query'>;

export interface ReadsOptions {
  readonly primary: Pool;
  /** One connection to the primary that nobody else waits for: what is asked on it says whether the primary is there. */
  readonly pulse: Pool;
  readonly standby: Pool;
  readonly log: Log;
}

export interface Reads extends ReadPool {
  /** Ends what looks after servers that are away; the pools are the caller's. */
  stop(): void;
}

/** Who does not answer a question of no work in this time is away. */
const AWAY_MS = 1_000;
/** So long each reading asks a primary that is away: it may be back and have answered "done" since it was asked last. */
const BACK_MS = 250;
/** How often a server that is away is asked whether it is back. */
const AGAIN_MS = 500;
/** So long a reader waits for a standby that is behind, in steps. */
const BEHIND_MS = 200;
const STEP_MS = 10;

/** All that was answered "done" lies before it: the standby is sent no less, and what it has replayed is seen there. */
const POSITION = 'select pg_current_wal_flush_lsn()::text as position';
/** Also of a standby that has become the primary. */
const REPLAYED =
  'select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end >= $1::pg_lsn as reached';

/** What had to be removed on the primary was being read on the standby, or somebody was in somebody's way. */
const GIVEN_UP = new Set(['40001', '40P01']);

class NoAnswer extends Error {}

async function inTime<T>(answer: Promise<T>, ms = AWAY_MS): Promise<T> {
  const enough = new AbortController();
  // What comes too late is nobody's failure.
  answer.catch(() => undefined);
  try {
    return await Promise.race([
      answer,
      delay(ms, undefined, { signal: enough.signal }).then(() => {
        throw new NoAnswer(`no answer within ${ms} ms`);
      }),
    ]);
  } finally {
    enough.abort();
  }
}

/** Many ask at once, one question goes out: begun after the last of those who share its answer has asked. */
function together<T>(ask: () => Promise<T>): () => Promise<T> {
  let current: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  return () =>
    (next ??= current.then(() => {
      next = undefined;
      const asked = ask();
      current = asked.catch(() => undefined);
      return asked;
    }));
}

/** Remembers that a server is away, and asks it until it is back. */
function watch(name: string, ask: () => Promise<unknown>, log: Log) {
  let away = false;
  let timer: NodeJS.Timeout | undefined;
  const found = (): void => {
    if (!away) return;
    away = false;
    clearTimeout(timer);
    log.info(`${name} is back`);
  };
  const again = (): void => {
    if (!away) return;
    timer = setTimeout(() => void inTime(ask()).then(found, again), AGAIN_MS);
    timer.unref();
  };
  return {
    isAway: () => away,
    found,
    lost(error: unknown): void {
      if (away) return;
      away = true;
      log.warn(`${name} is away: ${error instanceof Error ? error.message : String(error)}`);
      again();
    },
    stop: () => clearTimeout(timer),
  };
}

/**
 * Reads from the standby whatever it has replayed by then. Before each reading the primary says how far it has come.
 * Where the standby is not as far within 0.2 s the primary reads. So nobody sees an older state than the primary's.
 * Where the standby is away, reads go to the primary. Where the primary does not answer either, the standby answers
 * with what it has. Each reading asks the primary again, so nothing it has saved since is missed.
 */
export function createReads({ primary, pulse, standby, log }: ReadsOptions): Reads {
  const ofPrimary = watch('the primary', () => pulse.query(POSITION), log);
  const ofStandby = watch('the standby of DATABASE_READ_URL', () => standby.query('select 1'), log);

  /** Undefined: the primary is away. */
  const position = together(async (): Promise<string | undefined> => {
    try {
      const asked = pulse.query<{ position: string }>(POSITION);
      const { rows } = await inTime(asked, ofPrimary.isAway() ? BACK_MS : AWAY_MS);
      ofPrimary.found();
      return rows[0]!.position;
    } catch (error) {
      ofPrimary.lost(error);
      return undefined;
    }
  });

  async function reaches(client: PoolClient, needed: string): Promise<boolean> {
    for (let waited = 0; ; waited += STEP_MS) {
      const { rows } = await inTime(client.query<{ reached: boolean | null }>(REPLAYED, [needed]));
      if (rows[0]!.reached === true) return true;
      if (waited >= BEHIND_MS) return false;
      await delay(STEP_MS);
    }
  }

  /** A connection to the standby that sees everything; undefined: the primary reads. */
  async function caughtUp(): Promise<PoolClient | undefined> {
    if (ofStandby.isAway()) return undefined;
    const needed = await position();
    let client: PoolClient | undefined;
    try {
      client = await standby.connect();
      if (needed === undefined) {
        await inTime(client.query('select 1'));
        return client;
      }
      if (await reaches(client, needed)) return client;
      client.release();
    } catch (error) {
      client?.release(true);
      ofStandby.lost(error);
    }
    return undefined;
  }

  const isGivenUp = (error: unknown): boolean =>
    isConnectionLost(error) || GIVEN_UP.has((error as { code?: string }).code ?? '');

  async function query(...asked: unknown[]): Promise<unknown> {
    const ask = ({ query: send }: Pick<PoolClient, 'query'>, on: Pool | PoolClient): Promise<unknown> =>
      Reflect.apply(send, on, asked) as Promise<unknown>;
    const client = await caughtUp();
    if (!client) return ask(primary, primary);
    let lost = false;
    try {
      return await ask(client, client);
    } catch (error) {
      lost = isConnectionLost(error);
      if (!isGivenUp(error) || ofPrimary.isAway()) throw error;
    } finally {
      client.release(lost);
    }
    return ask(primary, primary);
  }

  return {
    query: query as Pool['query'],
    connect: (async () => (await caughtUp()) ?? primary.connect()) as Pool['connect'],
    stop() {
      ofPrimary.stop();
      ofStandby.stop();
    },
  };
}
