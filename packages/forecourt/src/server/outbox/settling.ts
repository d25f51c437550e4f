import type { Pool } from 'pg';

/** One try of a message. */
export interface Attempt {
  readonly id: number;
  readonly tries: number;
}

/** What an attempt makes of its message; what it says nothing of stays. */
export interface Ended {
  readonly state: 'queued' | 'sent' | 'failed' | 'notSent';
  readonly error: string | null;
  readonly nextTryTime: Date | null;
  /** Of one that did not fail. */
  readonly provider?: string | null;
  readonly reference?: string | null;
  readonly sentTime?: Date | null;
}

interface Waiting {
  readonly attempt: Attempt;
  readonly ended: Ended;
  resolve(): void;
  reject(error: unknown): void;
}

const SETTLE = `
  update outbox o set state = s.state, error = s.error, "nextTryTime" = s."nextTryTime", "updateTime" = $2,
    provider = case when s.failed then o.provider else s.provider end,
    reference = case when s.failed then o.reference else s.reference end,
    "sentTime" = case when s.failed then o."sentTime" else s."sentTime" end
  from json_to_recordset($1::json) as s(
    id bigint, tries integer, failed boolean, state text, error text, "nextTryTime" timestamptz, provider text, reference text, "sentTime" timestamptz
  ) where o.id = s.id and o.tries = s.tries and o.state = 'queued'`;

/**
 * Says how attempts ended, each unless somebody has taken its message up anew since. Those that end while others are being written are written together: most end at once where
 * nothing is sent, and each by itself would be a transaction that waits for the disk.
 */
export function createSettling(pool: Pool, clock: () => number): (attempt: Attempt, ended: Ended) => Promise<void> {
  let waiting: Waiting[] = [];
  let writing = false;

  async function write(): Promise<void> {
    writing = true;
    // Whoever ends in the same moment comes along.
    await new Promise(setImmediate);
    while (waiting.length > 0) {
      const all = waiting;
      waiting = [];
      const rows = all.map(({ attempt: { id, tries }, ended }) => ({
        id,
        tries,
        failed: ended.sentTime === undefined,
        ...ended,
      }));
      try {
        await pool.query({ name: 'outbox-settle', text: SETTLE, values: [JSON.stringify(rows), new Date(clock())] });
        for (const one of all) one.resolve();
      } catch (error) {
        for (const one of all) one.reject(error);
      }
    }
    writing = false;
  }

  return (attempt, ended) =>
    new Promise((resolve, reject) => {
      waiting.push({ attempt, ended, resolve, reject });
      if (!writing) void write();
    });
}
