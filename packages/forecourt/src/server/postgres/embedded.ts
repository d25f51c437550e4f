import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmdirSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Account, chooseAccount, changeOwner, grantTraversal } from './account.ts';
import { findBinaries } from './binaries.ts';
import { DataFolderError } from './dataFolderError.ts';
import { createCluster, inspectFolder, type Layout, layoutOf, requireVersion } from './folder.ts';
import { type Log, reason } from './log.ts';
import type { ConnectionConfig } from './pool.ts';
import { type HeldFolder, holdFolder } from './heldFolder.ts';
import { findElsewhere, findPostmaster, signalStop } from './postmaster.ts';
import { forget, stopOnSignal } from './signals.ts';
import { connectionAt, supervise } from './supervisor.ts';

export interface EmbeddedOptions {
  /** Folder of the product's data; the database lives in `postgres` below it. Created when missing. */
  readonly dataDir: string;
  readonly log: Log;
  /** TCP port on Windows (default: a free one); elsewhere part of the socket's name (default 5432). */
  readonly port?: number;
  /** PostgreSQL settings on top of ours; tests switch off durability with them. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface EmbeddedPostgres {
  /** The product's database, under a role that owns it and is no superuser. */
  readonly connection: ConnectionConfig;
  /** The maintenance database under the superuser. */
  readonly superuser: ConnectionConfig;
  /** True when PostgreSQL was running already, left over by a process that was killed. */
  readonly adopted: boolean;
  /** True when the database holds no table yet. */
  readonly fresh: boolean;
  /** Process id of PostgreSQL now. */
  pid(): number | undefined;
  /** Stops PostgreSQL and waits until it is gone. May be called again. */
  stop(): Promise<void>;
}

/**
 * Starts the private PostgreSQL of a data folder, creating it on first use, or adopts the one a killed process left behind. While
 * we live it is restarted whenever it dies. At most one process at a time has it.
 * Throws DataFolderError when the folder is foreign, damaged, in use or unreachable; nothing is overwritten then.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const wanted = path.resolve(options.dataDir);
  inspectFolder(layoutOf(wanted));
  makeWritable(wanted);
  // PostgreSQL reports resolved paths; ours must compare equal.
  const layout = layoutOf(realpathSync(wanted));
  const held = await holdFolder(layout);
  try {
    return await startHeld(options, layout, held);
  } catch (error) {
    held.release();
    throw error;
  }
}

async function startHeld(
  { log, port, settings = {} }: EmbeddedOptions,
  layout: Layout,
  held: HeldFolder,
): Promise<EmbeddedPostgres> {
  const state = inspectFolder(layout);
  const user = grantTraversal(chooseAccount(layout.cluster), layout.dataDir);
  const binaries = findBinaries(user, layout.dataDir);
  if (state === 'new') {
    log.info(`creating the database in ${layout.root}`);
    createCluster(layout, binaries, user);
  }
  const account = grantTraversal(user, layout.root);
  requireVersion(layout, binaries.major);

  const socket = prepareSocketDir(layout, account);
  const password = readFileSync(layout.passwordFile, 'utf8').trim();
  const windows = process.platform === 'win32';
  const supervisor = await supervise({
    launch: {
      layout,
      binaries,
      account,
      socketDir: socket.dir,
      port: port ?? (windows ? await freePort() : 5432),
      settings,
    },
    password,
    log,
  }).catch((error: unknown) => {
    socket.remove();
    throw error;
  });

  // A process that ends without stop() must not leave the server behind; only SIGKILL can.
  const onExit = (): void => {
    const running = findPostmaster(layout);
    if (running) signalStop(running, layout, binaries);
  };
  process.on('exit', onExit);
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> =>
    (stopped ??= supervisor.stop().finally(() => {
      process.off('exit', onExit);
      forget(stop);
      socket.remove();
      held.release();
    }));
  stopOnSignal(stop);
  const { connection, superuser, adopted, fresh } = supervisor;
  return { connection, superuser, adopted, fresh, pid: () => findPostmaster(layout)?.pid, stop };
}

/** How to reach the private database of a data folder while another process runs it; undefined while none does. Only reads. */
export async function findRunning(dataDir: string): Promise<ConnectionConfig | undefined> {
  const wanted = path.resolve(dataDir);
  if (!existsSync(layoutOf(wanted).passwordFile)) return undefined;
  const layout = layoutOf(realpathSync(wanted));
  const running = findPostmaster(layout) ?? (await findElsewhere(layout));
  return running?.status === 'ready'
    ? connectionAt(running, readFileSync(layout.passwordFile, 'utf8').trim())
    : undefined;
}

function makeWritable(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o750 });
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    throw new DataFolderError('unreachable', `The data folder ${dataDir} cannot be written: ${reason(error)}.`);
  }
}

/** Longest path of a Unix socket that every system takes (103 bytes on macOS), less the socket's own name. */
const SOCKET_DIR_LIMIT = 103 - '/.s.PGSQL.65535'.length;

/** The folder of the socket: in the data folder, or a short private one when that path would be too long for a socket. */
function prepareSocketDir(layout: Layout, account: Account | null): { dir: string; remove(): void } {
  if (process.platform === 'win32' || Buffer.byteLength(layout.socketDir) <= SOCKET_DIR_LIMIT) {
    mkdirSync(layout.socketDir, { mode: 0o700, recursive: true });
    changeOwner(account, layout.socketDir);
    return { dir: layout.socketDir, remove: () => undefined };
  }
  const mark = createHash('sha256').update(layout.root).digest('hex').slice(0, 8);
  const base = Buffer.byteLength(tmpdir()) <= 60 ? tmpdir() : '/tmp';
  const dir = mkdtempSync(path.join(base, `pg-${mark}-`));
  changeOwner(account, dir);
  const remove = (): void => {
    try {
      rmdirSync(dir);
    } catch {
      // A server we were not allowed to stop still has its socket there.
    }
  };
  return { dir, remove };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no free port')),
      );
    });
  });
}
