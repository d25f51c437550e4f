/**
 * Builds what `npm start` serves: dist/client (pages, with .br and .gz beside what compresses) and dist/server.js.
 *
 *   npm run build
 */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import { hashInputs, INPUTS_FILE } from './inputs.mjs';

const COMPRESSIBLE = /\.(js|css|svg|json|txt|map|webmanifest)$/;
const SMALLEST = 1_024;

async function compress(file) {
  const bytes = await readFile(file);
  if (bytes.length < SMALLEST) return;
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}

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

const inputs = await hashInputs();
await rm('dist', { recursive: true, force: true });
await step('Building the pages', () => build({ configFile: 'vite.config.ts', logLevel: 'warn' }));
await step('Building the server', () => build({ configFile: 'vite.server.config.ts', logLevel: 'warn' }));
await step('Compressing', () => compressAll('dist/client'));
// Last: a build that was interrupted is made again.
await writeFile(INPUTS_FILE, inputs);
