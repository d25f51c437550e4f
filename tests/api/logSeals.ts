import { setTimeout as delay } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { application } from '../../src/application.ts';
import { onClient, verifyLogs, type KeptHead, type LogReport } from '../../packages/forecourt/src/server/data/index.ts';
import type { RunningApplication } from '../application.ts';

type Sealing = Pick<RunningApplication, 'app' | 'pool'>;

/** One look of the background, and one more, which seals what was seen unless somebody still writes, be it in another database. */
export async function look({ app }: Sealing): Promise<void> {
  await app.background.doNow('_logSeals');
  await app.background.doNow('_logSeals');
}

/** Seals all rows that are there. */
export async function seal(app: Sealing): Promise<void> {
  for (;;) {
    await look(app);
    const { rows } = await app.pool.query<{ waiting: boolean }>(`
      with chain as (select content::jsonb -> 'last' as last from "_logSeal" order by position desc limit 1)
      select exists (select from "operationLog" where id > coalesce((select (last -> 'operationLog')::bigint from chain), 0))
        or exists (select from "loginLog" where id > coalesce((select (last -> 'loginLog')::bigint from chain), 0)) as waiting`);
    if (!rows[0]!.waiting) return;
    await delay(10);
  }
}

const verifyOn = (client: PoolClient, heads: readonly KeptHead[], now: number): Promise<LogReport> =>
  verifyLogs(onClient(client), application.model, heads, now);

const guards = (word: 'disable' | 'enable'): string =>
  ['operationLog', 'loginLog'].map((log) => `alter table "${log}" ${word} trigger append_only`).join('; ');

async function within<T>(
  { pool }: Sealing,
  end: 'commit' | 'rollback',
  run: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await run(client);
    await client.query(end);
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

interface Choices {
  readonly heads?: readonly KeptHead[];
  readonly now?: number;
}

/** Runs what the owner of the tables does with SQL, and verifies before it is taken back. Answers the report. */
export const tampered = (
  app: Sealing,
  sql: string,
  values: unknown[] = [],
  { heads = [], now = Date.now() }: Choices = {},
): Promise<LogReport> =>
  within(app, 'rollback', async (client) => {
    await client.query(guards('disable'));
    await client.query(sql, values);
    return verifyOn(client, heads, now);
  });

/** Verifies the logs as they are. */
export const verified = (app: Sealing, heads: readonly KeptHead[] = [], now = Date.now()): Promise<LogReport> =>
  within(app, 'rollback', (client) => verifyOn(client, heads, now));

/** Does with SQL what triggers refuse, and keeps it. */
export const force = (app: Sealing, sql: string, values: unknown[] = []): Promise<void> =>
  within(app, 'commit', async (client) => {
    await client.query(guards('disable'));
    await client.query(sql, values);
    await client.query(guards('enable'));
  });
