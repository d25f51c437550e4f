import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import path from 'node:path';

/** What every build is made of, and what an application brings. */
const SHARED = ['tsconfig.json', 'package-lock.json'];
const PACKAGE = path.relative('.', path.join(import.meta.dirname, '..'));
const OWN = [
  'vite.config.ts',
  'forecourt.config.ts',
  'package.json',
  'demo.json',
  'src',
  'plugins',
  'dashboards',
  'resources',
  'schemas',
  'i18n',
  'index.html',
  'locale.json',
];

/** Where a finished build says what it was made of. */
export const INPUTS_FILE = 'dist/.inputs';

const inputsOf = (folder) => [...SHARED, PACKAGE, ...OWN.map((name) => path.join(folder, name))];

function filesBelow(input) {
  if (!existsSync(input)) return [];
  if (!statSync(input).isDirectory()) return [input];
  return readdirSync(input, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/** Files are read into the same room, one after the other: the server that starts here would keep what all of them took. */
const ROOM = Buffer.allocUnsafe(2 ** 18);

function addFile(hash, file) {
  const from = openSync(file);
  try {
    for (;;) {
      const size = readSync(from, ROOM);
      if (size === 0) return;
      hash.update(ROOM.subarray(0, size));
    }
  } finally {
    closeSync(from);
  }
}

/** One hash over names and contents of all inputs of the application in a folder. Every start waits for it, and a promise for each file took three times as long. */
export function hashInputs(folder) {
  const hash = createHash('sha256');
  for (const file of inputsOf(folder).flatMap(filesBelow).sort()) {
    hash.update(path.relative(folder, file)).update('\0');
    addFile(hash, file);
    hash.update('\0');
  }
  return hash.digest('hex');
}

/** Whether dist was built from what is there now. */
export function isBuilt(folder) {
  try {
    return readFileSync(path.join(folder, INPUTS_FILE), 'utf8') === hashInputs(folder);
  } catch {
    return false;
  }
}
