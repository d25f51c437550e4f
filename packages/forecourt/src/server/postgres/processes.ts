import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { connect } from 'node:net';

/** Whether the process runs, whoever owns it. One that has ended but whose parent has not noticed yet does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  if (process.platform !== 'linux') return true;
  try {
    // `pid (name) state …`; the name may hold anything, so the state follows the last parenthesis.
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return !/[ZX]/.test(stat.charAt(stat.lastIndexOf(')') + 2));
  } catch {
    return false;
  }
}

/** Where a process works; undefined of one that is just ending, which has given its folder up. Throws where there is no such process, or none of ours. */
function workingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && isAlive(pid)) return undefined;
    throw error;
  }
}

/** Whether the process is a PostgreSQL server working in this cluster (resolved path), until it is gone. */
export function servesCluster(pid: number, cluster: string): boolean {
  try {
    // A server keeps its cluster as working directory; the link of a process that is not ours cannot be read.
    if (process.platform === 'linux') {
      const folder = workingFolder(pid);
      return folder === undefined || folder === cluster;
    }
    if (process.platform === 'win32') {
      return execFileSync('tasklist', ['/FI', `PID eq ${pid}`, '/NH'], { encoding: 'utf8' }).includes('postgres.exe');
    }
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(cluster);
  } catch {
    return false;
  }
}

/** Whether somebody listens at a Unix socket, on this machine but in whatever container. What does not let us in is somebody. */
export function answers(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(socket);
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code !== 'ECONNREFUSED' && code !== 'ENOENT'));
  });
}
