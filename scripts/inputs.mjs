import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';

/** What every build is made of, and what an application brings. */
const SHARED = [
  'public',
  'vite.config.ts',
  'vite.server.config.ts',
  'scripts/vite',
  'tsconfig.json',
  'package-lock.json',
];
const OWN = ['src', 'dashboards', 'resources', 'schemas', 'i18n', 'index.html', 'locale.json'];

/** Where a finished build says what it was made of. */
export const INPUTS_FILE = 'dist/.inputs';

const inputsOf = (folder) => [
  ...SHARED,
  ...(path.normalize(folder) === '.' ? [] : ['src/framework']),
  ...OWN.map((name) => path.join(folder, name)),
];

async function filesBelow(input) {
  if (!existsSync(input)) return [];
  if (!(await stat(input)).isDirectory()) return [input];
  const entries = await readdir(input, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/** One hash over names and contents of all inputs of the application in a folder. */
export async function hashInputs(folder) {
  const hash = createHash('sha256');
  const files = (await Promise.all(inputsOf(folder).map(filesBelow))).flat().sort();
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(await readFile(file))
      .update('\0');
  return hash.digest('hex');
}

/** Whether dist was built from what is there now. */
export async function isBuilt(folder) {
  try {
    return (await readFile(path.join(folder, INPUTS_FILE), 'utf8')) === (await hashInputs(folder));
  } catch {
    return false;
  }
}
