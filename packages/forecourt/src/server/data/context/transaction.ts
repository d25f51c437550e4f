import { setTimeout } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { pipeline } from '../../postgres/index.ts';
import { isTransient } from '../writer/index.ts';

const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 5;

/** What the open transactions have sent and not waited for, by their connections. */
const unanswered = new WeakMap<object, Promise<unknown>[]>();

/**
 * Leaves a statement to the end of the transaction on this connection: nobody waits for its answer before the end is sent, and if it fails the whole is taken back. Only for
 * what PostgreSQL refuses by itself: whatever has to be read in the answer is read too late.
 */
export function leaveToEnd(connection: object, statement: Promise<unknown>): void {
  const left = unanswered.get(connection);
  if (!left) throw new Error('there is no transaction to end with');
  // Told by the end; until then it would be taken for a failure that nobody handles.
  statement.catch(() => undefined);
  left.push(statement);
}

/** Waits for what was left to the end so far. */
export async function settled(connection: object): Promise<void> {
  const left = unanswered.get(connection)?.splice(0) ?? [];
  // They fail in the order in which they were sent: the first one says why, the others only that there is no transaction any more.
  await Promise.all(left);
}

/** "Current transaction is aborted": said of whatever comes after the statement that failed. */
const ABORTED = '25P02';

/** Why work in a transaction really failed: what was left to the end may have been refused before. Nothing is left to the end any more. */
export async function reasonOf(connection: object, error: unknown): Promise<unknown> {
  const ended = await Promise.allSettled(unanswered.get(connection)?.splice(0) ?? []);
  if ((error as { code?: unknown } | null)?.code !== ABORTED) return error;
  return ended.find((one) => one.status === 'rejected')?.reason ?? error;
}

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
  const endPipeline = pipeline(client);
  let broken: Error | undefined;
  try {
    unanswered.set(client, []);
    // It goes out together with the first statement. Where there is no beginning, there is no connection for that one either.
    leaveToEnd(client, client.query(begin));
    const result = await run(client);
    // A commit of what has failed takes back by itself.
    leaveToEnd(client, client.query(end));
    await settled(client);
    return result;
  } catch (error) {
    // A connection that cannot even roll back is not given back to the pool.
    await client.query('rollback').catch((failure: Error) => (broken = failure));
    throw await reasonOf(client, error);
  } finally {
    unanswered.delete(client);
    endPipeline();
    client.release(broken);
  }
}
