/**
 * Prints what a browser loads, brotli-compressed, to show one page for the first time: the scripts and styles it asks for, the biggest
 * first, and their sum. Ends non-zero when the sum of the scripts is above the budget.
 *
 *   node scripts/bundle-size.mjs               the entry, the signed-in part, the Chinese texts and the order list
 *   node scripts/bundle-size.mjs SignInPage    another page, by the name of its file
 */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const CLIENT = process.env['CLIENT'] ?? 'dist/client';
const BUDGET_KB = 304;
const ORDER_LIST = [
  'src/app.ts',
  'draw',
  'catalogues/zh-CN.ts',
  'application/texts/zh-CN',
  'application/texts/zh-CN/order',
  'application/resource/order',
  'SignedInApp',
  'OrderList',
];

const manifest = JSON.parse(await readFile(path.join(CLIENT, '.vite/manifest.json'), 'utf8'));
const named = (part) =>
  Object.keys(manifest).filter((key) => key.endsWith(part) || path.basename(key).split('.')[0] === part);

/** Chunks that are loaded whenever this one is. */
function closure(keys) {
  const seen = new Set();
  const visit = (key) => {
    if (seen.has(key)) return;
    seen.add(key);
    for (const next of manifest[key].imports ?? []) visit(next);
  };
  keys.forEach(visit);
  return [...seen];
}

async function brotliSize(file) {
  const full = path.join(CLIENT, file);
  const ready = await stat(`${full}.br`).catch(() => undefined);
  if (ready) return ready.size;
  const bytes = await readFile(full);
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return (await promisify(brotliCompress)(bytes, { params })).length;
}

const wanted = process.argv.length > 2 ? process.argv.slice(2) : ORDER_LIST;
const missing = wanted.filter((part) => named(part).length === 0);
if (missing.length > 0) {
  console.error(`not in the build: ${missing.join(', ')}`);
  process.exit(2);
}
const chunks = closure(['index.html', ...wanted.flatMap(named)]).map((key) => manifest[key]);
const files = [...new Set(chunks.flatMap(({ file, css = [] }) => [file, ...css]))];
const sizes = await Promise.all(files.map(async (file) => ({ file, kB: (await brotliSize(file)) / 1000 })));
sizes.sort((a, b) => b.kB - a.kB);
for (const { file, kB } of sizes) console.log(`${kB.toFixed(1).padStart(8)} kB  ${file}`);

const sum = (extension) =>
  sizes.filter(({ file }) => file.endsWith(extension)).reduce((total, { kB }) => total + kB, 0);
const scripts = sum('.js');
console.log(
  `${scripts.toFixed(1).padStart(8)} kB  scripts in ${sizes.length} files (budget ${BUDGET_KB} kB), ${sum('.css').toFixed(1)} kB styles`,
);
process.exitCode = scripts > BUDGET_KB ? 1 : 0;
