import pg from 'pg';
import { setTimeout as delay } from 'node:timers/promises';
import { isConnectionLost } from './connectionLost.ts';
import { DataFolderError } from './dataFolderError.ts';
import { type Log, reason } from './log.ts';
import { clientConfig, type ConnectionConfig } from './pool.ts';
import {
  findElsewhere,
  findPostmaster,
  launch,
  type LaunchOptions,
  type Postmaster,
  stopPostmaster,
} from './postmaster.ts';

interface SupervisorOptions {
  readonly launch: LaunchOptions;
  readonly password: string;
  readonly log: Log;
}

interface Supervisor {
  readonly connection: ConnectionConfig;
  readonly superuser: ConnectionConfig;
  readonly adopted: boolean;
  readonly fresh: boolean;
  stop(): Promise<void>;
}

/** Database and role of the product. */
const NAME = 'forecourt';
/** Where a server of ours listens. */
type Place = Readonly<{ socketDir: string; port: number }>;

const placeOf = ({ socketDir, port }: Place): Pick<ConnectionConfig, 'host' | 'port'> => ({
  host: process.platform === 'win32' ? '127.0.0.1' : socketDir,
  port,
});

/** How to reach the product's database in a server that runs already, whoever has started it. */
export const connectionAt = (at: Place, password: string): ConnectionConfig => ({
  ...placeOf(at),
  user: NAME,
  password,
  database: NAME,
});

/** Key of the advisory lock that the one process using the folder holds; PostgreSQL frees it when that process dies. */
const LOCK = 0x666f7265;
/** How long the session of a killed process may take to notice. */
const LOCK_PATIENCE = 1500;
const START_PATIENCE = 60_000;

/**
 * Brings PostgreSQL up, takes the folder's lock and keeps both: when the session that holds the lock ends without our doing,
 * PostgreSQL has died or restarted, and is brought up again.
 */
export async function supervise({ launch: options, password, log }: SupervisorOptions): Promise<Supervisor> {
  const { layout, binaries } = options;
  let stopping = false;
  let guard: pg.Client | undefined;
  let recovery: Promise<void> | undefined;

  const configOf = (at: Place, database: string, user: string): ConnectionConfig => ({
    ...placeOf(at),
    user,
    password,
    database,
  });

  async function open(target: LaunchOptions): Promise<{ adopted: boolean; at: LaunchOptions; client: pg.Client }> {
    const { postmaster, adopted } = await bringUp(target, log, () => stopping);
    const at = { ...target, socketDir: postmaster.socketDir || target.socketDir, port: postmaster.port };
    const runs = (): boolean => findPostmaster(layout)?.pid === postmaster.pid;
    const client = await connect(configOf(at, 'postgres', 'postgres'), layout.root, runs);
    // One that was just ending: it was there when it was looked for, and will never answer.
    if (!client) return open(target);
    try {
      await takeLock(client, layout.dataDir);
    } catch (error) {
      await client.end();
      throw error;
    }
    return { adopted, at, client };
  }

  function watch(client: pg.Client, at: LaunchOptions): void {
    guard = client;
    client.once('end', () => {
      guard = undefined;
      if (stopping) return;
      log.warn('PostgreSQL has gone, bringing it up again');
      recovery = recover(at);
    });
  }

  async function recover(at: LaunchOptions): Promise<void> {
    for (let pause = 100; !stopping; pause = Math.min(pause * 2, 5000)) {
      try {
        const again = await open(at);
        log.info('PostgreSQL is back');
        watch(again.client, at);
        return;
      } catch (error) {
        if (stopping) return;
        log.error(`PostgreSQL does not come back: ${reason(error)}`);
        await delay(pause);
      }
    }
  }

  const first = await open(options);
  const connection = connectionAt(first.at, password);
  let fresh: boolean;
  try {
    await createDatabase(first.client, password);
    fresh = await isEmpty(connection);
  } catch (error) {
    await stopPostmaster(layout, binaries);
    throw error;
  }
  watch(first.client, first.at);

  return {
    connection,
    superuser: configOf(first.at, 'postgres', 'postgres'),
    adopted: first.adopted,
    fresh,
    async stop() {
      stopping = true;
      await recovery;
      // The lock is given up by the shutdown itself, so that nobody adopts a server that is about to stop.
      await stopPostmaster(layout, binaries);
      await guard?.end().catch(() => undefined);
    },
  };
}

/** Finds the running PostgreSQL or starts one, and waits until it answers. */
async function bringUp(
  options: LaunchOptions,
  log: Log,
  abandoned: () => boolean,
): Promise<{ postmaster: Postmaster; adopted: boolean }> {
  const { layout } = options;
  const slow = setTimeout(() => log.info('PostgreSQL is starting, recovering after a crash can take a while'), 3000);
  try {
    for (const deadline = Date.now() + START_PATIENCE; !abandoned();) {
      const running = findPostmaster(layout);
      if (running?.status === 'ready') return { postmaster: running, adopted: true };
      if (running) {
        // Another process starts or stops it right now.
        if (Date.now() > deadline) throw new Error(`PostgreSQL (process ${running.pid}) does not become ready`);
        await delay(20);
        continue;
      }
      if (await findElsewhere(layout)) {
        throw new DataFolderError(
          'in-use',
          `The data folder ${layout.dataDir} is in use by a PostgreSQL of another container. Stop that one first.`,
        );
      }
      const started = launch(options);
      let ended = false;
      void started.ended.then(() => (ended = true));
      while (!ended && !abandoned()) {
        const postmaster = findPostmaster(layout);
        if (postmaster?.pid === started.pid && postmaster.status === 'ready') return { postmaster, adopted: false };
        await delay(10);
      }
      if (!ended) {
        // Given up before it could write the pid file by which it would be found and stopped.
        process.kill(started.pid, 'SIGINT');
        await started.ended;
        break;
      }
      // Somebody else was faster, or sessions of a killed server still hold its memory: look again.
      const output = started.output();
      if (/lock file ".*" (already exists|is empty)|pre-existing shared memory/.test(output) && Date.now() < deadline)
        await delay(50);
      else throw notStarting(layout.root, layout.logFile, output);
    }
  } finally {
    clearTimeout(slow);
  }
  throw new Error('stopped while starting');
}

function notStarting(root: string, logFile: string, output: string): DataFolderError {
  const told = output
    .split('\n')
    .filter((line) => /FATAL|PANIC|ERROR|HINT|DETAIL|cannot|could not/.test(line))
    .slice(-4)
    .join('; ');
  const why = told || 'it said nothing';
  return new DataFolderError('not-starting', `PostgreSQL does not start on ${root}: ${why}. Its log is ${logFile}.`);
}

/** Tries until PostgreSQL lets us in; undefined when it no longer runs. */
async function connect(config: ConnectionConfig, root: string, runs: () => boolean): Promise<pg.Client | undefined> {
  for (const deadline = Date.now() + START_PATIENCE; ;) {
    const client = new pg.Client({
      ...clientConfig(config),
      application_name: `forecourt ${process.pid}`,
      keepAlive: true,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      if ((error as { code?: string }).code === '28P01') {
        throw new DataFolderError('corrupt', `The file "password" in ${root} does not belong to the database there.`);
      }
      if (!isConnectionLost(error) || Date.now() > deadline) throw error;
      if (!runs()) return undefined;
      await delay(20);
    }
  }
}

async function takeLock(client: pg.Client, dataDir: string): Promise<void> {
  for (const deadline = Date.now() + LOCK_PATIENCE; ;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCK]);
    if (rows[0]?.taken) return;
    if (Date.now() > deadline) break;
    await delay(50);
  }
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_stat_activity join pg_locks using (pid)
     where locktype = 'advisory' and objid = $1 and granted`,
    [LOCK],
  );
  const holder = rows[0]?.name.split(' ').at(-1);
  throw new DataFolderError(
    'in-use',
    `The data folder ${dataDir} is in use by another running process${holder ? ` (${holder})` : ''}. Stop that one first.`,
  );
}

/** Completes what a crash between creating the cluster and creating the database left undone. */
async function createDatabase(client: pg.Client, password: string): Promise<void> {
  const role = await client.query('select from pg_roles where rolname = $1', [NAME]);
  if (role.rowCount === 0) await client.query(`create role ${NAME} login password ${pg.escapeLiteral(password)}`);
  const database = await client.query('select from pg_database where datname = $1', [NAME]);
  if (database.rowCount === 0) await client.query(`create database ${NAME} owner ${NAME}`);
}

/** Whether the database holds no table yet. */
async function isEmpty(connection: ConnectionConfig): Promise<boolean> {
  const client = new pg.Client(clientConfig(connection));
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(NO_TABLES)).rows[0].fresh;
  } finally {
    await client.end();
  }
}

export const NO_TABLES = `select not exists (select from pg_tables where schemaname not in ('pg_catalog', 'information_schema')) as fresh`;
