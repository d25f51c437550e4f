/**
 * `npm run test:cluster`: three databases under Patroni, three nodes and the proxies between them, on this machine; the primary is lost while sixteen write.
 *
 * ```
 *   npm run test:cluster                 ten times
 *   npm run test:cluster -- --kills 3    a short run
 *   npm run test:cluster -- --writers 4  while four write, on a machine that has other work
 *   npm run test:cluster -- --containers the cluster that `docker compose -f deploy/cluster/compose.yaml up` has started here: it holds nothing yet, and made-up orders afterwards
 * ```
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { missingPackages } from './programs.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '10' },
    containers: { type: 'boolean', default: false },
    writers: { type: 'string', default: '16' },
  },
});
for (const name of ['kills', 'writers'] as const)
  if (!/^[1-9]\d{0,3}$/.test(values[name])) {
    console.error(`--${name} must be a number from 1 to 9999, not "${values[name]}"`);
    process.exit(2);
  }
const missing = values.containers ? [] : missingPackages();
if (missing.length > 0) {
  console.error(
    `The cluster needs programs that are not here. On Debian or Ubuntu install them, and let none of their services start:\n\n` +
      `  apt-get install --no-install-recommends ${missing.join(' ')}\n  systemctl disable --now ${missing.map((name) => name.replace('-server', '')).join(' ')}\n`,
  );
  process.exit(1);
}
const run = (file: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}): number =>
  spawnSync(file, args, { stdio: 'inherit', env: { ...process.env, ...environment } }).status ?? 1;

if (!values.containers && run(process.execPath, ['packages/forecourt/cli/build.mjs']) !== 0) process.exit(1);
const scratch = mkdtempSync(path.join(tmpdir(), 'forecourt-cluster-summary-'));
const summary = path.join(scratch, 'summary.txt');
const status = run(path.join('node_modules', '.bin', 'vitest'), ['run', '--project', 'cluster'], {
  CLUSTER_KILLS: values.kills,
  CLUSTER_WRITERS: values.writers,
  CLUSTER_SUMMARY: summary,
  // The certificate of the proxy names another host than this one.
  ...(values.containers && { CLUSTER_CONTAINERS: '1', NODE_TLS_REJECT_UNAUTHORIZED: '0' }),
});
if (existsSync(summary)) process.stdout.write(`\n${readFileSync(summary, 'utf8')}\n`);
process.stdout.write(`${status === 0 ? 'Nothing acknowledged was lost or doubled.' : 'The cluster test FAILED.'}\n`);
rmSync(scratch, { recursive: true, force: true });
process.exit(status);
