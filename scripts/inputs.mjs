import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';

/** Everything a build is made of. */
const INPUTS = [
  'src',
  'resources',
  'schemas',
  'i18n',
  'public',
  'index.html',
  'vite.config.ts',
  'vite.server.config.ts',
  'tsconfig.json',
  'package-lock.json',
];

/** Where a finished build says what it was made of. */
export const INPUTS_FILE = 'dist/.inputs';

async function filesBelow(input) {
  if (!existsSync(input)) return [];
  if (!(await stat(input)).isDirectory()) return [input];
  const entries = await readdir(input, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/** One hash over names and contents of all inputs. */
export async function hashInputs() {
  const hash = createHash('sha256');
  const files = (await Promise.all(INPUTS.map(filesBelow))).flat().sort();
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(await readFile(file))
      .update('\0');
  return hash.digest('hex');
}

/** Whether dist was built from what is there now. */
export async function isBuilt() {
  try {
    return (await readFile(INPUTS_FILE, 'utf8')) === (await hashInputs());
  } catch {
    return false;
  }
}
