import pg from 'pg';
import { setTimeout as delay } from 'node:timers/promises';
import { isConnectionLost } from './connectionLost.ts';
import { findRunning, startEmbedded } from './embedded.ts';
import { type Log, reason } from './log.ts';
import { type ConnectionConfig, createPool, type Pooler } from './pool.ts';
import { createReads, type ReadPool, type Reads } from './reads.ts';
import { NO_TABLES } from './supervisor.ts';

export interface OpenDatabaseOptions {
  /** Connection string of the operator's own PostgreSQL; without it a private one runs in `dataDir`. */
  readonly databaseUrl?: string;
  /** The same PostgreSQL without the pooler in transaction mode that `databaseUrl` names; without it there is none. */
  readonly databaseDirectUrl?: string;
  /** Whether that pooler carries named statements; default yes. */
  readonly namedStatements?: boolean;
  /** A standby of it; without it the database itself reads. */
  readonly databaseReadUrl?: string;
  readonly dataDir: string;
  readonly log: Log;
  /** Connections of the pool at most. */
  readonly max?: number;
}

/** A database that is open: its pools, and how to close them. */
export interface OpenDatabase {
  readonly pool: pg.Pool;
  /** Where each connection is a session of PostgreSQL, for locks and settings beyond a transaction: past the pooler, else `pool`. */
  readonly direct: pg.Pool;
  /** Where rows are only read. */
  readonly reads: ReadPool;
  /** What a listener or a further pool connects to: past the pooler. */
  readonly connection: ConnectionConfig | string;
  readonly embedded: boolean;
  /** True when the database held no table yet. */
  readonly fresh: boolean;
  /** Ends the pools, then the private PostgreSQL if there is one. */
  close(): Promise<void>;
}

/** How long the operator's database may be unreachable at start, milliseconds. */
const PATIENCE = 30_000;
/** Where somebody else can read, nobody waits longer for a connection, milliseconds. */
const HURRY = 1000;

/**
 * The database of the product, reachable. Throws DataFolderError (private one) or an error naming the host (operator's own) when
 * it is not to be had.
 */
export function openDatabase(options: OpenDatabaseOptions): Promise<OpenDatabase> {
  const { databaseUrl } = options;
  return databaseUrl === undefined ? openPrivate(options) : openOwn({ ...options, databaseUrl });
}

async function openPrivate({ dataDir, log, max }: OpenDatabaseOptions): Promise<OpenDatabase> {
  const { connection, fresh, stop } = await startEmbedded({ dataDir, log });
  const pool = createPool({ connection, log, max });
  const close = async (): Promise<void> => {
    await pool.end();
    await stop();
  };
  return { pool, direct: pool, reads: pool, connection, embedded: true, fresh, close };
}

async function openOwn({
  databaseUrl,
  databaseDirectUrl,
  databaseReadUrl,
  namedStatements = true,
  log,
  max,
}: OpenDatabaseOptions & { databaseUrl: string }): Promise<OpenDatabase> {
  const fresh = await waitFor(databaseUrl, log, 'DATABASE_URL');
  const connection = databaseDirectUrl ?? databaseUrl;
  const pooler: Pooler | undefined = databaseDirectUrl === undefined ? undefined : { namedStatements };
  const pool = createPool({ connection: databaseUrl, log, max, pooler });
  const opened = [pool];
  const open = (options: Parameters<typeof createPool>[0]): pg.Pool => {
    const another = createPool(options);
    opened.push(another);
    return another;
  };
  let direct = pool;
  if (pooler) {
    await waitFor(connection, log, 'DATABASE_DIRECT_URL');
    direct = open({ connection, log, max: 2, applicationName: 'forecourt direct' });
    await warnOfEndlessStatements(pool, log);
  }
  let reads: Reads | undefined;
  if (databaseReadUrl !== undefined) {
    const pulse = open({ connection, log, max: 1, connectionTimeout: HURRY, applicationName: 'forecourt pulse' });
    const standby = open({ connection: databaseReadUrl, log, max, connectionTimeout: HURRY, pooler });
    reads = createReads({ primary: pool, pulse, standby, log });
  }
  const close = async (): Promise<void> => {
    reads?.stop();
    await Promise.all(opened.map((one) => one.end()));
  };
  return { pool, direct, reads: reads ?? pool, connection, embedded: false, fresh, close };
}

/**
 * The same database beside a product that may be running on it: a private one that runs is used as it is, and goes on; one that does not runs until `close`.
 */
export async function openBeside({
  databaseUrl,
  databaseDirectUrl,
  dataDir,
  log,
}: Pick<OpenDatabaseOptions, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir' | 'log'>): Promise<
  Pick<OpenDatabase, 'connection' | 'close'>
> {
  const running = databaseDirectUrl ?? databaseUrl ?? (await findRunning(dataDir));
  if (running !== undefined) return { connection: running, close: () => Promise.resolve() };
  const server = await startEmbedded({ dataDir, log });
  return { connection: server.connection, close: () => server.stop() };
}

/** Behind a pooler a statement ends when the operator has said so, and nobody else can say it. */
async function warnOfEndlessStatements(pool: pg.Pool, log: Log): Promise<void> {
  const { rows } = await pool.query<{ statement_timeout: string }>('show statement_timeout');
  if (rows[0]!.statement_timeout === '0')
    log.warn(
      'Statements through the pooler of DATABASE_URL never end by themselves. As an administrator of the database: alter role … set statement_timeout = 5500',
    );
}

/** Waits until the operator's database answers; returns whether it is empty. */
async function waitFor(databaseUrl: string, log: Log, setting: string): Promise<boolean> {
  const place = describe(databaseUrl) ?? setting;
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
          `The database at ${place} cannot be reached since ${seconds} s (${reason(error)}). Check ${setting}.`,
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

/** Host, port and database of a connection string, without user and password; undefined when they cannot be read. */
function describe(databaseUrl: string): string | undefined {
  try {
    const { host, pathname } = new URL(databaseUrl);
    return `${host}${pathname}`;
  } catch {
    return undefined;
  }
}
