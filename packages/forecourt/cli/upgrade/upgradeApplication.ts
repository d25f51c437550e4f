import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { importByName, joinImports, type Unmoved } from './imports.ts';

const SCRIPT = /\.[cm]?[jt]sx?$/;
/** Not the application's own, wherever they lie, and what it makes itself. */
const LEFT_ALONE = new Set(['node_modules', '.git', '.cache']);
const MADE = new Set(['dist', 'data']);

/** What became of an application: files that are other now, and places that a human must look at. */
export interface Upgraded {
  readonly changed: readonly string[];
  readonly unmoved: readonly (Unmoved & { readonly file: string })[];
}

/** Links lead elsewhere: what they lead to is none of the folder. */
async function scripts(folder: string, made: ReadonlySet<string> = MADE): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = await Promise.all(
    entries.map((entry) => {
      const at = path.join(folder, entry.name);
      if (entry.isDirectory()) return LEFT_ALONE.has(entry.name) || made.has(entry.name) ? [] : scripts(at, new Set());
      return entry.isFile() && SCRIPT.test(entry.name) ? [at] : [];
    }),
  );
  return found.flat().sort();
}

/** The address by which a schema names its keywords to editors, of whatever version. */
const VOCABULARY =
  /("\$schema":\s*")[^"]*(?:src\/framework|packages\/forecourt\/src)\/model\/vocabulary\.generated\.json"/;

async function vocabularies(folder: string): Promise<readonly string[]> {
  const schemas = path.join(folder, 'schemas');
  if (!existsSync(schemas)) return [];
  const files = await readdir(schemas, { recursive: true, withFileTypes: true });
  return files
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

/** Puts a text in the place of another, whole or not at all. */
async function replaceFile(file: string, text: string): Promise<void> {
  const draft = `${file}.upgrade`;
  try {
    await writeFile(draft, text, { mode: (await stat(file)).mode });
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Makes an application of an earlier version one of this version, as far as its text says how. Writes nothing with `plan`, and nothing before all of it
 * is read.
 */
export async function upgradeApplication(folder: string, plan: boolean): Promise<Upgraded> {
  const changes: { readonly file: string; readonly text: string }[] = [];
  const unmoved: (Unmoved & { readonly file: string })[] = [];
  const settle = (file: string, before: string, text: string): void => {
    if (text !== before) changes.push({ file, text });
  };
  const root = path.resolve(folder) + path.sep;
  for (const file of await scripts(folder)) {
    const before = await readFile(file, 'utf8');
    const isOwn = (address: string): boolean => {
      const at = path.resolve(path.dirname(file), address);
      return at.startsWith(root) && existsSync(at);
    };
    const { text, unmoved: left } = importByName(file, before, isOwn);
    unmoved.push(...left.map((one) => ({ ...one, file: path.relative(folder, file) })));
    settle(file, before, text === before ? before : joinImports(file, text));
  }
  for (const file of await vocabularies(folder)) {
    const before = await readFile(file, 'utf8');
    const at = path.relative(
      path.dirname(file),
      path.join(folder, 'node_modules/forecourt/src/model/vocabulary.generated.json'),
    );
    settle(file, before, before.replace(VOCABULARY, `$1${at.split(path.sep).join('/')}"`));
  }
  if (!plan) for (const { file, text } of changes) await replaceFile(file, text);
  return { changed: changes.map(({ file }) => path.relative(folder, file)), unmoved };
}
