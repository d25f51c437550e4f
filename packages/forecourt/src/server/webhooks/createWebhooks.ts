import type { Pool } from 'pg';
import type { Actor } from '../contract.ts';
import { createCall } from '../outbox/index.ts';
import type { Claimed } from './compose.ts';
import { createSettling, type Ended } from './createSettling.ts';
import { createTeller, type Hook, type TellerOptions } from './createTeller.ts';
import { createLines } from './lines.ts';
import { CLAIM, DUE, HOOKS, SPREAD, SPREAD_BATCH, TURN, UNBLOCK, UNBLOCK_ALL } from './statements.ts';

export interface Webhooks {
  /** Tells listeners of what is due, and answers how many messages that were. Several processes share the work. */
  deliverDue(): Promise<number>;
  /** Begins to look for changes, several times a second. */
  start(): void;
  /** Takes up nothing more, cuts off what is under way, and ends. */
  stop(): Promise<void>;
}

interface WebhooksOptions extends Omit<TellerOptions, 'call'> {
  readonly pool: Pool;
  readonly allowPrivate: boolean;
  actorOf(userId: number): Promise<Actor | undefined>;
  /** For one attempt, milliseconds. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 15_000;
const EVERY_MS = 300;
/** After an attempt has ended there may be more. */
const SOON_MS = 20;
/** Under way to one listener. */
const AT_ONCE = 8;
/** Taken up for one listener: some wait here for those before them, so that none waits for the database. */
const TAKEN = 48;
/** Taken up by one look. */
const CLAIM_BATCH = 1_000;
/** What has waited here for so long is given back: what it says, and to whom, was read when it was taken up. */
const FRESH_MS = 2_000;
/** What was taken up is out of the others' sight for so long: longer than any attempt. */
const LEASE_MS = 30_000;
const REPAIR_EVERY_MS = 30_000;

interface Spread {
  readonly count: number;
  readonly waiting: readonly object[];
}

/** Runs again and again while it is started: after a pause, or soon where it is told that there may be more. */
function createLoop(round: () => Promise<boolean>) {
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let started = false;
  let again = false;

  const lookIn = (pause: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => (looking = look()), pause).unref();
  };
  async function look(): Promise<void> {
    again = false;
    const more = await round();
    looking = undefined;
    if (started) lookIn(more || again ? SOON_MS : EVERY_MS);
  }
  return {
    start() {
      started = true;
      lookIn(0);
    },
    soon() {
      if (again) return;
      again = true;
      if (started && !looking) lookIn(SOON_MS);
    },
    async stop() {
      started = false;
      clearTimeout(timer);
      await looking;
    },
  };
}

/**
 * Tells listeners of changes, each at least once, those of a record in their order. What is sent is read when it is sent, under the rights that the owner of the
 * webhook has then. Who does not answer holds up nobody: of each webhook only a few messages are under way, one while it fails, and none while it rests.
 */
export function createWebhooks(options: WebhooksOptions): Webhooks {
  const { pool, data, log, clock, allowPrivate, timeoutMs = TIMEOUT_MS } = options;
  const entities = [...data.model.entities.values()];
  const states = entities.flatMap(({ name, schema }) =>
    schema['x-states'] ? [[name, schema['x-states'].field] as const] : [],
  );
  const stateFields = JSON.stringify(Object.fromEntries(states));
  const stopping = new AbortController();
  const call = createCall({ allowPrivate, timeoutMs, signal: stopping.signal, keepConnections: true });
  const tellAll = createTeller({ ...options, call });
  const inLine = createLines(AT_ONCE);
  const settle = createSettling(pool, clock);
  const underWay = new Map<number, number>();
  const running = new Set<Promise<void>>();
  /** When listeners were last found failing, of those that do. */
  const failedAt = new Map<number, number>();
  let failing = false;
  let repaired = -Infinity;

  /** Nothing where another process is at it. */
  const spreadBatch = (now: Date): Promise<Spread> =>
    data.transaction(async (_db, client) => {
      const turn = await client.query<{ readonly mine: boolean }>({ name: 'webhooks-turn', text: TURN });
      if (!turn.rows[0]!.mine) return { count: 0, waiting: [] };
      // A statement of its own: one that began before its turn would not see what the process before it made.
      const values = [stateFields, now];
      return (await client.query<Spread>({ name: 'webhooks-spread', text: SPREAD, values })).rows[0]!;
    });

  async function spread(): Promise<void> {
    if (performance.now() - repaired > REPAIR_EVERY_MS) {
      repaired = performance.now();
      await pool.query(UNBLOCK_ALL, [new Date(clock())]);
    }
    for (;;) {
      const { rows } = await pool.query<{ readonly due: boolean }>({ name: 'webhooks-due', text: DUE });
      if (!rows[0]!.due) return;
      const now = new Date(clock());
      const { count, waiting } = await spreadBatch(now);
      if (waiting.length > 0)
        await pool.query({ name: 'webhooks-unblock', text: UNBLOCK, values: [JSON.stringify(waiting), now] });
      if (count < SPREAD_BATCH) return;
    }
  }

  async function claim(): Promise<readonly Claimed[]> {
    const now = clock();
    const busy = JSON.stringify(Object.fromEntries(underWay));
    const values = [new Date(now), new Date(now + LEASE_MS), TAKEN, busy, CLAIM_BATCH];
    const { rows } = await pool.query<Claimed>({ name: 'webhooks-claim', text: CLAIM, values });
    return rows;
  }

  const count = (id: number, change: number): void => {
    const left = (underWay.get(id) ?? 0) + change;
    if (left > 0) underWay.set(id, left);
    else underWay.delete(id);
  };

  /** Tries it, or gives it back: its listener has failed since it was taken up, or it has waited too long. */
  async function tryOne({ webhookId }: Claimed, takenAt: number, run: () => Promise<Ended>): Promise<Ended> {
    const isStale = performance.now() - takenAt > FRESH_MS || takenAt < (failedAt.get(webhookId) ?? -Infinity);
    if (isStale) return { state: 'queued', notTried: true, nextTryTime: new Date(clock()) };
    const ended = await run();
    if (ended.taken === false || ended.stop) failedAt.set(webhookId, performance.now());
    else if (ended.taken) failedAt.delete(webhookId);
    return ended;
  }

  async function attempt(claimed: Claimed, takenAt: number, run: () => Promise<Ended>): Promise<void> {
    try {
      await settle(claimed, await inLine(claimed.webhookId, () => tryOne(claimed, takenAt, run)));
    } catch (error) {
      // It comes back by itself when its time is over.
      log.warn({ err: error, delivery: claimed.id }, 'a webhook could not be told');
    }
  }

  async function handle(hook: Hook, all: readonly Claimed[], owner: Promise<Actor | undefined>): Promise<void> {
    const waiting = new Set(all);
    const end = (one: Claimed): void => {
      if (waiting.delete(one)) count(hook.id, -1);
      loop.soon();
    };
    const takenAt = performance.now();
    try {
      const runs = await tellAll(hook, all, await owner);
      await Promise.all(all.map((one, at) => attempt(one, takenAt, runs[at]!).finally(() => end(one))));
    } catch (error) {
      log.warn({ err: error, webhook: hook.id }, 'a webhook could not be told');
    } finally {
      for (const one of waiting) end(one);
    }
  }

  async function take(): Promise<number> {
    await spread();
    const claimed = await claim();
    if (claimed.length === 0) return 0;
    const ids = [...new Set(claimed.map(({ webhookId }) => webhookId))];
    const { rows: hooks } = await pool.query<Hook>({ name: 'webhooks-hooks', text: HOOKS, values: [ids] });
    const owners = new Map<number, Promise<Actor | undefined>>();
    for (const hook of hooks) {
      const all = claimed.filter(({ webhookId }) => webhookId === hook.id);
      count(hook.id, all.length);
      const owner = owners.get(hook.userId) ?? options.actorOf(hook.userId);
      owners.set(hook.userId, owner);
      const task = handle(hook, all, owner).finally(() => running.delete(task));
      running.add(task);
    }
    return claimed.length;
  }

  const loop = createLoop(async () => {
    try {
      const taken = await take();
      failing = false;
      return taken === CLAIM_BATCH;
    } catch (error) {
      // Without a database there is nothing to do until it is back; said once.
      if (!failing) log.warn({ err: error }, 'webhooks cannot be told');
      failing = true;
      return false;
    }
  });

  return {
    async deliverDue() {
      const taken = await take();
      await Promise.all(running);
      return taken;
    },
    start: loop.start,
    async stop() {
      await loop.stop();
      stopping.abort();
      await Promise.all(running);
    },
  };
}
