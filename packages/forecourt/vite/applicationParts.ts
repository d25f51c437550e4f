import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin, ViteDevServer } from 'vite';
import { mergeCatalogues, type Catalogue } from '../src/i18n/catalogue.ts';
import type { Locale } from '../src/locale/index.ts';
import { completeEntry, shortEntry } from '../src/model/entry.ts';
import { dependentsOf, reachesOthers } from '../src/model/onDelete.ts';
import { relatedBy } from '../src/model/relatedBy.ts';
import type { EntitySchema } from '../src/model/schema.ts';
import { NAME_TEXTS, RARE_TEXTS, SERVER_TEXTS, TOLD_TEXTS } from './frameworkTexts.ts';
import {
  BROWSER_TEXTS,
  findFiles,
  findLocale,
  FRAMEWORK_TEXTS,
  generalFor,
  readDashboards,
  readDeclarations,
  readSchemas,
  type Declaration,
  type Files,
} from './declared.ts';
import { derivedTexts } from './derivedTexts.ts';
import { ENDING } from './ownFiles.ts';
import { splitLabels, without } from './splitLabels.ts';

const VIRTUAL = 'virtual:application/';
/** Files that the modules here are made of. */
const OF_PARTS = /^((schemas|resources|dashboards|i18n)[/\\]|locale\.json$)/;

/** What the first page of a browser needs beside what every page does, by the ends of the names of modules. */
export interface FirstParts {
  /** By language. */
  readonly languages: Readonly<Record<string, readonly string[]>>;
  /** By the address of a list; `named` has texts of its own in each language. */
  readonly lists: Readonly<Record<string, { readonly parts: readonly string[]; readonly named: string }>>;
}

/** How another plugin asks for them. */
export interface ApplicationPartsApi {
  firstParts(): Promise<FirstParts>;
  /** Has everything read again. */
  renew(server: ViteDevServer): void;
}

/** The module of the texts of one language, or of what they say of one resource. */
export const textsOf = (language: string, resource?: string): string =>
  `${VIRTUAL}texts/${language}${resource === undefined ? '' : `/${resource}`}`;

/** By language, the loader of the application's texts, and that of the framework's where it has some in that language. */
async function allTexts(languages: readonly string[]): Promise<string> {
  const each = languages.map(async (language) => {
    const general = await generalFor(language);
    const framework =
      general === undefined
        ? ''
        : `framework: () => import(${JSON.stringify(path.join(BROWSER_TEXTS, `${general}${ENDING}`))}), `;
    return `${JSON.stringify(language)}: { ${framework}own: () => import(${JSON.stringify(`${VIRTUAL}texts/${language}`)}) }`;
  });
  return `export const texts = {${(await Promise.all(each)).join(',\n')}};`;
}

const json = (value: unknown): string => `JSON.parse(${JSON.stringify(JSON.stringify(value))})`;

/** An object of dynamic imports: the browser asks for each when it is needed. */
const loaders = (ids: readonly (readonly [key: string, id: string])[]): string =>
  `{${ids.map(([key, id]) => `${JSON.stringify(key)}: () => import(${JSON.stringify(VIRTUAL + id)})`).join(',\n')}}`;

/**
 * Takes an application's folders `schemas`, `resources` and `i18n` apart for the browser. The entry of every resource
 * (menu, paths, rights) comes with the first page. Schema, declaration and labels of one load when somebody opens it.
 * Whoever writes a resource sees none of it.
 *
 * - `textsApart`: parts of the catalogues (`permissions`, `shop.print`) that no signed-in page shows
 * - `textsLater`: those that load with what shows them
 * - `textsWith`: those that load with the labels of one resource
 */
export function applicationParts({
  textsApart = [],
  textsLater = [],
  textsWith = {},
}: {
  readonly textsApart?: readonly string[];
  readonly textsLater?: readonly string[];
  readonly textsWith?: Readonly<Record<string, string>>;
} = {}): Plugin<ApplicationPartsApi> {
  let root = process.cwd();
  let files: Promise<ReadonlyMap<string, Files>> | undefined;
  let declarations: Promise<ReadonlyMap<string, Declaration>> | undefined;
  let locale: Promise<Locale> | undefined;
  const derivedIn = new Map<string, Promise<Catalogue>>();
  const findAll = () => (files ??= findFiles(root));
  const declaredLocale = () => (locale ??= findLocale(root));
  const declared = () => (declarations ??= findAll().then(readDeclarations));
  const derived = (language: string): Promise<Catalogue> => {
    const found = derivedIn.get(language) ?? derivedTexts(root, language);
    derivedIn.set(language, found);
    return found;
  };

  const readJson = async (file: string): Promise<Catalogue> =>
    existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as Catalogue) : {};
  const frameworkTexts = (language: string) => readJson(path.join(FRAMEWORK_TEXTS, `${language}.json`));
  const split = async (catalogue: Catalogue) =>
    splitLabels(catalogue, new Set((await findAll()).keys()), [...RARE_TEXTS, ...textsLater], textsWith);
  /** What one record of each resource is called, for what names them all. */
  const nameTexts = ({ resources = {} }: Catalogue): Catalogue => ({
    resources: Object.fromEntries(
      Object.entries(resources).flatMap(([name, texts]) =>
        typeof texts === 'object' && texts['name'] !== undefined ? [[name, { name: texts['name'] }]] : [],
      ),
    ),
  });

  const readTexts = async (language: string) => {
    const written = await readJson(path.join(root, 'i18n', `${language}.json`));
    const texts = mergeCatalogues(await derived(language), written);
    const own = without(texts, [...textsApart, TOLD_TEXTS]);
    const { general } = await split(own);
    // The application's words for a resource that every application has are laid over the framework's.
    const merged = mergeCatalogues(await frameworkTexts((await generalFor(language)) ?? ''), own);
    const { labels } = await split(merged);
    return { general, labels: new Map([...labels, [NAME_TEXTS, nameTexts(merged)]]) };
  };

  const modules: Readonly<Record<string, (...names: string[]) => Promise<string>>> = {
    resources: async () => {
      const known = await declared();
      const names = [...(await findAll()).keys()];
      const schemas = await readSchemas(root);
      const entries = names.map((name) =>
        shortEntry(name, known.get(name), reachesOthers({ dependents: dependentsOf(schemas, name) })),
      );
      const parts = loaders(names.map((name) => [name, `resource/${name}`]));
      const dashboards = json(await readDashboards(root));
      return `export const entries = ${json(entries)};\nexport const parts = ${parts};\nexport const dashboards = ${dashboards};`;
    },
    resource: async (name) => {
      const { schema } = (await findAll()).get(name!)!;
      const text = schema && JSON.stringify(JSON.parse(await readFile(schema, 'utf8')));
      const declaration = (await declared()).get(name!);
      return `export const schema = ${text};\nexport const declaration = ${JSON.stringify(declaration)};`;
    },
    texts: async (language, name) => {
      if (!language) return allTexts((await declaredLocale()).languages.map(({ code }) => code));
      const { general, labels } = await readTexts(language);
      if (name) return `export default ${json(labels.get(name))};`;
      const parts = [...labels.keys()].map((one) => [one, `texts/${language}/${one}`] as const);
      return `export const catalogue = ${json(general)};\nexport const labels = ${loaders(parts)};`;
    },
  };

  /** Parts of the list of a resource: what it is, the schemas that its filters lead through, and the component in its place, whose file is called as it is. */
  async function listOf(name: string, { schema }: Files) {
    const declaration = (await declared()).get(name);
    const { route, components } = completeEntry(shortEntry(name, declaration));
    const related = schema ? relatedBy(declaration, JSON.parse(await readFile(schema, 'utf8')) as EntitySchema) : [];
    const parts = [name, ...related].map((one) => `${VIRTUAL}resource/${one}`);
    return [
      route.list,
      { parts: [...parts, ...(components.list ? [`/${components.list}.tsx`] : [])], named: name },
    ] as const;
  }
  async function firstParts(): Promise<FirstParts> {
    const lists = [...(await findAll())].filter(([, { schema }]) => schema !== undefined);
    const languages = (await declaredLocale()).languages.map(async ({ code }) => {
      const general = await generalFor(code);
      return [
        code,
        [textsOf(code), ...(general === undefined ? [] : [`/shell/catalogues/${general}${ENDING}`])],
      ] as const;
    });
    return {
      languages: Object.fromEntries(await Promise.all(languages)),
      lists: Object.fromEntries(
        (await Promise.all(lists.map(([name, files]) => listOf(name, files)))).filter(
          ([address]) => address !== undefined,
        ),
      ),
    };
  }

  /** What was read is read again, and pages load anew. */
  const renew = ({ moduleGraph, ws }: ViteDevServer): void => {
    files = declarations = locale = undefined;
    derivedIn.clear();
    for (const [id, module] of moduleGraph.idToModuleMap)
      if (id.startsWith(`\0${VIRTUAL}`)) moduleGraph.invalidateModule(module);
    ws.send({ type: 'full-reload' });
  };
  const follow =
    (server: ViteDevServer) =>
    (file: string): void => {
      // `forecourt dev` says when what was saved is sound and its server has come that far.
      if (process.env['FORECOURT_API'] === undefined && OF_PARTS.test(path.relative(root, file))) renew(server);
    };

  return {
    name: 'application-parts',
    api: { firstParts, renew },
    configResolved(config) {
      root = config.root;
    },
    async buildStart() {
      await declaredLocale();
    },
    configureServer(server) {
      for (const event of ['add', 'change', 'unlink'] as const) server.watcher.on(event, follow(server));
    },
    resolveId: (id) => (id.startsWith(VIRTUAL) ? `\0${id}` : null),
    async load(id) {
      if (path.dirname(id) === FRAMEWORK_TEXTS && id.endsWith('.json')) {
        const { general } = await split(without(await frameworkTexts(path.basename(id, '.json')), SERVER_TEXTS));
        return JSON.stringify(general);
      }
      if (!id.startsWith(`\0${VIRTUAL}`)) return null;
      const [kind, ...names] = id.slice(VIRTUAL.length + 1).split('/');
      return modules[kind!]!(...names);
    },
  };
}
