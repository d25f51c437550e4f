/**
 * `npm run bench`: builds when needed, runs the bench through Vite (the application's sources use its glob imports), writes dist/bench.json. `-- --orders 20000000` loads so many,
 * `--walk` only asks for everything that pages read. Ends with 1 when something is outside its reach.
 */
import { spawnSync } from 'node:child_process';
import { createServer } from 'vite';

if (spawnSync(process.execPath, ['packages/forecourt/cli/build.mjs'], { stdio: 'inherit' }).status !== 0)
  process.exit(1);
const vite = await createServer({
  configFile: 'packages/forecourt/vite/server.config.ts',
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  appType: 'custom',
  optimizeDeps: { noDiscovery: true },
});
try {
  const words = process.argv.slice(2);
  const { bench } = await vite.ssrLoadModule('/tests/bench/bench.ts');
  const { walkAlone } = await vite.ssrLoadModule('/tests/bench/walk/walk.ts');
  const outside = await (words.includes('--walk') ? walkAlone(words) : bench('dist/bench.json', words));
  if (outside.length > 0) {
    console.error(`${outside.length} requests are outside their reach`);
    process.exitCode = 1;
  }
} finally {
  await vite.close();
}
