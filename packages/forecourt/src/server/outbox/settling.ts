import type { Pool } from 'pg';
import { createGathering } from './gathering.ts';

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

const SETTLE = `
  update outbox o set state = s.state, error = s.error, "nextTryTime" = s."nextTryTime", "updateTime" = $2,
    provider = case when s.failed then o.provider else s.provider end,
    reference = case when s.failed then o.reference else s.reference end,
    "sentTime" = case when s.failed then o."sentTime" else s."sentTime" end
  from json_to_recordset($1::json) as s(
    id bigint, tries integer, failed boolean, state text, error text, "nextTryTime" timestamptz, provider text, reference text, "sentTime" timestamptz
  ) where o.id = s.id and o.tries = s.tries and o.state = 'queued'`;

/** Says how attempts ended, each unless somebody has taken its message up anew since. Most end at once where nothing is sent: they are written together. */
export function createSettling(pool: Pool, clock: () => number): (attempt: Attempt, ended: Ended) => Promise<void> {
  const settle = createGathering<{ readonly attempt: Attempt; readonly ended: Ended }>(async (all) => {
    const rows = all.map(({ attempt: { id, tries }, ended }) => ({
      id,
      tries,
      failed: ended.sentTime === undefined,
      ...ended,
    }));
    await pool.query({ name: 'outbox-settle', text: SETTLE, values: [JSON.stringify(rows), new Date(clock())] });
  });
  return (attempt, ended) => settle({ attempt, ended });
}
