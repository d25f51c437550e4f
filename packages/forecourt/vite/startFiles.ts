import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { findLocale, readConfig, readSchemas } from './declared.ts';
import { derivedTexts, scopeOf, titleOf } from './derivedTexts.ts';
import { iconModule } from './icons.ts';
import { menuOf } from './menu.ts';
import { moduleOf } from './ownFiles.ts';
import type { PluggedConfig } from '../src/model/config.ts';

const posix = (file: string): string => file.split(path.sep).join('/');
const quoted = (value: unknown): string => JSON.stringify(value);
const glob = (patterns: string): string => `import.meta.glob(${patterns}, { eager: true, import: 'default' })`;

/** A file that a plug-in names, as `src/…` of the application imports it. */
function importOf(root: string, file: string): string {
  const at = file.startsWith('file:') ? fileURLToPath(file) : file;
  return quoted(path.isAbsolute(at) ? `./${posix(path.relative(path.join(root, 'src'), at))}` : at);
}

/** Makes the components of plug-ins known, before those of the application, which may take their places. */
async function plugged(root: string): Promise<string> {
  const { components = {} } = await readConfig(root);
  const lazy = Object.entries(components).map(
    ([name, file]) => `  ${quoted(name)}: () => import(${importOf(root, file)}),`,
  );
  return `import { registerComponents } from 'forecourt/admin';\nregisterComponents({ lazy: {\n${lazy.join('\n')}\n} });\n`;
}

/** Says the application to the browser. `src/components.ts` of an application registers what it draws itself. */
async function browserApplication(root: string): Promise<string> {
  const { groups, icons } = await menuOf(root);
  const { components = {}, codes: pluggedCodes = {} } = await readConfig(root);
  const known = icons.flatMap((name) => {
    const module = iconModule(name);
    return module === undefined ? [] : [[name, module] as const];
  });
  return [
    ...known.map(([name, module]) => `import ${name} from ${quoted(module)};`),
    ...(Object.keys(components).length > 0 ? [`import './plugged.ts';`] : []),
    ...(existsSync(path.join(root, 'src/components.ts')) ? [`import './components.ts';`] : []),
    `import { codes } from '../resources/codes.ts';`,
    `export const application = ${'{'}`,
    `  codes: { ...${quoted(pluggedCodes)}, ...codes },`,
    `  scopeEntity: ${quoted(scopeOf(await readSchemas(root)))},`,
    `  icons: { ${known.map(([name]) => name).join(', ')} },`,
    `  groups: ${quoted(groups)},`,
    `};`,
  ].join('\n');
}

/** By paths, as those of the application stand: those without screens in a folder of their own. */
export const filesOfSchemas = (schemas: PluggedConfig['schemas'] = {}): object =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      `schemas/${schema['x-internal'] === true ? 'internal/' : ''}${name}.json`,
      schema,
    ]),
  );

/** Says the application to the server. `src/module.ts` of an application exports its own code as `module`. */
async function serverApplication(root: string): Promise<string> {
  const locale = await findLocale(root);
  const has = (file: string): boolean => existsSync(path.join(root, file));
  const texts = await Promise.all(
    locale.languages.map(async ({ code }, at) => {
      const own = has(`i18n/${code}.json`) ? `, texts${at}` : '';
      return `${quoted(code)}: mergeCatalogues(${quoted(await derivedTexts(root, code))}${own})`;
    }),
  );
  const languages = locale.languages.map(({ code }) => code);
  const config = await readConfig(root);
  const modules = Object.entries(config.server ?? {});
  const own = has('src/module.ts') ? 'module' : '{}';
  return [
    `import { mergeCatalogues } from 'forecourt/locale';`,
    `import { withPlatform } from 'forecourt/model';`,
    `import { defineApplication, plugModules } from 'forecourt/server';`,
    ...modules.map(([, file], at) => `import { module as plugged${at} } from ${importOf(root, file)};`),
    `import { codes } from '../resources/codes.ts';`,
    `import { dashboards } from '../dashboards/index.ts';`,
    `import { resources } from '../resources/index.ts';`,
    ...languages.flatMap((code, at) =>
      has(`i18n/${code}.json`) ? [`import texts${at} from '../i18n/${code}.json';`] : [],
    ),
    ...(has('src/module.ts') ? [`import { module } from './module.ts';`] : []),
    ...(has('demo.json') ? [`import demo from '../demo.json';`] : []),
    `export const application = defineApplication({`,
    `  schemas: { ...${quoted(filesOfSchemas(config.schemas))}, ...${glob(`'../schemas/**/*.json'`)} },`,
    `  resources: withPlatform(${quoted(config.resources ?? [])}, resources),`,
    `  codes: { ...${quoted(config.codes ?? {})}, ...codes },`,
    `  dashboards: [...${quoted(config.dashboards ?? [])}.filter((one) => !dashboards.some(({ name }) => name === one.name)), ...dashboards],`,
    `  scopeEntity: ${quoted(scopeOf(await readSchemas(root)))},`,
    `  locale: ${quoted(locale)},`,
    `  texts: { ${texts.join(', ')} },`,
    `  settings: ${quoted(config.settings ?? {})},`,
    ...(modules.length > 0
      ? [
          `  module: plugModules({ ${modules.map(([name], at) => `${quoted(name)}: plugged${at}`).join(', ')} }, ${own}),`,
        ]
      : [`  module: ${own},`]),
    ...(has('demo.json') ? ['  demo,'] : []),
    `});`,
  ].join('\n');
}

async function page(root: string): Promise<string> {
  const { title } = await readConfig(root);
  const { languages } = await findLocale(root);
  const name = (title ?? (await titleOf(root))).replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<!doctype html>
<html lang="${languages[0]!.code}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${name}</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
  </head>
  <body>
    <div id="root"></div>
    <noscript>This page needs JavaScript.</noscript>
    <script type="module" src="/src/admin.ts"></script>
  </body>
</html>
`;
}

/** Files of an application that need not be there, by their paths: what each says where there is none. */
const FILES: Readonly<Record<string, (root: string) => string | Promise<string>>> = {
  'index.html': page,
  'src/admin.ts': async (root) => `import '@fontsource-variable/inter/wght.css';
import { start } from 'forecourt/start';
void start(document.getElementById('root'), ${quoted(await findLocale(root))}, () => import('./app.ts'));
`,
  'src/app.ts': browserApplication,
  'src/application.ts': serverApplication,
  'src/plugged.ts': plugged,
  'src/server.ts': () => `import { main } from 'forecourt/server';
import { application } from './application.ts';
await main(application, import.meta.url);
`,
  'resources/index.ts': () =>
    `export const resources = Object.values(${glob(`['./*.ts', '!./index.ts', '!./codes.ts', '!./*.test.ts']`)});\n`,
  'resources/codes.ts': () => `export const codes = {};\n`,
  'dashboards/index.ts': () =>
    `export const dashboards = Object.values(${glob(`['./*.ts', '!./index.ts', '!./*.test.ts']`)});\n`,
};

/**
 * Stands in for the files that every application starts with, as far as it has none of them itself: a folder with one schema is an application.
 * What they import is found from the package, whatever the installer made of the folder.
 */
export function startFiles(): Plugin {
  let root = process.cwd();
  /** The path in the application of a file that is not there and need not be. */
  const missing = (file: string): string | undefined => {
    const name = posix(path.relative(root, file));
    return Object.hasOwn(FILES, name) && !existsSync(file) ? name : undefined;
  };
  const within = (asked: string, importer: string | undefined): string | undefined => {
    if (asked.startsWith('.')) return path.resolve(importer ? path.dirname(importer) : root, asked);
    if (!path.isAbsolute(asked)) return importer === undefined ? path.resolve(root, asked) : undefined;
    return missing(asked) === undefined ? path.join(root, asked) : asked;
  };
  return {
    name: 'forecourt-start-files',
    enforce: 'pre',
    configResolved(config) {
      root = config.root;
    },
    resolveId(asked, importer) {
      const file = within(asked, importer);
      if (file !== undefined) return missing(file) === undefined ? null : file;
      if (importer === undefined || missing(importer) === undefined) return null;
      const own = /^forecourt\/(\w+)$/.exec(asked);
      return own ? moduleOf(own[1]!) : this.resolve(asked, moduleOf('shell'), { skipSelf: true });
    },
    load: {
      filter: {
        id: /[/\\](index\.html|(src|resources|dashboards)[/\\](admin|app|plugged|application|server|index|codes)\.ts)$/,
      },
      async handler(id) {
        const name = missing(id);
        return name === undefined ? null : FILES[name]!(root);
      },
    },
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const asksForPage = request.method === 'GET' && /text\/html/.test(request.headers.accept ?? '');
        if (!asksForPage || missing(path.join(root, 'index.html')) === undefined) return next();
        try {
          const html = await server.transformIndexHtml(request.url ?? '/', await page(root));
          response.setHeader('content-type', 'text/html').end(html);
        } catch (error) {
          next(error);
        }
      });
    },
  };
}
