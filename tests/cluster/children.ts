import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, createWriteStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { clusterUser } from './programs.ts';

/** Waits for a state that is sure to come; the machine may have other work. */
export async function until(what: string, condition: () => boolean | Promise<boolean>, seconds = 60): Promise<void> {
  const deadline = Date.now() + seconds * 1000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`waited ${seconds} s in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Ports that nobody listens at now, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports: number[] = [];
  for (const server of servers) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ports.push((server.address() as { port: number }).port);
  }
  await Promise.all(
    servers.map((server) => {
      server.close();
      return once(server, 'close');
    }),
  );
  return ports;
}

/** Where the run keeps everything; what the user of the cluster writes is his. */
export interface Folder {
  readonly root: string;
  readonly logs: string;
  /** A folder of the cluster's user. */
  make(name: string): string;
  /** A file that only the cluster's user reads. */
  write(name: string, text: string): string;
}

export function openFolder(root: string): Folder {
  const { uid, gid } = clusterUser();
  const own = (file: string): string => {
    if (uid !== undefined && gid !== undefined) chownSync(file, uid, gid);
    return file;
  };
  const logs = path.join(root, 'logs');
  mkdirSync(logs, { recursive: true });
  return {
    root,
    logs,
    make(name) {
      const folder = path.join(root, name);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      return own(folder);
    },
    write(name, text) {
      const file = path.join(root, name);
      writeFileSync(file, text, { mode: 0o600 });
      return own(file);
    },
  };
}

export interface Child {
  readonly pid: number;
  running(): boolean;
  /** Resolves when it is gone. */
  end(signal: NodeJS.Signals): Promise<void>;
}

export interface Command {
  readonly name: string;
  readonly file: string;
  readonly args?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** As the user of the run instead of the cluster's. */
  readonly asOurselves?: boolean;
  onExit?(): void;
}

const started = new Set<ChildProcess>();

/** Starts a program whose output goes to `logs/<name>.log`. */
export function startChild(
  { logs }: Folder,
  { name, file, args = [], environment, asOurselves, onExit }: Command,
): Child {
  const { PATH } = process.env;
  const child = spawn(file, args, {
    ...(!asOurselves && clusterUser()),
    cwd: asOurselves ? process.cwd() : '/',
    env: { PATH, LC_ALL: 'C.UTF-8', TZ: 'UTC', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.add(child);
  const output = createWriteStream(path.join(logs, `${name}.log`), { flags: 'a' });
  child.stdout.pipe(output, { end: false });
  child.stderr.pipe(output, { end: false });
  const running = (): boolean => child.exitCode === null && child.signalCode === null;
  child.once('close', () => output.end());
  child.once('exit', () => {
    started.delete(child);
    onExit?.();
  });
  return {
    pid: child.pid!,
    running,
    async end(signal) {
      if (!running()) return;
      const gone = once(child, 'exit');
      child.kill(signal);
      await gone;
    },
  };
}

/** Whatever still runs of what was started here. */
export async function endAll(signal: NodeJS.Signals): Promise<void> {
  await Promise.all(
    [...started].map((child) => {
      const gone = once(child, 'exit');
      child.kill(signal);
      return gone;
    }),
  );
}

/** The process and all below it, by their ids. */
export function family(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
    return [pid, ...children.flatMap(family)];
  } catch {
    return [];
  }
}

/** kill -9, all at the same moment; who is gone already has nothing to be told. */
export function killNow(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
