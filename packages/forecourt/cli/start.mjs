/**
 * `npm start`: checks and builds where dist is missing or older than its sources, then serves from this very process.
 *
 *   npm start                                   the product
 *   npm start -- --app FOLDER    another application, with its data in its own folder
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const HELP = `npm start [-- [COMMAND] [--app FOLDER]]

Builds when something changed, then serves the product, or the application in FOLDER.

Commands, each instead of serving:
  migrate [--apply]            brings the tables up to the schemas; --apply also makes changes that lose data or lock big tables
  demo                         loads the demonstration into a database without records
  backup FOLDER                makes a backup while everybody works
  verify FOLDER                says whether a backup is whole
  restore FOLDER [--replace]   restores a backup; --replace also over records
  log-head                     prints where the chain of the logs ends, in one line to keep elsewhere
  verify-log [--heads FILE]    says whether rows of the logs were changed, added or deleted; FILE holds heads that were kept

Settings are environment variables such as PORT, HOST, DATABASE_URL and DATA_DIR: docs/operate.md lists all.`;

if (process.argv.some((word) => word === '--help' || word === '-h')) {
  console.log(HELP);
  process.exit(0);
}

const { applicationFolder } = await import('./applicationFolder.mjs');
const { isBuilt } = await import('./inputs.mjs');
if (!isBuilt(applicationFolder)) {
  console.log('Building, which takes a minute the first time.');
  // A process of its own, so that the server does not keep the memory of the build.
  const { status, signal } = spawnSync(
    process.execPath,
    [path.join(import.meta.dirname, 'build.mjs'), '--app', applicationFolder],
    {
      stdio: 'inherit',
    },
  );
  if (status !== 0) process.exit(signal ? 130 : (status ?? 1));
}
process.chdir(applicationFolder);
await import(pathToFileURL('dist/server.js').href);
