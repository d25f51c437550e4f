import { randomBytes } from 'node:crypto';
import { closeSync, constants, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { DataFolderError } from './dataFolderError.ts';
import type { Layout } from './folder.ts';
import { reason } from './log.ts';
import { isStopping } from './postmaster.ts';
import { answers } from './processes.ts';

export interface HeldFolder {
  release(): void;
}

/** `.in-use.HOST.PID.RANDOM`; a host may have dots. */
const MARK = /^\.in-use\.(.+)\.(\d+)\.[0-9a-f]+$/;
/** Together with the rest short enough for the path of a socket. */
const HOST = hostname().slice(0, 40);
/** How long those that start at once may take to settle it, and one whose PostgreSQL has stopped to be gone, milliseconds. */
const PATIENCE = 1500;

/**
 * Takes the folder for this process; throws DataFolderError while another one has it. Process numbers do not tell: each container counts its own, cannot see those of others, and is number 1
 * itself. So whoever wants the folder puts a socket into it that answers for as long as its process lives, wherever that runs on this machine, and has the folder when, after that, nobody
 * else's answers. A socket that does not answer is what a killed process left.
 */
export async function holdFolder(layout: Layout): Promise<HeldFolder> {
  const { dataDir } = layout;
  // Elsewhere no process is hidden from another.
  if (process.platform !== 'linux') return { release: () => undefined };
  // The path of a socket is short, that of the folder need not be.
  const folder = openSync(dataDir, constants.O_RDONLY | constants.O_DIRECTORY);
  const at = (name: string): string => `/proc/self/fd/${folder}/${name}`;
  let holder: string | undefined;
  try {
    for (let deadline = Date.now() + PATIENCE; Date.now() < deadline;) {
      const { name, withdraw } = await announce(at);
      holder = await findOther(name, dataDir, at);
      if (holder === undefined) {
        const release = (): void => {
          withdraw();
          closeSync(folder);
        };
        return { release };
      }
      withdraw();
      if (isStopping(layout)) deadline = Date.now() + PATIENCE;
      await delay(20 + Math.random() * 80);
    }
  } catch (error) {
    closeSync(folder);
    throw new DataFolderError('unreachable', `The data folder ${dataDir} cannot hold a socket: ${reason(error)}.`);
  }
  closeSync(folder);
  throw new DataFolderError(
    'in-use',
    `The data folder ${dataDir} is in use by another running process (${holder}). Stop that one first.`,
  );
}

/** Puts our socket into the folder. It gets the name by which others look for it when it answers, so that none is taken for a dead one. */
async function announce(at: (name: string) => string): Promise<{ name: string; withdraw(): void }> {
  const random = randomBytes(4).toString('hex');
  const name = `.in-use.${HOST}.${process.pid}.${random}`;
  const draft = at(`.in-use~${random}`);
  const server = createServer((asker) => asker.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ path: draft }, resolve);
  });
  server.unref();
  renameSync(draft, at(name));
  const withdraw = (): void => {
    rmSync(at(name), { force: true });
    server.close();
  };
  return { name, withdraw };
}

/** Whose socket answers beside ours; those that do not are removed. */
async function findOther(own: string, dataDir: string, at: (name: string) => string): Promise<string | undefined> {
  for (const name of readdirSync(dataDir)) {
    const mark = name === own ? null : MARK.exec(name);
    if (!mark) continue;
    const [, host, pid] = mark;
    if (await answers(at(name))) return host === HOST ? pid : `${pid} on ${host}`;
    rmSync(at(name), { force: true });
  }
  return undefined;
}
