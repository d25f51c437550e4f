import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { findBinaries, locatePackage } from '../../src/framework/server/postgres/binaries.ts';
import { isAlive } from '../../src/framework/server/postgres/processes.ts';
import {
  createListener,
  createPool,
  type DataFolderError,
  isConnectionLost,
  openDatabase,
  startEmbedded,
} from '../../src/framework/server/postgres/index.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const childScript = fileURLToPath(new URL('postgresChild.ts', import.meta.url));
const asRoot = process.getuid?.() === 0;

let home: string;
let template: string;
let dataDir: string;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  home = realpathSync(mkdtempSync(path.join(tmpdir(), 'forecourt-faults-')));
  if (asRoot) chmodSync(home, 0o711);
  template = path.join(home, 'template');
  const server = await startEmbedded({ dataDir: template, log });
  await withPool(server.connection, (pool) => pool.query('create table kept as select 1 as n'));
  await server.stop();
  return () => rmSync(home, { recursive: true, force: true });
});

beforeEach(() => {
  dataDir = mkdtempSync(path.join(home, 'data-'));
});

afterEach(async () => {
  for (const child of children) {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    }
  }
  children.clear();
  const left = postmasterPid();
  if (left !== undefined && isAlive(left)) {
    process.kill(left, 'SIGQUIT');
    await until(() => !isAlive(left));
  }
  rmSync(dataDir, { recursive: true, force: true });
});

/** Gives the test a data folder that was used and cleanly stopped before; quicker than making one. */
function useTemplate(): void {
  rmSync(dataDir, { recursive: true });
  cpSync(template, dataDir, { recursive: true, preserveTimestamps: true });
  if (!asRoot) return;
  // Copies belong to us; owners have to be as they were.
  const copyOwner = (from: string, to: string): void => {
    const { uid, gid, mode } = lstatSync(from);
    chownSync(to, uid, gid);
    chmodSync(to, mode & 0o777);
    if (lstatSync(from).isDirectory())
      for (const name of readdirSync(from)) copyOwner(path.join(from, name), path.join(to, name));
  };
  copyOwner(template, dataDir);
}

interface Child {
  readonly process: ChildProcess;
  /** Next line of its answer. */
  next(): Promise<unknown>;
  ask(line: string): Promise<unknown>;
}

function startChild(dir = dataDir): Child {
  const child = spawn(process.execPath, ['--import', 'tsx', childScript, dir], { stdio: ['pipe', 'pipe', 'ignore'] });
  children.add(child);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const next = async (): Promise<unknown> => {
    const { value, done } = await lines.next();
    if (done) throw new Error('the child ended without an answer');
    return JSON.parse(value as string);
  };
  const ask = (line: string): Promise<unknown> => {
    child.stdin.write(`${line}\n`);
    return next();
  };
  return { process: child, next, ask };
}

async function kill(child: Child, signal: NodeJS.Signals): Promise<void> {
  const gone = once(child.process, 'exit');
  child.process.kill(signal);
  await gone;
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('waited 20 s in vain');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function postmasterPid(): number | undefined {
  const file = path.join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
}

async function withPool<T>(
  connection: Parameters<typeof createPool>[0]['connection'],
  work: (pool: ReturnType<typeof createPool>) => Promise<T>,
): Promise<T> {
  const pool = createPool({ connection, log });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

/** Every path with its owner, mode, time and content. */
function fingerprint(dir: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' }).sort()) {
    const file = path.join(dir, name);
    const { mode, uid, mtimeMs, size } = lstatSync(file);
    hash.update(JSON.stringify([name, mode, uid, mtimeMs, size]));
    if (lstatSync(file).isFile()) hash.update(readFileSync(file));
  }
  return hash.digest('hex');
}

async function refusal(dir = dataDir): Promise<DataFolderError> {
  return startEmbedded({ dataDir: dir, log }).then(
    async (server) => {
      await server.stop();
      throw new Error('was not refused');
    },
    (error: DataFolderError) => error,
  );
}

describe('start and stop', () => {
  test('a first start as this user creates a durable database that no other role may enter without the password', async () => {
    const server = await startEmbedded({ dataDir, log });
    expect(server).toMatchObject({ fresh: true, adopted: false });
    const settings = await withPool(server.connection, async (pool) => {
      const names = [
        'fsync',
        'synchronous_commit',
        'listen_addresses',
        'TimeZone',
        'server_encoding',
        'statement_timeout',
        'jit',
      ];
      const { rows } = await pool.query(
        `select array(select current_setting(name) from unnest($1::text[]) name) as values,
                (select rolsuper from pg_roles where rolname = current_user) as superuser`,
        [names],
      );
      return rows[0];
    });
    expect(settings).toEqual({ values: ['on', 'on', '', 'UTC', 'UTF8', '5500ms', 'off'], superuser: false });
    const intruder = { ...server.connection, password: 'guessed' };
    await expect(withPool(intruder, (pool) => pool.query('select 1'))).rejects.toMatchObject({ code: '28P01' });
    await server.stop();
  });

  test.runIf(asRoot)('started by root, PostgreSQL runs as a user without rights', async () => {
    useTemplate();
    const server = await startEmbedded({ dataDir, log });
    expect(lstatSync(`/proc/${server.pid()}`).uid).not.toBe(0);
    await server.stop();
  });

  test.runIf(asRoot)('a data folder below one that this user may not enter, like the home of root, works', async () => {
    chmodSync(dataDir, 0o700);
    const inner = path.join(dataDir, 'data');
    const server = await startEmbedded({ dataDir: inner, log });
    expect(server.fresh).toBe(true);
    expect(lstatSync(dataDir).mode & 0o777).toBe(0o700);
    await server.stop();
    const again = await startEmbedded({ dataDir: inner, log });
    expect(await withPool(again.connection, (pool) => pool.query('select 1'))).toMatchObject({ rowCount: 1 });
    await again.stop();
  });

  test.runIf(asRoot)('where that is impossible the closed folder is named', async () => {
    chmodSync(dataDir, 0o711);
    const closed = path.join(dataDir, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    // Without setpriv there is no way to give the capability.
    vi.stubEnv('PATH', dataDir);
    const error = await refusal(path.join(closed, 'data'));
    vi.unstubAllEnvs();
    expect(error.problem).toBe('unreachable');
    expect(error.message).toContain(`may not enter ${closed}.`);
  });

  test('a clean stop leaves no process, no lock and no socket, and can be called again', async () => {
    useTemplate();
    const server = await startEmbedded({ dataDir, log });
    const pid = server.pid();
    expect(server).toMatchObject({ fresh: false, adopted: false });
    await server.stop();
    await server.stop();
    expect(pid !== undefined && isAlive(pid)).toBe(false);
    expect(postmasterPid()).toBeUndefined();
    expect(readdirSync(path.join(dataDir, 'postgres', 'run'))).toEqual([]);
  });

  test.each(['SIGINT', 'SIGTERM'] as const)(
    '%s stops PostgreSQL before the process ends by the signal',
    async (signal) => {
      useTemplate();
      const child = startChild();
      const { pid } = (await child.next()) as { pid: number };
      await kill(child, signal);
      expect(child.process.signalCode).toBe(signal);
      expect(isAlive(pid)).toBe(false);
      expect(postmasterPid()).toBeUndefined();
    },
  );

  test('PostgreSQL stops when the process dies of an exception', async () => {
    useTemplate();
    const child = startChild();
    const { pid } = (await child.next()) as { pid: number };
    const gone = once(child.process, 'exit');
    child.process.stdin?.write('throw\n');
    await gone;
    await until(() => !isAlive(pid));
    expect(postmasterPid()).toBeUndefined();
  });

  test('a data folder with a very long path gets a short private socket folder and gives it back', async () => {
    useTemplate();
    const long = path.join(dataDir, 'x'.repeat(120));
    mkdirSync(long);
    if (asRoot) chmodSync(dataDir, 0o711);
    const server = await startEmbedded({ dataDir: long, log });
    const { host } = server.connection;
    expect(await withPool(server.connection, (pool) => pool.query('select 1'))).toMatchObject({ rowCount: 1 });
    expect(lstatSync(host).mode & 0o777).toBe(0o700);
    await server.stop();
    expect(existsSync(host)).toBe(false);
  });
});

describe('one owner', () => {
  test('a PostgreSQL orphaned by kill -9 is adopted with its rows, and its new owner can stop it', async () => {
    useTemplate();
    const first = startChild();
    const { pid } = (await first.next()) as { pid: number };
    await first.ask('insert into kept values (2)');
    await kill(first, 'SIGKILL');
    expect(isAlive(pid)).toBe(true);
    const second = startChild();
    expect(await second.next()).toEqual({ adopted: true, fresh: false, pid });
    expect(await second.ask('select n from kept order by n')).toEqual([{ n: 1 }, { n: 2 }]);
    expect(await second.ask('stop')).toBe('stopped');
    expect(isAlive(pid)).toBe(false);
  });

  test('a second start on a folder in use is refused and disturbs nobody', async () => {
    useTemplate();
    const first = startChild();
    await first.next();
    const error = await refusal();
    expect(error.problem).toBe('in-use');
    expect(error.message).toContain(`(${first.process.pid})`);
    expect(await first.ask('select n from kept')).toEqual([{ n: 1 }]);
  });

  test('of several simultaneous first starts exactly one gets the folder', async () => {
    const racers = [startChild(), startChild(), startChild()];
    const outcomes = (await Promise.all(racers.map((racer) => racer.next()))) as { refused?: string }[];
    expect(outcomes.map(({ refused }) => refused ?? 'started').sort()).toEqual(['in-use', 'in-use', 'started']);
    const winner = racers[outcomes.findIndex(({ refused }) => refused === undefined)];
    expect(await winner?.ask('select 1 as one')).toEqual([{ one: 1 }]);
    expect(readdirSync(dataDir)).toEqual(['postgres']);
  });

  test('a pid file whose number belongs to another program does not block the start', async () => {
    useTemplate();
    const cluster = path.join(dataDir, 'postgres', 'cluster');
    const { uid, gid } = lstatSync(cluster);
    const stranger = spawn('sleep', ['60'], { uid, gid });
    children.add(stranger);
    writeFileSync(
      path.join(cluster, 'postmaster.pid'),
      `${stranger.pid}\n${cluster}\n1\n5432\n/nowhere\n\n0 0\nready   \n`,
    );
    const server = await startEmbedded({ dataDir, log });
    expect(server.adopted).toBe(false);
    await server.stop();
    expect(stranger.exitCode).toBeNull();
  });
});

describe('folders that are not ours', () => {
  test.each<[string, string, () => void]>([
    ['foreign', 'a folder with other files', () => writeFileSync(path.join(dataDir, 'holiday.jpg'), 'x')],
    ['foreign', 'the cluster of another PostgreSQL', () => writeFileSync(path.join(dataDir, 'PG_VERSION'), '18\n')],
    [
      'foreign',
      'a folder "postgres" made by somebody else',
      () => {
        mkdirSync(path.join(dataDir, 'postgres'));
        writeFileSync(path.join(dataDir, 'postgres', 'notes.txt'), 'x');
      },
    ],
    [
      'corrupt',
      'a cluster without its control file',
      () => {
        useTemplate();
        unlinkSync(path.join(dataDir, 'postgres', 'cluster', 'global', 'pg_control'));
      },
    ],
    [
      'corrupt',
      'a cluster whose password is lost',
      () => {
        useTemplate();
        unlinkSync(path.join(dataDir, 'postgres', 'password'));
      },
    ],
    [
      'other-version',
      'a cluster of another version',
      () => {
        useTemplate();
        writeFileSync(path.join(dataDir, 'postgres', 'cluster', 'PG_VERSION'), '17\n');
      },
    ],
  ])('%s: %s is refused and stays as it was', async (problem, _, arrange) => {
    arrange();
    const before = fingerprint(dataDir);
    const error = await refusal();
    expect(error.problem).toBe(problem);
    expect(error.message).toContain(dataDir);
    expect(fingerprint(dataDir)).toBe(before);
  });

  test('a cluster that PostgreSQL cannot read is refused with its words', async () => {
    useTemplate();
    writeFileSync(path.join(dataDir, 'postgres', 'cluster', 'global', 'pg_control'), Buffer.alloc(8192, 7));
    const error = await refusal();
    expect(error.problem).toBe('not-starting');
    expect(error.message).toMatch(/FATAL|PANIC/);
    expect(postmasterPid()).toBeUndefined();
  });

  test('a creation cut off half-way is ours and is redone', async () => {
    const child = startChild();
    await until(() => readdirSync(dataDir).some((name) => name.startsWith('postgres.init-')));
    await kill(child, 'SIGKILL');
    expect(existsSync(path.join(dataDir, 'postgres'))).toBe(false);
    const server = await startEmbedded({ dataDir, log });
    expect(server.fresh).toBe(true);
    await server.stop();
    expect(readdirSync(dataDir)).toEqual(['postgres']);
  });
});

describe('binaries', () => {
  test('symbolic links left out by an install without scripts are repaired', () => {
    const copy = path.join(dataDir, 'package');
    cpSync(locatePackage(), copy, { recursive: true, verbatimSymlinks: true });
    const lib = path.join(copy, 'native', 'lib');
    for (const name of readdirSync(lib))
      if (lstatSync(path.join(lib, name)).isSymbolicLink()) unlinkSync(path.join(lib, name));
    expect(findBinaries(null, dataDir, copy).postgres).toBe(path.join(copy, 'native', 'bin', 'postgres'));
    expect(lstatSync(path.join(lib, 'libpq.so.5')).isSymbolicLink()).toBe(true);
  });

  test.runIf(asRoot)('programs in a folder that the database user may not enter are copied to where it may', () => {
    const closed = path.join(dataDir, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    const cache = path.join(dataDir, 'cache');
    mkdirSync(cache);
    chmodSync(dataDir, 0o711);
    chmodSync(cache, 0o711);
    const copy = path.join(closed, 'package');
    cpSync(locatePackage(), copy, { recursive: true, verbatimSymlinks: true });
    const nobody = { name: 'nobody', uid: 65534, gid: 65534 };
    const first = findBinaries(nobody, cache, copy);
    expect(first.postgres.startsWith(cache)).toBe(true);
    expect(findBinaries(nobody, cache, copy)).toEqual(first);
    expect(readdirSync(cache)).toHaveLength(1);
  });
});

describe('loss of the connection', () => {
  test('PostgreSQL killed with -9 is started again with every committed row; statements meanwhile fail as connection lost', async () => {
    useTemplate();
    const server = await startEmbedded({ dataDir, log });
    const old = server.pid() ?? 0;
    await withPool(server.connection, async (pool) => {
      const states: boolean[] = [];
      const heard: string[] = [];
      const listener = await createListener({
        connection: server.connection,
        channels: ['news'],
        log,
        onNotification: (_, payload) => heard.push(payload),
        onState: (state) => states.push(state),
      });
      await pool.query('insert into kept values (2)');
      const cutOff = pool.query('select pg_sleep(5)').catch((error: unknown) => error);
      process.kill(old, 'SIGKILL');
      const lost: unknown[] = [];
      await until(() =>
        pool.query('select 1').then(
          () => server.pid() !== old,
          (error: unknown) => {
            lost.push(error);
            return false;
          },
        ),
      );
      expect([await cutOff, ...lost].filter((error) => error instanceof Error && !isConnectionLost(error))).toEqual([]);
      expect((await pool.query('select n from kept order by n')).rows).toEqual([{ n: 1 }, { n: 2 }]);
      await until(() => listener.connected);
      await pool.query(`notify news, 'after'`);
      await until(() => heard.length > 0);
      expect({ states, heard }).toEqual({ states: [true, false, true], heard: ['after'] });
      await listener.close();
    });
    await server.stop();
    expect(postmasterPid()).toBeUndefined();
  });

  test('an adopted PostgreSQL is supervised as well', async () => {
    useTemplate();
    const first = startChild();
    const { pid } = (await first.next()) as { pid: number };
    await kill(first, 'SIGKILL');
    const server = await startEmbedded({ dataDir, log });
    expect(server.adopted).toBe(true);
    process.kill(pid, 'SIGKILL');
    await withPool(server.connection, (pool) =>
      until(() =>
        pool.query('select 1').then(
          () => true,
          () => false,
        ),
      ),
    );
    await server.stop();
  });

  test('a connection ended by the server fails its statement only; the pool goes on', async () => {
    useTemplate();
    const database = await openDatabase({ dataDir, log });
    const { pool } = database;
    const client = await pool.connect();
    const { rows } = await client.query('select pg_backend_pid() as pid');
    const waiting = client.query('select pg_sleep(5)').catch((error: unknown) => error);
    process.kill(rows[0].pid, 'SIGTERM');
    expect(isConnectionLost(await waiting)).toBe(true);
    client.release(true);
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await database.close();
  });

  test('a statement that is merely wrong is no lost connection', async () => {
    useTemplate();
    const database = await openDatabase({ dataDir, log });
    const errors = await Promise.all(
      ['select 1/0', 'select nothing', 'insert into kept values (null::int), (1/0)'].map((sql) =>
        database.pool.query(sql).catch((error: unknown) => error),
      ),
    );
    expect(errors.map(isConnectionLost)).toEqual([false, false, false]);
    await database.close();
  });

  test('an own PostgreSQL that comes up late is waited for, and said so once', async () => {
    useTemplate();
    const first = await startEmbedded({ dataDir, log });
    const { user, password, host, port, database } = first.connection;
    await first.stop();
    const told: string[] = [];
    const opening = openDatabase({
      databaseUrl: `postgres://${user}:${password}@/${database}?host=${encodeURIComponent(host)}&port=${port}`,
      dataDir,
      log: { ...log, info: (message) => told.push(message) },
    });
    await until(() => told.length > 0);
    const server = await startEmbedded({ dataDir, log });
    const own = await opening;
    expect((await own.pool.query('select n from kept')).rows).toEqual([{ n: 1 }]);
    expect(told).toHaveLength(1);
    expect(told[0]).not.toContain(password);
    await own.close();
    await server.stop();
  });

  test('DATABASE_URL reaches an own PostgreSQL, and bad credentials are refused at once', async () => {
    useTemplate();
    const server = await startEmbedded({ dataDir, log });
    const { user, password, host, port, database } = server.connection;
    const url = (secret: string) =>
      `postgres://${user}:${secret}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
    const own = await openDatabase({ databaseUrl: url(password), dataDir: path.join(dataDir, 'unused'), log });
    expect(own).toMatchObject({ embedded: false, fresh: false });
    expect((await own.pool.query('select n from kept')).rows).toEqual([{ n: 1 }]);
    await own.close();
    await expect(openDatabase({ databaseUrl: url('wrong'), dataDir, log })).rejects.toThrow(/refuses us/);
    await server.stop();
    expect(existsSync(path.join(dataDir, 'unused'))).toBe(false);
  });
});
