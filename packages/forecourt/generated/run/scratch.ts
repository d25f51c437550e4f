import { statfsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Memory that is used like a disk: Linux has it. */
const MEMORY = '/dev/shm';
/** What a whole run keeps in it fits several times, so that a machine with less uses its disk. */
const ENOUGH = 4 * 1024 ** 3;

/** Whether this machine has plenty of shared memory; a container may have 64 MB. */
export function hasSharedMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ENOUGH;
  } catch {
    return false;
  }
}

/**
 * A new folder for a database that lasts no longer than the run: in memory where there is plenty. A database is a thousand files; made from its
 * template and removed again on a disk, they cost twenty times as much.
 */
export const scratchFolder = (prefix: string): Promise<string> =>
  mkdtemp(path.join(hasSharedMemory() ? MEMORY : tmpdir(), prefix));
