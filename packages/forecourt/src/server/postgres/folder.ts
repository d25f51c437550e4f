import { randomBytes } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { type Account, asAccount, childEnvironment, changeOwner, grantTraversal } from './account.ts';
import type { Binaries } from './binaries.ts';
import { DataFolderError } from './dataFolderError.ts';
import { isAlive } from './processes.ts';

/** Where the private database lives inside the data folder. */
export interface Layout {
  readonly dataDir: string;
  /** Everything of the database; comes into being by one rename, so it is whole or absent. */
  readonly root: string;
  readonly cluster: string;
  readonly socketDir: string;
  readonly passwordFile: string;
  readonly logFile: string;
}

export function layoutOf(dataDir: string, rootName = 'postgres'): Layout {
  const root = path.join(dataDir, rootName);
  return {
    dataDir,
    root,
    cluster: path.join(root, 'cluster'),
    socketDir: path.join(root, 'run'),
    passwordFile: path.join(root, 'password'),
    logFile: path.join(root, 'postgres.log'),
  };
}

/** Names beside the database under which the product keeps other things, and such as every folder may hold. */
const FAMILIAR = /^(\..*|lost\+found|files|uploads|logs|tmp|backups|postgres-bin[.-].*|postgres\.init-.*)$/;

/** Parts without which PostgreSQL cannot start and which it never removes itself. */
const ESSENTIAL = [
  'PG_VERSION',
  'global/pg_control',
  'base',
  'pg_wal',
  'pg_xact',
  'pg_tblspc',
  'postgresql.conf',
  'pg_hba.conf',
];

/** Whether the folder holds a database of ours; throws DataFolderError when it holds anything else. Only reads. */
export function inspectFolder(layout: Layout): 'new' | 'ours' {
  const { dataDir, root, cluster } = layout;
  const foreign = (what: string) =>
    new DataFolderError('foreign', `${dataDir} is not a data folder of this product: ${what}. Choose an empty folder.`);
  if (!existsSync(dataDir)) return 'new';
  if (existsSync(path.join(dataDir, 'PG_VERSION'))) throw foreign('it is the folder of another PostgreSQL');
  if (!existsSync(root)) {
    const stranger = listFolder(dataDir).find((name) => !FAMILIAR.test(name));
    if (stranger !== undefined) throw foreign(`it holds "${stranger}"`);
    return 'new';
  }
  listFolder(root);
  if (!existsSync(cluster) && !existsSync(layout.passwordFile)) throw foreign(`${root} was not made by it`);
  const missing = [layout.passwordFile, ...ESSENTIAL.map((name) => path.join(cluster, name))].find(
    (file) => !existsSync(file),
  );
  if (missing !== undefined) {
    throw new DataFolderError(
      'corrupt',
      `The database in ${root} is damaged: ${path.relative(root, missing)} is missing. ` +
        'Nothing was changed; restore the folder from a backup.',
    );
  }
  return 'ours';
}

/** Throws when the cluster was made by another major version of PostgreSQL. */
export function requireVersion(layout: Layout, major: string): void {
  const found = readFileSync(path.join(layout.cluster, 'PG_VERSION'), 'utf8').trim();
  if (found === major) return;
  throw new DataFolderError(
    'other-version',
    `The database in ${layout.root} was made by PostgreSQL ${found}, this product runs PostgreSQL ${major}. ` +
      'Nothing was changed; dump it with the version that made it and load it into an empty data folder.',
  );
}

function listFolder(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new DataFolderError('unreachable', `${dir} cannot be used by this user (${code ?? String(error)}).`);
  }
}

/** Written into postgresql.conf at creation; the operator may tune them there. */
const INITIAL_SETTINGS = {
  timezone: 'UTC',
  log_timezone: 'UTC',
  jit: 'off',
  work_mem: '8MB',
  maintenance_work_mem: '128MB',
  random_page_cost: '1.1',
  max_connections: '100',
  log_line_prefix: '%m [%p] ',
};

/**
 * Creates the database in a sibling folder and renames it into place, so that a crash half-way leaves nothing that looks like a
 * database. When another process was faster, its database stays.
 */
export function createCluster(layout: Layout, binaries: Binaries, account: Account | null): void {
  removeAbandoned(layout.dataDir);
  const name = path.basename(mkdtempSync(path.join(layout.dataDir, `postgres.init-${process.pid}-`)));
  inProgress.add(name);
  const draft = layoutOf(layout.dataDir, name);
  try {
    writeFileSync(draft.passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
    const handover = path.join(draft.root, 'initdb-password');
    writeFileSync(handover, readFileSync(draft.passwordFile), { mode: 0o600 });
    changeOwner(account, handover);
    for (const dir of [draft.cluster, draft.socketDir]) {
      mkdirSync(dir, { mode: 0o700 });
      changeOwner(account, dir);
    }
    const reach = grantTraversal(account, draft.root);
    const { program, args, identity } = asAccount(reach, binaries.initdb, [
      ...['-D', draft.cluster, '-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${handover}`, '--no-instructions'],
      ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      ...Object.entries(INITIAL_SETTINGS).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
    ]);
    const run = spawnSync(program, args, { ...identity, cwd: draft.root, env: childEnvironment(), encoding: 'utf8' });
    if (run.status !== 0) {
      const why = run.error?.message ?? (run.stderr.trim() || `initdb ended by ${run.signal}`);
      throw new DataFolderError('not-starting', `The database in ${layout.root} cannot be created: ${why}`);
    }
    rmSync(handover);
    try {
      renameSync(draft.root, layout.root);
    } catch (error) {
      if (inspectFolder(layout) !== 'ours') throw error;
    }
  } finally {
    rmSync(draft.root, ALL);
    inProgress.delete(name);
  }
}

/** Drafts this very process works on. */
const inProgress = new Set<string>();

const ALL = { recursive: true, force: true } as const;
/** The initdb of a process that was killed goes on for a moment, and puts files where others were just removed: without them it soon ends. */
const STILL_WRITTEN = { maxRetries: 12, retryDelay: 50 } as const;

/** Removes drafts of processes that died while creating; a draft of a living one is its own business. */
function removeAbandoned(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    const pid = Number(/^postgres\.init-(\d+)-/.exec(name)?.[1] ?? NaN);
    if (Number.isNaN(pid) || inProgress.has(name)) continue;
    if (pid === process.pid || !isAlive(pid)) rmSync(path.join(dataDir, name), { ...ALL, ...STILL_WRITTEN });
  }
}
