import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, readlinkSync, realpathSync, rmSync, statSync } from 'node:fs';
import { totalmem } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Account, asAccount, childEnvironment } from './account.ts';
import type { Binaries } from './binaries.ts';
import { isAlive, type Layout } from './folder.ts';

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
  const lines = readPidFile(layout)?.split('\n');
  if (!lines) return null;
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid) || !servesCluster(pid, layout)) return null;
  const word = lines[7]?.trim();
  const status = word === 'ready' || word === 'stopping' ? word : 'starting';
  return { pid, port: Number(lines[3]), socketDir: lines[4] ?? '', status };
}

function pidFile(layout: Layout): string {
  return path.join(layout.cluster, 'postmaster.pid');
}

function readPidFile(layout: Layout): string | undefined {
  try {
    return readFileSync(pidFile(layout), 'utf8');
  } catch {
    return undefined;
  }
}

/** Whether the process is a PostgreSQL working in our cluster: a postmaster keeps its data folder as working directory. */
function servesCluster(pid: number, layout: Layout): boolean {
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(layout.cluster);
    if (process.platform === 'win32') {
      const line = execFileSync('tasklist', ['/FI', `PID eq ${pid}`, '/NH'], { encoding: 'utf8' });
      return line.includes('postgres.exe');
    }
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(layout.cluster);
  } catch {
    return false;
  }
}

/**
 * Removes a pid file that names a process which is not our PostgreSQL: PostgreSQL itself would take a recycled number for a
 * running server and refuse. Its shared memory check still stands between two servers.
 */
function removeStalePidFile(layout: Layout): void {
  const before = readPidFile(layout);
  if (before === undefined || findPostmaster(layout)) return;
  const pid = Number(before.split('\n')[0]);
  if (pid > 0 && isAlive(pid) && readPidFile(layout) === before) rmSync(pidFile(layout), { force: true });
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
export interface Launch {
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
export function launch({ layout, binaries, account, socketDir, port, settings }: LaunchOptions): Launch {
  removeStalePidFile(layout);
  const windows = process.platform === 'win32';
  const memory = Math.round(totalmem() / 2 ** 20);
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
  const child = spawn(
    binaries.postgres,
    ['-D', layout.cluster, ...Object.entries(all).flatMap(([key, value]) => ['-c', `${key}=${value}`])],
    {
      ...asAccount(account),
      cwd: layout.cluster,
      env: childEnvironment(),
      detached: true,
      stdio: ['ignore', log, log],
    },
  );
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
  const patience = Date.now() + 30_000;
  let immediate = false;
  for (;;) {
    const now = findPostmaster(layout);
    if (now?.pid !== running.pid) return;
    if (Date.now() > patience && !immediate) {
      immediate = true;
      process.kill(running.pid, 'SIGQUIT');
    }
    await delay(10);
  }
}
