import { setTimeout } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { isTransient } from '../writer/index.ts';

const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 5;

/**
 * Runs work in one transaction. Deadlocks and serialization failures are tried again a bounded number of times, after a random pause, so that
 * two that met do not meet again; everything else rolls back and is thrown.
 */
export async function inTransaction<T>(
  pool: Pick<Pool, 'connect'>,
  run: (client: PoolClient) => Promise<T>,
  begin = 'begin',
  end = 'commit',
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(pool, run, begin, end);
    } catch (error) {
      if (!isTransient(error) || attempt === ATTEMPTS) throw error;
      await setTimeout(Math.random() * FIRST_PAUSE_MS * 2 ** attempt);
    }
  }
}

async function once<T>(
  pool: Pick<Pool, 'connect'>,
  run: (client: PoolClient) => Promise<T>,
  begin: string,
  end: string,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(begin);
    const result = await run(client);
    await client.query(end);
    return result;
  } catch (error) {
    // A connection that cannot even roll back is not given back to the pool.
    await client.query('rollback').catch((failure: Error) => (broken = failure));
    throw error;
  } finally {
    client.release(broken);
  }
}
