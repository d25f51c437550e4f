import { existsSync, readdirSync, rmSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rmdir, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { meant } from '../../src/model/nearest.ts';
import { UsageError } from '../application/options.ts';
import { PACKAGE, readApplication } from '../application/readApplication.ts';
import { schemaText } from '../application/schemaText.ts';
import { planResource } from '../new/newResource.ts';
import { install } from './install.ts';

export interface Wanted {
  /** One entity each: `product: name:string! price:money`. */
  readonly fields: readonly string[];
  readonly template?: string;
  /** What npm installs as the framework; default: the version that this command is of. */
  readonly from?: string;
  readonly install: boolean;
}

/** Where the templates lie: with the package, or in the repository as its examples. */
const TEMPLATES = ['templates', '../../examples'].map((name) => path.join(PACKAGE, name)).find(existsSync)!;
/** One entity with a name. */
const BLANK = 'blank';
/** For editors: which keywords a schema may use. */
const VOCABULARY = '../node_modules/forecourt/src/model/vocabulary.generated.json';
/** What a run of a template leaves in its folder. */
const MADE = ['node_modules', 'dist', 'data', '.cache', 'tests', 'package.json'];

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** What `--template` knows. */
export const templates = (): readonly string[] => [BLANK, ...readdirSync(TEMPLATES).sort()];

/** The name of the package for a folder. Throws UsageError for one that npm refuses. */
function packageName(folder: string): string {
  const name = path.basename(path.resolve(folder));
  if (
    /^[a-z0-9~-][a-z0-9._~-]{0,213}$/.test(name) &&
    ![...builtinModules, 'node_modules', 'favicon.ico', 'forecourt'].includes(name)
  )
    return name;
  const better = name.toLowerCase().replace(/[^a-z0-9-]+/g, '-').replace(/^-+|-+$/g, ''); // prettier-ignore
  const why = `"${name}" cannot be the name of a package: npm takes small letters, digits, - and _ and no name of its own`;
  throw new UsageError(`${why}. Choose another folder${better && better !== name ? `, such as ${better}` : ''}`);
}

/** Throws UsageError where something lies in the folder already. */
async function requireEmpty(folder: string): Promise<void> {
  const there = existsSync(folder) ? await readdir(folder).catch(() => ['']) : [];
  if (there.length > 0)
    throw new UsageError(`${folder} is not empty: name a folder that is not there yet, or an empty one`);
}

/** `product: name:string!` → the name and the rest. */
function entityOf(text: string): readonly [name: string, fields: string] {
  const match = /^\s*(\w+)\s*:\s+(.*)$/s.exec(text);
  if (!match) throw new UsageError(`"${text}": say the entity first, as in "product: name:string! price:money"`);
  return [match[1]!, match[2]!];
}

/** Throws UsageError for what no entity or field can be. */
async function writeEntity(folder: string, name: string, fields: string): Promise<void> {
  const source = await readApplication(folder);
  const labels = {};
  const { schema } = planResource(source, {
    name,
    fields,
    labels,
    group: 'resources',
    icon: 'TableRows',
    declared: false,
  });
  await writeFile(path.join(folder, `schemas/${name}.json`), schemaText({ $schema: VOCABULARY, ...schema }));
}

async function writeManifest(folder: string, name: string, from: string | undefined): Promise<void> {
  const { version } = JSON.parse(await readFile(path.join(PACKAGE, 'package.json'), 'utf8')) as { version: string };
  const manifest = {
    name,
    version: '0.1.0',
    private: true,
    type: 'module',
    scripts: Object.fromEntries(['start', 'dev', 'build', 'check', 'new'].map((one) => [one, `forecourt ${one}`])),
    dependencies: { forecourt: from ?? `^${version}` },
    overrides: {
      // Newer ones ask for Node 22.
      cookie: '1.0.2',
      // The package brings every icon in one file: react-admin need not install 178 MB of them. What stands there is an empty package of the same makers.
      '@mui/icons-material': 'npm:@mui/core-downloads-tracker@^7.3.11',
    },
  };
  await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await writeFile(path.join(folder, '.gitignore'), 'node_modules/\ndist/\ndata/\n.cache/\n');
}

async function writeTemplate(folder: string, template: string): Promise<void> {
  const known = templates();
  if (!known.includes(template))
    throw new UsageError(`there is no template "${template}"${meant(template, known)}; there are ${known.join(', ')}`);
  const from = path.join(TEMPLATES, template);
  await cp(from, folder, { recursive: true, filter: (file) => !MADE.includes(path.relative(from, file)) });
}

/**
 * Makes an application, elsewhere first and then in its place: where anything fails nothing is left. Answers the files. Throws UsageError, with
 * what to do instead.
 */
export async function createApplication(
  given: string,
  { fields, template, from, install: installs }: Wanted,
): Promise<readonly string[]> {
  const target = path.resolve(given);
  const name = packageName(target);
  await requireEmpty(target);
  await mkdir(path.dirname(target), { recursive: true });
  const draft = await mkdtemp(path.join(path.dirname(target), `.${name}-`));
  const drop = (): void => rmSync(draft, { recursive: true, force: true });
  const interrupted = (): never => {
    drop();
    process.exit(130);
  };
  for (const signal of SIGNALS) process.once(signal, interrupted);
  try {
    await chmod(draft, 0o755);
    await mkdir(path.join(draft, 'schemas'));
    const entities = fields.map(entityOf);
    if (template !== undefined && template !== BLANK) await writeTemplate(draft, template);
    else
      for (const [entity, its] of entities.length > 0 ? entities : [['item', 'name:string!'] as const])
        await writeEntity(draft, entity, its);
    await writeManifest(draft, name, from && (existsSync(from) ? `file:${path.resolve(from)}` : from));
    const written = (await readdir(draft, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(draft, path.join(entry.parentPath, entry.name)));
    if (installs) await install(draft);
    if (existsSync(target)) await rmdir(target);
    await rename(draft, target);
    return written.sort();
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupted);
    drop();
  }
}
