import { setTimeout as delay } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import type { LaterIndex } from '../tablesPlan.ts';
import { ident } from '../sql/index.ts';

/** Any constant of our own: one process of a database builds indexes at a time. */
const LOCK = 4_062_210_732;
/** Whoever waits for the lock asks again and again: a statement that waits in the database would keep the building itself waiting. */
const ASK_AGAIN_MS = 1_000;

async function alone<T>(client: PoolClient, stop: AbortSignal | undefined, run: () => Promise<T>): Promise<T> {
  const ask = async (): Promise<boolean> =>
    (await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [LOCK])).rows[0]!.got;
  while (!(await ask())) await delay(ASK_AGAIN_MS, undefined, { signal: stop });
  try {
    return await run();
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]);
  }
}

/** Whether an index is there and whole; one whose building was broken off is there and is not. */
async function stateOf(client: PoolClient, name: string): Promise<'missing' | 'broken' | 'whole'> {
  const { rows } = await client.query<{ valid: boolean }>(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
    [ident(name)],
  );
  return rows[0] === undefined ? 'missing' : rows[0].valid ? 'whole' : 'broken';
}

/**
 * Builds indexes of big tables and then drops those in whose place they are, while readers and writers go on; one process at a time, and what another
 * has built meanwhile is not built again. Answers how many were built. What is broken off (by `stop`, too) is begun anew at the next start.
 */
export async function buildIndexes(pool: Pool, indexes: readonly LaterIndex[], stop?: AbortSignal): Promise<number> {
  const client = await pool.connect();
  // A connection that is building is not waited for: PostgreSQL notices that it is gone.
  const leave = (): void => client.release(new Error('the server stops'));
  stop?.addEventListener('abort', leave, { once: true });
  try {
    await client.query('set statement_timeout = 0; set client_connection_check_interval = 1000');
    return await alone(client, stop, async () => {
      let built = 0;
      for (const { name, sql, analyze } of indexes) {
        const state = await stateOf(client, name);
        if (sql === undefined ? state !== 'missing' : state === 'broken')
          await client.query(`drop index concurrently if exists ${ident(name)}`);
        if (sql === undefined || state === 'whole') continue;
        await client.query(sql);
        if (analyze !== undefined) await client.query(`analyze ${ident(analyze)}`);
        built++;
      }
      return built;
    });
  } finally {
    stop?.removeEventListener('abort', leave);
    if (!stop?.aborted) client.release(true);
  }
}
