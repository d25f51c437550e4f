import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, beforeEach } from 'vitest';
import { createPool, type DataFolderError, startEmbedded } from '../../packages/forecourt/src/server/postgres/index.ts';
import { isAlive, servesCluster } from '../../packages/forecourt/src/server/postgres/processes.ts';
import { scratchFolder } from '../scratch.ts';

/** Listens to nobody. */
export const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const childScript = fileURLToPath(new URL('postgresChild.ts', import.meta.url));
export const asRoot = process.getuid?.() === 0;

let home: string;
let template: string;
/** The folder of the running test. */
export let dataDir: string;
/** Processes to end after the test. */
export const children = new Set<ChildProcess>();

/**
 * Gives every test of the file an empty folder, and ends whatever it leaves running. In memory: what becomes of a killed process or a damaged
 * file does not depend on the disk, and a copied cluster takes five seconds on one.
 */
export function eachInOwnFolder(): void {
  beforeAll(async () => {
    home = realpathSync(await scratchFolder('forecourt-faults-'));
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
    // The number may be one of a container that is gone, and here another process's.
    if (left !== undefined && servesCluster(left, path.join(dataDir, 'postgres', 'cluster'))) {
      process.kill(left, 'SIGQUIT');
      await until(() => !isAlive(left));
    }
    rmSync(dataDir, { recursive: true, force: true });
  });
}

/** Gives the test a data folder that was used and cleanly stopped before; quicker than making one. */
export function copyTemplate(): void {
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

export interface Child {
  readonly process: ChildProcess;
  /** Next line of its answer. */
  next(): Promise<unknown>;
  ask(line: string): Promise<unknown>;
}

const ISOLATE = ['unshare', '--pid', '--ipc', '--fork', '--kill-child', '--mount-proc'];
/** Whether this user may start processes that neither see the others nor are seen by number, as containers do. */
export const isolates =
  process.platform === 'linux' && spawnSync(ISOLATE[0]!, [...ISOLATE.slice(1), 'true']).status === 0;

/** Starts postgresChild.ts on the folder; `alone`: where no other process can be seen, as in a container; `beside`: to read from a database that runs. */
export function startChild(dir = dataDir, alone = false, ...beside: 'beside'[]): Child {
  const [program, ...before] = [...(alone ? ISOLATE : []), process.execPath];
  const child = spawn(program!, [...before, '--import', 'tsx', childScript, dir, ...beside], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
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

export async function kill(child: Child, signal: NodeJS.Signals): Promise<void> {
  const gone = once(child.process, 'exit');
  child.process.kill(signal);
  await gone;
}

/** Waits for a state that is sure to come; fails after a minute. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('waited a minute in vain');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** The process that PostgreSQL's own pid file names. */
export function postmasterPid(): number | undefined {
  const file = path.join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
}

export async function withPool<T>(
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
export function fingerprint(dir: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' }).sort()) {
    const file = path.join(dir, name);
    const { mode, uid, mtimeMs, size } = lstatSync(file);
    hash.update(JSON.stringify([name, mode, uid, mtimeMs, size]));
    if (lstatSync(file).isFile()) hash.update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** Why a start on the folder is refused; fails when it is not. */
export async function refusal(dir = dataDir): Promise<DataFolderError> {
  return startEmbedded({ dataDir: dir, log }).then(
    async (server) => {
      await server.stop();
      throw new Error('was not refused');
    },
    (error: DataFolderError) => error,
  );
}
