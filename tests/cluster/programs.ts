import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** What the cluster is made of, where Debian puts it, and in which package. */
const PROGRAMS = {
  etcd: { file: '/usr/bin/etcd', debian: 'etcd-server' },
  patroni: { file: '/usr/bin/patroni', debian: 'patroni' },
  pgbouncer: { file: '/usr/sbin/pgbouncer', debian: 'pgbouncer' },
  haproxy: { file: '/usr/sbin/haproxy', debian: 'haproxy' },
} as const;

const VERSIONS = '/usr/lib/postgresql';

/** The folder of the newest PostgreSQL that Debian has put here. */
export function postgresBin(): string | undefined {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS).map(Number).filter(Number.isInteger) : [];
  return versions
    .sort((a, b) => b - a)
    .map((version) => path.join(VERSIONS, String(version), 'bin'))
    .find((bin) => existsSync(path.join(bin, 'pg_rewind')) && existsSync(path.join(bin, 'initdb')));
}

export const program = (name: keyof typeof PROGRAMS): string => PROGRAMS[name].file;

/** Debian packages that have to be installed before the cluster can be started. */
export function missingPackages(): readonly string[] {
  const missing: string[] = Object.values(PROGRAMS)
    .filter(({ file }) => !existsSync(file))
    .map(({ debian }) => debian);
  return postgresBin() === undefined ? ['postgresql', ...missing] : missing;
}

/** PostgreSQL and PgBouncer refuse to run as root: then everything runs as the user that Debian made for them. */
export function clusterUser(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (which: string): number => Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
