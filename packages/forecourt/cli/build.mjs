/**
 * Builds what `npm start` serves: dist/client (pages, with .br and .gz beside what compresses) and dist/server.js. Runs `npm run check`
 * first and builds nothing while there are errors.
 *
 *   npm run build                                   the product
 *   npm run build -- --app FOLDER    another application, into its own dist
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import { applicationFolder } from './applicationFolder.mjs';
import { ENDING } from './ending.mjs';
import { hashInputs, INPUTS_FILE } from './inputs.mjs';

const COMPRESSIBLE = /\.(js|css|svg|json|txt|map|webmanifest)$/;
const SMALLEST = 1_024;
/** A build that fails or is interrupted leaves the last good one in place. */
const UNFINISHED = path.resolve(applicationFolder, '.cache/dist');
const VITE = path.join(import.meta.dirname, '../vite');
const OWN_CONFIG = path.resolve(applicationFolder, 'vite.config.ts');
const PAGES_CONFIG = existsSync(OWN_CONFIG) ? OWN_CONFIG : path.join(VITE, `default.config${ENDING}`);
const DIST = path.resolve(applicationFolder, 'dist');

async function compress(file) {
  const bytes = await readFile(file);
  if (bytes.length < SMALLEST) return;
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}

/** Compresses two files at a time: as many as the smallest machine has cores. */
async function compressAll(directory) {
  const files = (await readdir(directory, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name) && !entry.name.endsWith('.map'))
    .map((entry) => path.join(entry.parentPath, entry.name));
  const queue = files.values();
  await Promise.all(
    [1, 2].map(async () => {
      for (const file of queue) await compress(file);
    }),
  );
  return files.length;
}

async function step(name, work) {
  const started = Date.now();
  process.stdout.write(`${name} … `);
  const result = await work();
  process.stdout.write(`${((Date.now() - started) / 1000).toFixed(1)} s\n`);
  return result;
}

/** A mistake in a declaration is said in three seconds, with its place, and not by what the build or the server makes of it. */
function requireSound() {
  const command = path.join(import.meta.dirname, `check/command${ENDING}`);
  const reader = ENDING === '.ts' ? ['--import', import.meta.resolve('tsx')] : [];
  const check = [...reader, command, '--app', applicationFolder];
  const { status, signal } = spawnSync(process.execPath, check, { stdio: 'inherit' });
  if (status === 0) return;
  console.error('\nNothing was built: mend these mistakes first.');
  process.exit(signal ? 130 : 1);
}

requireSound();
const inputs = hashInputs(applicationFolder);
const configured = (configFile, outDir) =>
  build({
    configFile,
    root: path.resolve(applicationFolder),
    logLevel: 'warn',
    build: { outDir },
  });
try {
  await rm(UNFINISHED, { recursive: true, force: true });
  await step('Building the pages', () => configured(PAGES_CONFIG, `${UNFINISHED}/client`));
  await step('Building the server', () => configured(path.join(VITE, `server.config${ENDING}`), UNFINISHED));
  await step('Compressing', () => compressAll(`${UNFINISHED}/client`));
  await writeFile(path.join(UNFINISHED, path.basename(INPUTS_FILE)), inputs);
  await rm(DIST, { recursive: true, force: true });
  await rename(UNFINISHED, DIST);
} catch (error) {
  console.error(`\n${error.message}`);
  process.exit(1);
}
