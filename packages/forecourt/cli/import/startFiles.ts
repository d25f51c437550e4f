import path from 'node:path';
import { humanise } from '../../src/admin/values/format.ts';
import type { Catalogue } from '../../src/i18n/index.ts';
import type { LocaleDeclaration } from '../../src/locale/index.ts';
import { camelCase } from '../application/newEntity.ts';
import { LOCALE_FILE, type ApplicationSource } from '../application/readApplication.ts';

/** What an application is called until somebody says otherwise: as its folder is. */
const titleOf = (folder: string): string => humanise(path.basename(folder)) || 'Application';

/** Texts of an application's frame. */
export const applicationTexts = (folder: string): Catalogue => ({ app: { title: titleOf(folder) } });

/** Whatever an application needs beside schemas, declarations and labels to be built and started, by path. */
export function startFiles({ folder, locale }: ApplicationSource, group: string): ReadonlyMap<string, string> {
  const { currency, zone, languages, numbers, shortTime } = locale!;
  const declaration: LocaleDeclaration = { currency, zone, languages, numbers, shortTime };
  const codes = languages.map(({ code }) => code);
  const variable = (code: string): string => camelCase(code.replaceAll('-', ' '));
  return new Map([
    [LOCALE_FILE, `${JSON.stringify(declaration, null, 2)}\n`],
    [
      'index.html',
      `<!doctype html>
<html lang="en-US">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${titleOf(folder)}</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
  </head>
  <body>
    <div id="root"></div>
    <noscript>This page needs JavaScript.</noscript>
    <script type="module" src="/src/admin.ts"></script>
  </body>
</html>
`,
    ],
    [
      'resources/index.ts',
      `import type { ResourceDeclaration } from 'forecourt/model';

const files = import.meta.glob<ResourceDeclaration<never>>(['./*.ts', '!./index.ts', '!./codes.ts'], {
  eager: true,
  import: 'default',
});

/** Every declaration in this folder. A schema without one gets an inferred one. */
export const resources = Object.values(files);
`,
    ],
    [
      'src/admin.ts',
      `import '@fontsource-variable/inter/wght.css';
import locale from '../locale.json';
import { start } from 'forecourt/start';

/** Browser entry. */
void start(document.getElementById('root')!, locale, () => import('./app.ts'));
`,
    ],
    [
      'src/app.ts',
      `import Settings from '@mui/icons-material/SettingsOutlined';
import TableRows from '@mui/icons-material/TableRowsOutlined';
import type { Application } from 'forecourt/shell';
import { codes } from '../resources/codes.ts';

/** The application as the framework's browser part takes it. */
export const application: Application = {
  codes,
  icons: { Settings, TableRows },
  groups: [
    { key: '${group}', icon: 'TableRows' },
    { key: 'system', icon: 'Settings' },
  ],
};
`,
    ],
    [
      'src/application.ts',
      `${[...codes]
        .sort()
        .map((code) => `import ${variable(code)} from '../i18n/${code}.json';\n`)
        .join('')}import locale from '../locale.json';
import { codes } from '../resources/codes.ts';
import { resources } from '../resources/index.ts';
import type { EntitySchema } from 'forecourt/model';
import { defineApplication } from 'forecourt/server';

/** The application as the framework's server takes it. */
export const application = defineApplication({
  schemas: import.meta.glob<EntitySchema>('../schemas/**/*.json', { eager: true, import: 'default' }),
  resources,
  codes,
  locale,
  texts: { ${codes.map((code) => `'${code}': ${variable(code)}`).join(', ')} },
});
`,
    ],
    [
      'src/server.ts',
      `import { main } from 'forecourt/server';
import { application } from './application.ts';

await main(application, import.meta.url);
`,
    ],
  ]);
}
