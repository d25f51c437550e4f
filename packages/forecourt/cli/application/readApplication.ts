import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { mergeCatalogues, type Catalogue } from '../../src/i18n/index.ts';
import {
  completeLocale,
  DEFAULT_LOCALE,
  isDerived,
  localeProblems,
  servedBy,
  type Locale,
  type LocaleDeclaration,
} from '../../src/locale/index.ts';
import type { CodeTables, EntitySchema, ResourceDeclaration } from '../../src/model/index.ts';
import { isObject } from '../../src/model/shapes.ts';
import type { ApplicationConfig, PluggedConfig } from '../../src/model/config.ts';
import { applyPlugins } from '../../src/model/plugins.ts';
import { readJson, type JsonSource } from './json.ts';
import { layerOf, writeLayer } from './pluginLayer.ts';

/** Where a command was called: the folder of an application, unless `--app` names another. */
export const ROOT = process.cwd();
/** How files of the package end: here they are TypeScript, installed they are what it compiles to. */
export const ENDING = import.meta.url.endsWith('.ts') ? '.ts' : '.js';
/** The folder of the package. */
export const PACKAGE = fileURLToPath(new URL('../../', import.meta.url));
/** What every application has: users, roles, menus and logs. */
export const PLATFORM = path.join(PACKAGE, 'src/platform');
const FRAMEWORK_TEXTS = path.join(PACKAGE, 'src/i18n');

export type Declaration = ResourceDeclaration<Record<string, unknown>>;

/** What an application says of money, languages and time. */
export const LOCALE_FILE = 'locale.json';

/** Languages that the framework has texts in. */
const frameworkLanguages = async (): Promise<string[]> =>
  (await filesBelow(FRAMEWORK_TEXTS, /\.json$/)).map((file) => nameOf(file));

/** The framework's texts in one of its languages. */
export const frameworkCatalogue = async (language: string): Promise<Catalogue> =>
  JSON.parse(await readFile(path.join(FRAMEWORK_TEXTS, `${language}.json`), 'utf8')) as Catalogue;

/** The languages of an application, its first one in front. */
export const languagesOf = ({ locale }: Pick<ApplicationSource, 'locale'>): readonly string[] =>
  (locale?.languages ?? []).map(({ code }) => code);

/** One mistake, or something worth a look. */
export interface Finding {
  readonly level: 'error' | 'warning';
  /** From the application's folder. */
  readonly file: string;
  readonly pointer: string;
  /** From 1; of JSON files only. */
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
}

interface JsonFile extends JsonSource {
  /** From the application's folder. */
  readonly file: string;
}

interface DeclarationFile {
  readonly file: string;
  /** Whatever the file exports by default. */
  readonly declaration: unknown;
}

/** An application as its folder says it, right or wrong. Its own entities stand in place of the framework's of the same name. */
export interface ApplicationSource {
  readonly folder: string;
  /** By entity, the framework's own included. */
  readonly schemas: ReadonlyMap<string, JsonFile>;
  readonly declarations: ReadonlyMap<string, DeclarationFile>;
  /** Pages of figures, by the names of their files. */
  readonly dashboards: ReadonlyMap<string, DeclarationFile>;
  readonly codes: CodeTables;
  /** What the application's own file of code tables exports, right or wrong; undefined without such a file. */
  readonly codesFile?: DeclarationFile;
  /** Undefined where it is wrong or missing; the framework alone has none. */
  readonly locale?: Locale;
  /** The application's texts alone, by the languages of its locale. */
  readonly catalogues: ReadonlyMap<string, JsonFile>;
  /** The framework's texts, which the application's are laid over. */
  readonly frameworkTexts: ReadonlyMap<string, Catalogue>;
  /** Entity whose ids make up a user's data scope: the one whose own id is its `x-scope`. */
  readonly scopeEntity?: string;
  /** What `forecourt.config.ts` says, its plug-ins applied. */
  readonly config: PluggedConfig;
  readonly findings: readonly Finding[];
}

/** The schemas that could be read. */
export const readableSchemas = (source: ApplicationSource): Record<string, EntitySchema> =>
  Object.fromEntries(
    [...source.schemas].flatMap(([name, { value }]) => (value === undefined ? [] : [[name, value as EntitySchema]])),
  );

/** Files below a folder with one of these endings, sorted; none when there is no such folder. */
export async function filesBelow(folder: string, pattern: RegExp): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const files = await readdir(folder, { recursive: true });
  return files
    .filter((file) => pattern.test(file))
    .sort()
    .map((file) => path.join(folder, file));
}

const relative = (folder: string, file: string): string => path.relative(folder, file).split(path.sep).join('/');
const nameOf = (file: string): string => path.basename(file).replace(/\.\w+$/, '');

/** First line of why a module could not be loaded, without the machine's paths. */
const reason = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/^Transform failed[^\n]*\n/, '').split('\n')[0]!;

/** A file of data beside `index.ts` and the code tables. */
const DATA_FILE = /^(?!(index|codes)\.[jt]s$)[^/\\]*(?<!\.test|\.d)\.[jt]s$/;

/** The code tables that are lists of codes, the others empty: what refers to them is judged by the rest. */
function soundTables(tables: unknown): CodeTables {
  if (!isObject(tables)) return {};
  const isValue = (value: unknown): boolean => isObject(value) && ['string', 'number'].includes(typeof value['code']);
  return Object.fromEntries(
    Object.entries(tables).map(([name, values]) => [
      name,
      Array.isArray(values) ? (values.filter(isValue) as CodeTables[string]) : [],
    ]),
  );
}

type Loaded = { readonly exports: Record<string, unknown> } | { readonly failure: string };

const loadedAt = new Map<string, number>();

let understanding: Promise<void> | undefined;
/** An application without a file of TypeScript does not wait for what reads it; of several files each does. */
const understandTypeScript = (): Promise<void> =>
  (understanding ??=
    ENDING === '.ts' ? Promise.resolve() : import('tsx/esm/api').then(({ register }) => void register()));

async function load(file: string): Promise<Loaded> {
  try {
    const { mtimeMs } = await stat(file);
    if (file.endsWith('.ts')) await understandTypeScript();
    const before = loadedAt.get(file);
    loadedAt.set(file, before ?? mtimeMs);
    // A module is loaded once per address: what was changed since has another one.
    const version = before === undefined || before === mtimeMs ? '' : `?v=${mtimeMs}`;
    return { exports: (await import(pathToFileURL(file).href + version)) as Record<string, unknown> };
  } catch (error) {
    return { failure: reason(error) };
  }
}

const CONFIG_FILE = 'forecourt.config.ts';
const hasConfig = (folder: string): boolean => existsSync(path.join(folder, CONFIG_FILE));

/** The configuration with its plug-ins, whose declarations are written as files beside; without them where one is wrong, which is said. */
async function readPlugged(folder: string, say: (file: string, message: string) => void): Promise<PluggedConfig> {
  const file = path.join(folder, CONFIG_FILE);
  if (!hasConfig(folder)) return {};
  try {
    const loaded = await load(file);
    if ('failure' in loaded) throw new Error(`cannot be loaded: ${loaded.failure}`);
    const config = applyPlugins((loaded.exports['default'] ?? {}) as ApplicationConfig);
    await writeLayer(folder, config);
    return config;
  } catch (error) {
    say(file, reason(error));
    return {};
  }
}

/**
 * Reads the folder of an application. Nothing that stands in its files makes this throw: mistakes are in `findings`. `begun`: the locale of one
 * that has none yet.
 */
export async function readApplication(folder: string, begun?: LocaleDeclaration): Promise<ApplicationSource> {
  const findings: Finding[] = [];
  const say = (file: string, message: string, pointer = ''): void =>
    void findings.push({ level: 'error', file: relative(folder, file), pointer, message });

  const json = async (file: string): Promise<JsonFile> => {
    const source = { ...readJson(await readFile(file, 'utf8')), file: relative(folder, file) };
    for (const mistake of source.mistakes) findings.push({ level: 'error', file: source.file, ...mistake });
    return source;
  };

  const readLocaleFile = async (file: string): Promise<Locale | undefined> => {
    if (!existsSync(file)) return completeLocale(begun ?? DEFAULT_LOCALE);
    const { file: name, value, locate, mistakes } = await json(file);
    if (mistakes.length > 0) return undefined;
    const problems = localeProblems(value);
    for (const problem of problems)
      findings.push({ level: 'error', file: name, ...locate(problem.pointer), ...problem });
    return problems.length > 0 ? undefined : completeLocale(value as LocaleDeclaration);
  };

  const config = folder === PLATFORM ? {} : await readPlugged(folder, say);
  const layers = new Set([PLATFORM, ...(hasConfig(folder) ? [layerOf(folder)] : []), folder]);
  const schemas = new Map<string, JsonFile>();
  for (const root of layers) {
    const own = new Map<string, string>();
    for (const file of await filesBelow(path.join(root, 'schemas'), /\.json$/)) {
      const name = nameOf(file);
      if (own.has(name)) say(file, `${relative(folder, own.get(name)!)} is called the same`);
      own.set(name, file);
      schemas.set(name, await json(file));
    }
  }

  const declarations = new Map<string, DeclarationFile>();
  const tables: Record<string, CodeTables[string]> = {};
  let ownCodes: DeclarationFile | undefined;
  const defaultExport = (file: string, module: Loaded, helper: string, into: Map<string, DeclarationFile>): void => {
    if ('failure' in module) say(file, `cannot be loaded: ${module.failure}`);
    else if (!('default' in module.exports))
      say(file, `has no default export; declare it with \`export default ${helper}\``);
    else into.set(nameOf(file), { file: relative(folder, file), declaration: module.exports['default'] });
  };
  for (const root of layers) {
    const codesFile = path.join(root, root === PLATFORM ? `codes${ENDING}` : 'resources/codes.ts');
    const files = await filesBelow(path.join(root, 'resources'), DATA_FILE);
    const loaded = await Promise.all([...files, codesFile].map((file) => (existsSync(file) ? load(file) : undefined)));
    files.forEach((file, index) => defaultExport(file, loaded[index]!, 'defineResource…', declarations));
    const codes = loaded.at(-1);
    if (codes && 'failure' in codes) say(codesFile, `cannot be loaded: ${codes.failure}`);
    else if (codes && root === PLATFORM) Object.assign(tables, codes.exports['platformCodes']);
    else if (codes) ownCodes = { file: relative(folder, codesFile), declaration: codes.exports['codes'] };
  }
  Object.assign(tables, config.codes, soundTables(ownCodes?.declaration));

  const dashboards = new Map<string, DeclarationFile>();
  for (const root of [...layers].filter((one) => one !== PLATFORM))
    for (const file of await filesBelow(path.join(root, 'dashboards'), DATA_FILE))
      defaultExport(file, await load(file), 'defineDashboard…', dashboards);

  const locale = folder === PLATFORM ? undefined : await readLocaleFile(path.join(folder, LOCALE_FILE));
  const catalogues = new Map<string, JsonFile>();
  const frameworkTexts = new Map<string, Catalogue>();
  const general = await frameworkLanguages();
  for (const { code } of locale?.languages ?? []) {
    const file = path.join(folder, 'i18n', `${code}.json`);
    if (existsSync(file)) catalogues.set(code, await json(file));
    else if (!isDerived(code)) say(file, `there is no such file, and ${LOCALE_FILE} declares ${code}`);
    const serving = servedBy(code, general);
    const plugged = config.texts?.[code] ?? {};
    if (serving !== undefined) frameworkTexts.set(code, mergeCatalogues(await frameworkCatalogue(serving), plugged));
    else if (code in (config.texts ?? {})) frameworkTexts.set(code, plugged);
  }

  const scoped = [...schemas].find(([, { value }]) => (value as EntitySchema | undefined)?.['x-scope'] === 'id');
  return {
    folder,
    schemas,
    declarations,
    dashboards,
    codes: tables,
    codesFile: ownCodes,
    locale,
    catalogues,
    frameworkTexts,
    scopeEntity: scoped?.[0],
    config,
    findings,
  };
}
