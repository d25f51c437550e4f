/** `npm run bench`: builds when needed, runs the bench through Vite (the application's sources use its glob imports), writes dist/bench.json. `-- --orders 20000000` loads so many. */
import { spawnSync } from 'node:child_process';
import { createServer } from 'vite';

if (spawnSync(process.execPath, ['packages/forecourt/cli/build.mjs'], { stdio: 'inherit' }).status !== 0)
  process.exit(1);
const vite = await createServer({
  configFile: 'packages/forecourt/vite/server.config.ts',
  server: { middlewareMode: true, hmr: false, watch: null },
  appType: 'custom',
  optimizeDeps: { noDiscovery: true },
});
try {
  const { bench } = await vite.ssrLoadModule('/tests/bench/bench.ts');
  await bench('dist/bench.json', process.argv.slice(2));
} finally {
  await vite.close();
}
