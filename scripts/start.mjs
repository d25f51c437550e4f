/**
 * `npm start`: builds where dist is missing or older than its sources, then serves from this very process.
 *
 *   npm start                                   the product
 *   npm start -- --app examples/video-rental    another application, with its data in its own folder
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

process.chdir(path.join(import.meta.dirname, '..'));
const { applicationFolder } = await import('./applicationFolder.mjs');
const { isBuilt } = await import('./inputs.mjs');
if (!isBuilt(applicationFolder)) {
  console.log('Building, which takes a minute the first time.');
  // A process of its own, so that the server does not keep the memory of the build.
  const { status, signal } = spawnSync(process.execPath, ['scripts/build.mjs', '--app', applicationFolder], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(signal ? 130 : (status ?? 1));
}
process.chdir(applicationFolder);
await import(pathToFileURL('dist/server.js').href);
