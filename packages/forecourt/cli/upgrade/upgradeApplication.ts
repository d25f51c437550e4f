import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { importByName, joinImports, type Unmoved } from './imports.ts';

const SCRIPT = /(?<!\.d)\.[cm]?[jt]sx?$/;
const LEFT_ALONE = new Set(['node_modules', 'dist', '.cache', '.git', 'data']);

/** What became of an application: files that are other now, and places that a human must look at. */
export interface Upgraded {
  readonly changed: readonly string[];
  readonly unmoved: readonly (Unmoved & { readonly file: string })[];
}

async function scripts(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = await Promise.all(
    entries.map((entry) => {
      const at = path.join(folder, entry.name);
      if (entry.isDirectory()) return LEFT_ALONE.has(entry.name) ? [] : scripts(at);
      return SCRIPT.test(entry.name) ? [at] : [];
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
  const files = await readdir(schemas, { recursive: true });
  return files
    .filter((file) => file.endsWith('.json'))
    .map((file) => path.join(schemas, file))
    .sort();
}

/** Makes an application of an earlier version one of this version, as far as its text says how. Writes nothing with `plan`. */
export async function upgradeApplication(folder: string, plan: boolean): Promise<Upgraded> {
  const changed: string[] = [];
  const unmoved: (Unmoved & { readonly file: string })[] = [];
  const settle = async (file: string, before: string, after: string): Promise<void> => {
    if (after === before) return;
    changed.push(path.relative(folder, file));
    if (!plan) await writeFile(file, after);
  };
  for (const file of await scripts(folder)) {
    const before = await readFile(file, 'utf8');
    const { text, unmoved: left } = importByName(before);
    unmoved.push(...left.map((one) => ({ ...one, file: path.relative(folder, file) })));
    await settle(file, before, text === before ? before : joinImports(text));
  }
  for (const file of await vocabularies(folder)) {
    const before = await readFile(file, 'utf8');
    const at = path.relative(
      path.dirname(file),
      path.join(folder, 'node_modules/forecourt/src/model/vocabulary.generated.json'),
    );
    await settle(file, before, before.replace(VOCABULARY, `$1${at.split(path.sep).join('/')}"`));
  }
  return { changed, unmoved };
}
