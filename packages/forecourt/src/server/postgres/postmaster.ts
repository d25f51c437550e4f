import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { totalmem } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Account, asAccount, childEnvironment } from './account.ts';
import type { Binaries } from './binaries.ts';
import type { Layout } from './folder.ts';
import { answers, isAlive, servesCluster } from './processes.ts';

/** What PostgreSQL says of itself in postmaster.pid. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** Directory of the Unix socket; empty where there is none. */
  readonly socketDir: string;
  readonly status: 'starting' | 'ready' | 'stopping';
}

/**
 * The PostgreSQL that runs on this cluster now, if any. A pid file whose process is gone, or whose number meanwhile belongs to
 * another program, counts as none. Synchronous, for use while the process exits.
 */
export function findPostmaster(layout: Layout): Postmaster | null {
  const lines = readLines(pidFile(layout));
  if (!lines) return null;
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid) || !servesCluster(pid, layout.cluster)) return null;
  return asTold(lines);
}

/** Whether PostgreSQL says that it is about to stop, wherever it runs. */
export function isStopping(layout: Layout): boolean {
  return readLines(pidFile(layout))?.[7]?.trim() === 'stopping';
}

function asTold(lines: readonly string[]): Postmaster {
  const word = lines[7]?.trim();
  const status = word === 'ready' || word === 'stopping' ? word : 'starting';
  return { pid: Number(lines[0]), port: Number(lines[3]), socketDir: lines[4] ?? '', status };
}

/** A PostgreSQL that runs on this cluster in another container: its number says nothing here, but its socket in the data folder answers. */
export async function findElsewhere(layout: Layout): Promise<Postmaster | null> {
  const lines = readLines(pidFile(layout));
  if (!lines || process.platform !== 'linux') return null;
  const told = { ...asTold(lines), socketDir: layout.socketDir };
  return (await answers(path.join(told.socketDir, `.s.PGSQL.${told.port}`))) ? told : null;
}

function pidFile(layout: Layout): string {
  return path.join(layout.cluster, 'postmaster.pid');
}

function readLines(file: string): string[] | undefined {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return undefined;
  }
}

/**
 * Removes lock files that name a process which is not our PostgreSQL: PostgreSQL itself takes a recycled number, or a dead process
 * that nobody has collected, for a running server and refuses. Its shared memory check still stands between two servers.
 */
function removeStaleLocks({ layout, socketDir, port }: LaunchOptions): void {
  for (const file of [pidFile(layout), path.join(socketDir, `.s.PGSQL.${port}.lock`)]) {
    const before = readLines(file);
    if (!before || servesCluster(Number(before[0]), layout.cluster)) continue;
    // Empty: another server writes it right now, unless it has been so for long.
    const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: 0 };
    if (before[0] === '' && Date.now() - mtimeMs < 5000) continue;
    if (readLines(file)?.join() === before.join()) rmSync(file, { force: true });
  }
}

export interface LaunchOptions {
  readonly layout: Layout;
  readonly binaries: Binaries;
  readonly account: Account | null;
  readonly socketDir: string;
  readonly port: number;
  readonly settings: Readonly<Record<string, string>>;
}

/** PostgreSQL as started by us. */
interface Launch {
  readonly pid: number;
  /** Resolves when it has ended. */
  readonly ended: Promise<void>;
  /** What it wrote to its log since the start. */
  output(): string;
}

const LOG_LIMIT = 10 * 1024 * 1024;

/**
 * Starts PostgreSQL in a session of its own, so that Ctrl-C reaches us first and requests can end before it does. It writes to a
 * file and outlives us when we are killed; the next start adopts it.
 */
export function launch(options: LaunchOptions): Launch {
  const { layout, binaries, account, socketDir, port, settings } = options;
  removeStaleLocks(options);
  const windows = process.platform === 'win32';
  // A container may have less than its machine.
  const memory = Math.round(Math.min(totalmem(), process.constrainedMemory() || Infinity) / 2 ** 20);
  const all: Record<string, string> = {
    listen_addresses: windows ? '127.0.0.1' : '',
    unix_socket_directories: windows ? '' : socketDir,
    unix_socket_permissions: '0700',
    port: String(port),
    shared_buffers: `${Math.min(512, Math.max(32, Math.round(memory / 8)))}MB`,
    effective_cache_size: `${Math.round(memory / 2)}MB`,
    ...settings,
  };
  const size = statSync(layout.logFile, { throwIfNoEntry: false })?.size ?? 0;
  const start = size > LOG_LIMIT ? 0 : size;
  const log = openSync(layout.logFile, start === 0 ? 'w' : 'a', 0o600);
  const { program, args, identity } = asAccount(account, binaries.postgres, [
    ...['-D', layout.cluster],
    ...Object.entries(all).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
  ]);
  const child = spawn(program, args, {
    ...identity,
    cwd: layout.cluster,
    env: childEnvironment(),
    detached: true,
    windowsHide: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.unref();
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  return { pid: child.pid ?? -1, ended, output: () => readFileSync(layout.logFile).subarray(start).toString('utf8') };
}

/** Asks PostgreSQL to end its sessions and stop (fast shutdown). Returns at once. */
export function signalStop({ pid }: Postmaster, layout: Layout, binaries: Binaries): void {
  if (process.platform === 'win32') {
    spawnSync(binaries.pgCtl, ['stop', '-D', layout.cluster, '-m', 'fast', '-W'], { env: childEnvironment() });
    return;
  }
  try {
    process.kill(pid, 'SIGINT');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Stops PostgreSQL and waits until it is gone; after 30 s of fast shutdown without waiting for the last checkpoint. */
export async function stopPostmaster(layout: Layout, binaries: Binaries): Promise<void> {
  const running = findPostmaster(layout);
  if (!running) return;
  signalStop(running, layout, binaries);
  const { pid } = running;
  const patience = Date.now() + 30_000;
  let immediate = false;
  while (servesCluster(pid, layout.cluster)) {
    if (Date.now() > patience && !immediate) {
      immediate = true;
      process.kill(pid, 'SIGQUIT');
    }
    await delay(10);
  }
}
