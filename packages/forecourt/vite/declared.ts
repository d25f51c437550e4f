import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { runnerImport } from 'vite';
import { completeLocale, DEFAULT_LOCALE, isDerived, readLocale, servedBy, type Locale } from '../src/locale/index.ts';
import type { DashboardDeclaration } from '../src/model/dashboard.ts';
import type { ResourceDeclaration } from '../src/model/resource.ts';
import type { EntitySchema } from '../src/model/schema.ts';
import { layerOf, writeLayer } from '../cli/application/pluginLayer.ts';
import type { ApplicationConfig, PluggedConfig } from '../src/model/config.ts';
import { applyPlugins } from '../src/model/plugins.ts';
import { ENDING, inPackage } from './ownFiles.ts';

export type Declaration = ResourceDeclaration<Record<string, unknown>>;

/** Schema and resource file of one entity, as far as there are any. */
export interface Files {
  schema?: string;
  declaration?: string;
}

export const FRAMEWORK_TEXTS = inPackage('src/i18n');
/** The framework's texts as a browser takes them: with those of react-admin. */
export const BROWSER_TEXTS = inPackage('src/shell/catalogues');
export const PLATFORM = inPackage('src/platform');
export const RESOURCE_FILE = /^(?!(?:index|codes)\.[jt]s$)[^/\\]*(?<!\.test|\.d)\.[jt]s$/;

export const nameOf = (file: string): string => path.basename(file).replace(/\.\w+$/, '');

export async function filesIn(folder: string, pattern: RegExp): Promise<string[]> {
  if (!existsSync(folder)) return [];
  return (await readdir(folder))
    .filter((name) => pattern.test(name))
    .sort()
    .map((name) => path.join(folder, name));
}

/** What `forecourt.config.ts` says, its plug-ins applied; nothing without the file. Throws PluginError. */
export async function readConfig(root: string): Promise<PluggedConfig> {
  return applyPlugins((await readOwn<ApplicationConfig>(root, 'forecourt.config.ts', 'default')) ?? {});
}

/** Folders of an application's declarations: what plug-ins add, and before it, since it goes first, the application's own. */
async function foldersOf(root: string): Promise<readonly string[]> {
  if (!existsSync(path.join(root, 'forecourt.config.ts'))) return [root];
  await writeLayer(root, await readConfig(root));
  return [layerOf(root), root];
}

/** What the browser shows: every resource file, and every schema that is not in `schemas/internal`. The application's own come last and win. */
export async function findFiles(root: string): Promise<Map<string, Files>> {
  const found = new Map<string, Files>();
  for (const folder of [PLATFORM, ...(await foldersOf(root))]) {
    for (const schema of await filesIn(path.join(folder, 'schemas'), /\.json$/))
      found.set(nameOf(schema), { ...found.get(nameOf(schema)), schema });
    for (const declaration of await filesIn(path.join(folder, 'resources'), RESOURCE_FILE))
      found.set(nameOf(declaration), { ...found.get(nameOf(declaration)), declaration });
  }
  return found;
}

/** Every schema of an application, those without screens too. */
export async function readSchemas(root: string): Promise<Readonly<Record<string, EntitySchema>>> {
  const folders = (root === PLATFORM ? [root] : await foldersOf(root)).flatMap((folder) => [
    path.join(folder, 'schemas'),
    path.join(folder, 'schemas', 'internal'),
  ]);
  const files = await Promise.all(folders.map((folder) => filesIn(folder, /\.json$/)));
  return Object.fromEntries(
    await Promise.all(
      files
        .flat()
        .map(async (file) => [nameOf(file), JSON.parse(await readFile(file, 'utf8')) as EntitySchema] as const),
    ),
  );
}

/** Runs files of declarations, which hold nothing but data; answers what each exports. */
export async function runDeclarations<T>(files: readonly string[]): Promise<readonly T[]> {
  const ALL = 'virtual:all-declarations';
  const code = files.map((file, at) => `export { default as d${at} } from ${JSON.stringify(file)};`).join('\n');
  const { module } = await runnerImport<Record<string, T>>(ALL, {
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'all-declarations',
        resolveId: (id) => (id === ALL ? id : null),
        load: (id) => (id === ALL ? code : null),
      },
    ],
  });
  return files.map((_, at) => module[`d${at}`]!);
}

export async function readDeclarations(files: ReadonlyMap<string, Files>): Promise<ReadonlyMap<string, Declaration>> {
  const declared = [...files].flatMap(([name, { declaration }]) => (declaration ? [[name, declaration] as const] : []));
  const found = await runDeclarations<Declaration>(declared.map(([, file]) => file));
  return new Map(declared.map(([name], at) => [name, found[at]!]));
}

/** What a file of the application exports by a name; undefined without such a file. */
export async function readOwn<T>(root: string, file: string, name: string): Promise<T | undefined> {
  const at = path.join(root, file);
  if (!existsSync(at)) return undefined;
  const { module } = await runnerImport<Record<string, T>>(at, { configFile: false, logLevel: 'error' });
  return module[name];
}

/** The application's pages of figures. */
export async function readWholeDashboards(root: string): Promise<readonly DashboardDeclaration[]> {
  const folders = await foldersOf(root);
  const found = await Promise.all(folders.map((folder) => filesIn(path.join(folder, 'dashboards'), RESOURCE_FILE)));
  const files = [...new Map(found.flat().map((file) => [nameOf(file), file])).values()];
  return files.length === 0 ? [] : runDeclarations<DashboardDeclaration>(files);
}

/** What menu and address bar need of the application's pages of figures. */
export async function readDashboards(root: string) {
  const declared = await readWholeDashboards(root);
  return declared.map(({ path: at, permission, menu, greeting, period }) => ({
    path: at,
    permission,
    menu,
    greeting,
    period,
  }));
}

const listed = async (folder: string, ending: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith(ending)).map((name) => name.slice(0, -ending.length));

/** The framework's catalogue for a language. */
export const generalFor = async (language: string): Promise<string | undefined> =>
  servedBy(language, await listed(BROWSER_TEXTS, ENDING));

/** What the application declares; one without `locale.json` is in English. Throws where it is wrong, and where one of its languages has no texts. */
export async function findLocale(root: string): Promise<Locale> {
  const file = path.join(root, 'locale.json');
  const locale = existsSync(file)
    ? readLocale(JSON.parse(await readFile(file, 'utf8')))
    : completeLocale(DEFAULT_LOCALE);
  for (const { code } of locale.languages)
    if (!existsSync(path.join(root, 'i18n', `${code}.json`)) && !isDerived(code))
      throw new Error(`locale.json declares ${code}, and there is no i18n/${code}.json`);
  return locale;
}
