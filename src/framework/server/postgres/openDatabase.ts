import pg from 'pg';
import { setTimeout as delay } from 'node:timers/promises';
import { isConnectionLost } from './connectionLost.ts';
import { findRunning, startEmbedded } from './embedded.ts';
import { type Log, reason } from './log.ts';
import { type ConnectionConfig, createPool } from './pool.ts';
import { NO_TABLES } from './supervisor.ts';

export interface OpenDatabaseOptions {
  /** Connection string of the operator's own PostgreSQL; without it a private one runs in `dataDir`. */
  readonly databaseUrl?: string;
  readonly dataDir: string;
  readonly log: Log;
  /** Connections of the pool at most. */
  readonly max?: number;
}

export interface OpenDatabase {
  readonly pool: pg.Pool;
  /** What a listener or a further pool connects to. */
  readonly connection: ConnectionConfig | string;
  readonly embedded: boolean;
  /** True when the database held no table yet. */
  readonly fresh: boolean;
  /** Ends the pool, then the private PostgreSQL if there is one. */
  close(): Promise<void>;
}

/** How long the operator's database may be unreachable at start, milliseconds. */
const PATIENCE = 30_000;

/**
 * The database of the product, reachable. Throws DataFolderError (private one) or an error naming the host (operator's own) when
 * it is not to be had.
 */
export async function openDatabase({ databaseUrl, dataDir, log, max }: OpenDatabaseOptions): Promise<OpenDatabase> {
  if (databaseUrl) {
    const fresh = await waitFor(databaseUrl, log);
    const pool = createPool({ connection: databaseUrl, log, max });
    return { pool, connection: databaseUrl, embedded: false, fresh, close: () => pool.end() };
  }
  const server = await startEmbedded({ dataDir, log });
  const pool = createPool({ connection: server.connection, log, max });
  const close = async (): Promise<void> => {
    await pool.end();
    await server.stop();
  };
  return { pool, connection: server.connection, embedded: true, fresh: server.fresh, close };
}

/**
 * The same database beside a product that may be running on it: a private one that runs is used as it is, and goes on; one that does not runs until `close`.
 */
export async function openBeside({
  databaseUrl,
  dataDir,
  log,
}: Omit<OpenDatabaseOptions, 'max'>): Promise<Pick<OpenDatabase, 'connection' | 'close'>> {
  const running = databaseUrl ?? findRunning(dataDir);
  if (running !== undefined) return { connection: running, close: () => Promise.resolve() };
  const server = await startEmbedded({ dataDir, log });
  return { connection: server.connection, close: () => server.stop() };
}

/** Waits until the operator's database answers; returns whether it is empty. */
async function waitFor(databaseUrl: string, log: Log): Promise<boolean> {
  const place = describe(databaseUrl);
  const started = Date.now();
  for (let told = false; ;) {
    const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ fresh: boolean }>(NO_TABLES);
      return rows[0]?.fresh ?? false;
    } catch (error) {
      const waited = Date.now() - started;
      if (!isConnectionLost(error))
        throw new Error(`The database at ${place} refuses us: ${reason(error)}`, { cause: error });
      if (waited > PATIENCE) {
        const seconds = Math.round(waited / 1000);
        throw new Error(
          `The database at ${place} cannot be reached since ${seconds} s (${reason(error)}). Check DATABASE_URL.`,
          {
            cause: error,
          },
        );
      }
      if (!told) log.info(`waiting for the database at ${place} (${reason(error)}), up to ${PATIENCE / 1000} s`);
      told = true;
      await delay(500);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

/** Host, port and database of a connection string, without user and password. */
function describe(databaseUrl: string): string {
  try {
    const { host, pathname } = new URL(databaseUrl);
    return `${host}${pathname}`;
  } catch {
    return 'DATABASE_URL';
  }
}
