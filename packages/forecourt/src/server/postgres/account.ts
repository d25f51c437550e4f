import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { DataFolderError } from './dataFolderError.ts';

/** The system user PostgreSQL runs as when it cannot be ours: it refuses to run as root. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
  /** It passes through closed folders above ours by a Linux capability. */
  readonly passage?: boolean;
}

/** Users that exist on common systems and own nothing of value. */
const CANDIDATES = ['postgres', '_postgres', 'nobody'];

/**
 * null: PostgreSQL runs as we do. As root: the owner of an existing cluster, else an unprivileged user of this system.
 * Throws when an existing cluster belongs to somebody we cannot act for.
 */
export function chooseAccount(clusterDir: string): Account | null {
  const own = process.getuid?.();
  if (own === undefined) return null;
  const owner = existsSync(clusterDir) ? statSync(clusterDir) : null;
  if (own !== 0) {
    if (owner && owner.uid !== own) {
      throw new DataFolderError(
        'not-ours',
        `The database in ${clusterDir} belongs to another system user (uid ${owner.uid}). Start as that user or as root.`,
      );
    }
    return null;
  }
  const users = readUsers();
  if (owner) {
    const user = users.find(({ uid }) => uid === owner.uid);
    if (!user || user.uid === 0) {
      throw new DataFolderError(
        'not-ours',
        `The database in ${clusterDir} belongs to uid ${owner.uid}, under which PostgreSQL cannot run here.`,
      );
    }
    return { ...user, gid: owner.gid };
  }
  for (const name of CANDIDATES) {
    const user = users.find((entry) => entry.name === name);
    if (user && user.uid !== 0) return user;
  }
  throw new DataFolderError(
    'no-account',
    'PostgreSQL refuses to run as root and this system has no user "postgres" or "nobody". Start as a normal user or set DATABASE_URL.',
  );
}

function readUsers(): Account[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [name = '', , uid, gid] = line.split(':');
      return { name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 };
    });
}

interface Invocation {
  readonly program: string;
  readonly args: string[];
  readonly identity: { uid?: number; gid?: number };
}

/** How to spawn a program as the account. */
export function asAccount(account: Account | null, program: string, args: readonly string[]): Invocation {
  if (!account) return { program, args: [...args], identity: {} };
  const { uid, gid } = account;
  if (!account.passage) return { program, args: [...args], identity: { uid, gid } };
  // Read and search only: what it may write stays what its user may write.
  const capability = ['--inh-caps=+dac_read_search', '--ambient-caps=+dac_read_search'];
  return {
    program: 'setpriv',
    args: [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...capability, '--', program, ...args],
    identity: {},
  };
}

/** Nothing of the operator's PG* and locale settings reaches the private cluster. */
export function childEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP } = process.env;
  return { PATH, SystemRoot, TEMP, LC_ALL: 'C', TZ: 'UTC' };
}

/** Hands one file or folder of ours to the account. */
export function changeOwner(account: Account | null, target: string): void {
  if (account) chownSync(target, account.uid, account.gid);
}

/**
 * Lets the account (its group) pass through a folder of ours without listing it. Folders above are not ours to change: where one is
 * closed, as the home of root usually is, the account answered may pass by capability. Throws when that cannot be had either.
 */
export function grantTraversal(account: Account | null, dir: string): Account | null {
  if (!account) return null;
  const { uid, mode } = statSync(dir);
  const plain = { ...account, passage: false };
  if (mayEnter(plain, dir)) return account;
  if (uid === 0) {
    chownSync(dir, 0, account.gid);
    chmodSync(dir, (mode & 0o777) | 0o010);
    if (mayEnter(plain, dir)) return account;
  }
  const capable = { ...account, passage: true };
  if (mayEnter(capable, dir)) return capable;
  let closed = dir;
  for (let parent = path.dirname(dir); parent !== path.dirname(parent); parent = path.dirname(parent)) {
    if (!mayEnter(plain, parent)) closed = parent;
  }
  throw new DataFolderError(
    'unreachable',
    `PostgreSQL refuses to run as root, so it runs as the user "${account.name}", who may not enter ${closed}. ` +
      `Choose a data folder elsewhere, allow passage (chmod o+x ${closed}), start as a normal user or set DATABASE_URL.`,
  );
}

function mayEnter(account: Account, dir: string): boolean {
  const { program, args, identity } = asAccount(account, '/bin/sh', ['-c', 'cd "$1"', 'sh', dir]);
  return spawnSync(program, args, { ...identity, cwd: '/', env: childEnvironment() }).status === 0;
}
