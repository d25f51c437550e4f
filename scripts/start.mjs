/** `npm start`: builds where dist is missing or older than its sources, then serves from this very process. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { isBuilt } from './inputs.mjs';

process.chdir(path.join(import.meta.dirname, '..'));
if (!(await isBuilt())) {
  console.log('Building, which takes a minute the first time.');
  // A process of its own, so that the server does not keep the memory of the build.
  const { status, signal } = spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
  if (status !== 0) process.exit(signal ? 130 : (status ?? 1));
}
await import('../dist/server.js');
