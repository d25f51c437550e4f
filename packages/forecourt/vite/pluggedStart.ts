import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import type { PluggedConfig } from '../src/model/config.ts';
import { readConfig } from './declared.ts';
import { moduleOf } from './ownFiles.ts';
import { filesOfSchemas } from './startFiles.ts';

const SERVER = '\0forecourt:plugged/server';
const BROWSER = '\0forecourt:plugged/app.js';
const COMPONENTS = 'virtual:forecourt/plugged';

const quoted = (value: unknown): string => JSON.stringify(value);
const posix = (file: string): string => file.split(path.sep).join('/');
const fileOf = (file: string): string => quoted(posix(file.startsWith('file:') ? fileURLToPath(file) : file));

/** `forecourt/server` as an application file of one's own imports it: what it defines has what plug-ins add, below what it says itself. */
function pluggedServer(config: PluggedConfig): string {
  const modules = Object.entries(config.server ?? {});
  const named = modules.map(([name], at) => `${quoted(name)}: plugged${at}`).join(', ');
  return `export * from ${fileOf(moduleOf('server'))};
import { defineApplication as define, plugModules } from ${fileOf(moduleOf('server'))};
import { mergeCatalogues } from ${fileOf(moduleOf('locale'))};
${modules.map(([, file], at) => `import { module as plugged${at} } from ${fileOf(file)};`).join('\n')}
const texts = ${quoted(config.texts ?? {})};
const besides = (plugged, own = [], name) =>
  [...plugged.filter((one) => !own.some((other) => other[name] === one[name])), ...own];
export const defineApplication = (own) => define({
  ...own,
  schemas: { ...${quoted(filesOfSchemas(config.schemas))}, ...own.schemas },
  resources: besides(${quoted(config.resources ?? [])}, own.resources, 'schema'),
  codes: { ...${quoted(config.codes ?? {})}, ...own.codes },
  dashboards: besides(${quoted(config.dashboards ?? [])}, own.dashboards, 'name'),
  texts: Object.fromEntries(Object.entries(own.texts).map(([code, own]) => [code, mergeCatalogues(texts[code] ?? {}, own)])),
  settings: { ...${quoted(config.settings ?? {})}, ...own.settings },
  module: plugModules({ ${named} }, own.module ?? {}),
});
`;
}

/** The components of plug-ins. */
const pluggedComponents = ({ components = {} }: PluggedConfig): string => {
  const lazy = Object.entries(components).map(([name, file]) => `${quoted(name)}: () => import(${fileOf(file)})`);
  return `import { registerComponents } from ${fileOf(moduleOf('admin'))};\nregisterComponents({ lazy: { ${lazy.join(', ')} } });\n`;
};

/** `src/app.ts` of one's own: components of plug-ins come before it, so that its own of the same name win. */
const pluggedApp = (root: string, { codes = {} }: PluggedConfig): string => `import ${quoted(COMPONENTS)};
import { application as own } from ${fileOf(path.join(root, 'src/app.ts'))};
export const application = { ...own, codes: { ...${quoted(codes)}, ...own.codes } };
`;

/** Lets what plug-ins add reach an application that has a `src/application.ts` or `src/app.ts` of its own. */
export function pluggedStart(): Plugin {
  let root = process.cwd();
  const own = (importer: string | undefined, file: string): boolean =>
    importer !== undefined && path.relative(root, importer) === path.normalize(file);
  const has = (file: string): boolean => existsSync(path.join(root, file));
  return {
    name: 'forecourt-plugged-start',
    enforce: 'pre',
    configResolved(config) {
      root = config.root;
    },
    resolveId(asked, importer) {
      if (asked === COMPONENTS) return `\0${COMPONENTS}`;
      if (!has('forecourt.config.ts')) return null;
      if (asked === 'forecourt/server' && own(importer, 'src/application.ts') && has('src/application.ts'))
        return SERVER;
      return asked === './app.ts' && own(importer, 'src/admin.ts') && has('src/app.ts') ? BROWSER : null;
    },
    async load(id) {
      if (id === SERVER) return pluggedServer(await readConfig(root));
      if (id === `\0${COMPONENTS}`) return pluggedComponents(await readConfig(root));
      return id === BROWSER ? pluggedApp(root, await readConfig(root)) : null;
    },
  };
}
