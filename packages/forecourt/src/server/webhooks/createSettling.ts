import type { Pool } from 'pg';
import { createGathering } from '../outbox/index.ts';
import type { Claimed } from './compose.ts';
import { SETTLE, UNBLOCK } from './statements.ts';

/** How an attempt ended, and what it says of the webhook. */
export interface Ended {
  readonly state: 'queued' | 'sent' | 'failed' | 'notSent';
  readonly error?: string;
  readonly httpStatus?: number;
  readonly size?: number;
  readonly duration?: number;
  readonly nextTryTime?: Date;
  /** It was no attempt: what was counted for it is taken back. */
  readonly notTried?: boolean;
  /** Whether the listener took it; absent where it was not asked. */
  readonly taken?: boolean;
  /** The webhook sends nothing more until somebody starts it again. */
  readonly stop?: boolean;
  readonly restUntil?: Date;
}

interface Settled {
  readonly claimed: Claimed;
  readonly ended: Ended;
}

/** What attempts that ended together say of their webhooks: the last word is that of the last. */
function hooksOf(all: readonly Settled[]): object[] {
  const hooks = new Map<number, { id: number; failed: number; succeeded: boolean; stop: boolean; error: string | null; restUntil: Date | null }>(); // prettier-ignore
  for (const { claimed, ended } of all) {
    if (ended.taken === undefined && !ended.stop) continue;
    const before = hooks.get(claimed.webhookId);
    hooks.set(claimed.webhookId, {
      id: claimed.webhookId,
      failed: (before?.failed ?? 0) + (ended.taken === false ? 1 : 0),
      succeeded: ended.taken === true || before?.succeeded === true,
      stop: ended.stop === true || before?.stop === true,
      error: before?.stop ? before.error : (ended.error ?? null),
      restUntil: ended.taken ? null : (ended.restUntil ?? null),
    });
  }
  return [...hooks.values()];
}

/** Says how attempts ended. Those that end while others are being written are written together. */
export function createSettling(pool: Pool, clock: () => number): (claimed: Claimed, ended: Ended) => Promise<void> {
  const settle = createGathering<Settled>(async (all) => {
    const deliveries = all.map(({ claimed: { id, tries }, ended }) => ({
      ...ended,
      id,
      tries,
      triesLeft: ended.notTried ? tries - 1 : null,
    }));
    const values = [JSON.stringify(deliveries), JSON.stringify(hooksOf(all)), new Date(clock())];
    await pool.query({ name: 'webhooks-settle', text: SETTLE, values });
    const done = all.filter(({ ended }) => ended.state !== 'queued').map(({ claimed }) => claimed);
    const records = done.map(({ webhookId, recordId }) => ({ webhookId, recordId }));
    await pool.query({ name: 'webhooks-unblock', text: UNBLOCK, values: [JSON.stringify(records), new Date(clock())] });
  });
  return (claimed, ended) => settle({ claimed, ended });
}
