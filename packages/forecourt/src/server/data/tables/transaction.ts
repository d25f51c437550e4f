import type { PoolClient } from 'pg';

/** Clients within a transaction, and how many stand around each other there. */
const open = new WeakMap<PoolClient, number>();

/** Runs in one transaction, or in a part of the one around it that can be taken back alone. */
export async function inTransaction<T>(client: PoolClient, run: () => Promise<T>): Promise<T> {
  const depth = open.get(client) ?? 0;
  await client.query(depth === 0 ? 'begin' : `savepoint level${depth}`);
  open.set(client, depth + 1);
  try {
    const result = await run();
    await client.query(depth === 0 ? 'commit' : `release level${depth}`);
    return result;
  } catch (error) {
    await client.query(depth === 0 ? 'rollback' : `rollback to level${depth}`);
    throw error;
  } finally {
    open.set(client, depth);
  }
}
