import type { Pool } from 'pg';
import type { Model } from '../../model/index.ts';
import { MAX_ATTEMPTS, pauseAfter } from './backoff.ts';
import type { WorkOptions } from './createBackground.ts';
import { DeliveryFailure, type Deliverer, type DeliveryResult, type OutgoingMessage } from './deliverers.ts';
import { createCall } from './outgoing.ts';
import { createSettling, type Attempt, type Ended } from './settling.ts';

/** Where a message is. */
export interface Delivered {
  readonly state: 'queued' | 'sent' | 'failed' | 'notSent';
  readonly provider: string | null;
  readonly error: string | null;
}

export interface Outbox {
  /** Tries what is due, and answers how many messages that were. Several processes share the work; none waits for another. */
  deliverDue(): Promise<number>;
  /** Tries one message now, once: a failure is final. Answers where it then is; undefined when there is no such message. */
  deliverNow(id: number): Promise<Delivered | undefined>;
  /** Begins to look for due messages, every second. */
  start(): void;
  /** Takes up nothing more, and ends once what is under way has ended or was cut off. */
  stop(): Promise<void>;
}

interface OutboxOptions extends WorkOptions {
  readonly pool: Pool;
  readonly model: Model;
  readonly deliverers: Readonly<Record<string, Deliverer>>;
}

interface Claimed extends Attempt {
  readonly channel: string;
  readonly topic: string;
  readonly recipient: string;
  readonly payload: Record<string, unknown>;
  readonly key: string;
}

/** Sent at the same time. */
const BATCH = 10;
const TIMEOUT_MS = 10_000;
/** A deliverer may call more than once; this ends it in any case. */
const CALLS = 3;
const EVERY_MS = 1_000;
/** What is under way when the server stops may end by itself for so long. */
const GRACE_MS = 3_000;

/**
 * A message that was taken up is out of the others' sight for so long, and comes back by itself when this process dies meanwhile. Longer than
 * any attempt: otherwise two would send it.
 */
export const LEASE_MS = 60_000;

const CLAIM = `update outbox set tries = tries + 1, "nextTryTime" = $1, "updateTime" = $2, key = coalesce(key, gen_random_uuid()::text) where id in`;
/** Which messages are taken up: those that are due, or one of them. */
const WANTED = {
  due: `channel = any($3) and "nextTryTime" <= $2 order by "nextTryTime", id limit ${BATCH}`,
  one: 'channel = any($3) and id = $4',
} as const;
const CLAIMED = 'returning id, channel, topic, recipient, payload, key, tries';

/** Deadline and stop for what a deliverer does beside calling. */
function within<T>(ms: number, signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise<T>((done, fail) => {
    const timer = setTimeout(() => fail(new DeliveryFailure('timeout')), ms);
    const stop = (): void => fail(new DeliveryFailure('interrupted'));
    signal.addEventListener('abort', stop, { once: true });
    work.then(done, fail).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    });
  });
}

/**
 * Brings messages to the world, at least once each: a message is marked as taken up, sent with no transaction open, and then marked as sent.
 * Who dies in between leaves it to whoever comes next, who sends it again with the same key.
 */
export function createOutbox(options: OutboxOptions): Outbox {
  const { pool, db, model, deliverers, log, clock, timeoutMs = TIMEOUT_MS } = options;
  const served = Object.keys(deliverers).filter((name) => deliverers[name]!.ready?.(options.setting) ?? true);
  const channels = model.entities.has('outbox') ? served : [];
  const stopping = new AbortController();
  const { signal } = stopping;
  const call = createCall({ allowPrivate: options.allowPrivate, timeoutMs, signal });
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let started = false;
  let failing = false;

  async function claim(name: keyof typeof WANTED, values: readonly unknown[]): Promise<readonly Claimed[]> {
    const now = clock();
    const { rows } = await pool.query<Claimed>({
      name: `outbox-claim-${name}`,
      text: `${CLAIM} (select id from outbox where state = 'queued' and ${WANTED[name]} for update skip locked) ${CLAIMED}`,
      values: [new Date(now + LEASE_MS), new Date(now), ...values],
    });
    return rows;
  }

  const settle = createSettling(pool, clock);

  const succeeded = (result: DeliveryResult): Ended => ({
    state: result.state,
    provider: result.provider ?? null,
    reference: result.state === 'sent' ? (result.reference?.slice(0, 200) ?? null) : null,
    sentTime: result.state === 'sent' ? new Date(clock()) : null,
    error: result.state === 'sent' ? null : result.reason.slice(0, 300),
    nextTryTime: null,
  });

  function failed(message: Claimed, failure: DeliveryFailure, once: boolean): Ended {
    const last = once || failure.permanent || message.tries >= MAX_ATTEMPTS;
    const pause = Math.max(pauseAfter(message.tries), failure.retryAfterMs ?? 0);
    return {
      state: last ? 'failed' : 'queued',
      error: failure.reason,
      nextTryTime: last ? null : new Date(clock() + pause),
    };
  }

  async function attempt(claimed: Claimed, once = false): Promise<void> {
    const { id, channel, topic, recipient: to, payload, key, tries } = claimed;
    const message: OutgoingMessage = { id, channel, topic, to, payload, key, attempt: tries };
    const context = { db, now: clock(), call, secrets: options.secrets, setting: options.setting };
    try {
      const sent = deliverers[channel]!.send(message, context);
      await settle(claimed, succeeded(await within(timeoutMs * CALLS, signal, sent)));
    } catch (error) {
      // What a fault says may hold anything; its kind is enough to find it.
      const failure = error instanceof DeliveryFailure ? error : new DeliveryFailure('fault');
      log.warn(
        { outbox: id, channel, attempt: tries, reason: failure.reason, kind: (error as Error).name },
        'not delivered',
      );
      await settle(claimed, failed(claimed, failure, once));
    }
  }

  async function deliverDue(): Promise<number> {
    if (channels.length === 0) return 0;
    const due = await claim('due', [channels]);
    await Promise.all(due.map((message) => attempt(message)));
    return due.length;
  }

  async function round(): Promise<void> {
    try {
      while (started && (await deliverDue()) === BATCH);
      failing = false;
    } catch (error) {
      // Without a database there is nothing to do until it is back; said once.
      if (!failing) log.warn({ err: error }, 'messages cannot be delivered');
      failing = true;
    }
    running = undefined;
    if (started) timer = setTimeout(begin, EVERY_MS).unref();
  }
  const begin = (): void => void (running = round());

  return {
    deliverDue,
    async deliverNow(id) {
      const [message] = await claim('one', [channels, id]);
      if (message) await attempt(message, true);
      const { rows } = await pool.query<Delivered>('select state, provider, error from outbox where id = $1', [id]);
      return rows[0];
    },
    start() {
      if (started || channels.length === 0) return;
      started = true;
      begin();
    },
    async stop() {
      started = false;
      clearTimeout(timer);
      const cut = setTimeout(() => stopping.abort(), GRACE_MS);
      await running;
      clearTimeout(cut);
      stopping.abort();
    },
  };
}
