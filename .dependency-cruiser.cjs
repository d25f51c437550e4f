/**
 * Who may import whom (docs/architecture.md). A comment says what each fence protects; tests/unit/boundaries.test.ts plants a violation of each,
 * and fails when a path here fits no file any more. scripts/boundaries.ts finds folders in a circle, too.
 */
const { readdirSync } = require('node:fs');
const path = require('node:path');

/** Whatever lies beside these in the source folder of an application is a part of the browser's entry. */
const SERVER_ENTRIES = ['^src/(server|application)\\.ts$', '^examples/[^/]+/src/(server|application)\\.ts$'];
const BROWSER_ENTRIES = ['^src/[^/]+\\.tsx?$', '^examples/[^/]+/src/[^/]+\\.tsx?$'];
const SERVER = [
  '^packages/forecourt/(src/server/|server\\.ts$)',
  '^src/rental/server/',
  '^schemas/database\\.generated\\.ts$',
];
const SCREENS = [
  '^packages/forecourt/src/(browser|admin|shell)/',
  '^packages/forecourt/(admin|shell|start)\\.ts$',
  '^src/rental/pages/',
];
/** What both sides know: plain data and pure functions. */
const SHARED = [
  '^packages/forecourt/src/locale/',
  '^packages/forecourt/src/model/',
  '^packages/forecourt/src/calls/',
  '^packages/forecourt/src/platform/',
  '^packages/forecourt/src/i18n/',
  '^packages/forecourt/(model|locale|calls)\\.ts$',
  '^src/rental/rules/',
  '^src/rental/calls/',
  '^src/rental/gazetteer/',
  '^src/rental/pageDeclarations\\.ts$',
  '^dashboards/',
  '^resources/',
  '^schemas/',
  '^examples/[^/]+/dashboards/',
  '^examples/[^/]+/resources/',
  '^examples/[^/]+/schemas/',
];
const TESTS = [
  '\\.test\\.tsx?$',
  '/testing/',
  '^packages/forecourt/testing\\.ts$',
  '^packages/forecourt/generated(/|\\.ts$)',
  '^tests/',
  '^examples/[^/]+/tests/',
];
/** The folders of framework and application at every level, and what is in each. */
const SOURCES = ['src', 'packages/forecourt/src']
  .flatMap((folder) => readdirSync(path.join(__dirname, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => path.relative(__dirname, path.join(parentPath, name)).split(path.sep).join('/'));
const FOLDERS = [...new Set(SOURCES.map((file) => path.posix.dirname(file)))].filter((folder) =>
  /^(src\/.+|packages\/forecourt\/src)\//.test(folder),
);
const isEntered = (folder) => SOURCES.includes(`${folder}/index.ts`);
const isParent = (folder) => FOLDERS.some((other) => other.startsWith(`${folder}/`));
/** Entries beside an index.ts: what commands are written with, what a browser starts with (alone: the rest loads behind it), texts. */
const ENTRIES_BESIDE = [
  '^packages/forecourt/src/server/(contract|errors)\\.ts$',
  '^packages/forecourt/src/shell/start\\.ts$',
  '^packages/forecourt/src/i18n/[^/]+\\.json$',
];
/** The folders of `framework/admin`, from the ground up (docs/architecture.md). */
const ADMIN_LAYERS = {
  base: [
    'model',
    'providers',
    'runtime',
    'values',
    'shortcuts',
    'page',
    'controls',
    'dialogs',
    'maps',
    'pictures',
    'routing',
    'timeline',
    'live',
  ],
  record: ['deleted', 'history', 'inputs', 'form', 'actions', 'queue'],
  list: ['rows', 'views', 'columns', 'saved', 'inline', 'bulkEdit', 'transfer', 'list', 'show', 'report', 'dashboard'],
  system: ['system'],
};
const inAdmin = (folders) => `^packages/forecourt/src/admin/(${folders.join('|')})/`;
/** Packages that exist on one side only. */
const SERVER_PACKAGES = '^node_modules/(fastify|@fastify/[^/]+|pg|pg-cursor|kysely|sharp|pino|@node-rs/argon2)/';
const SCREEN_PACKAGES =
  '^node_modules/(react|react-dom|react-admin|react-router|react-router-dom|@mui/[^/]+|@emotion/[^/]+)/';

module.exports = {
  forbidden: [
    {
      name: 'framework-knows-no-application',
      comment: 'The framework receives schemas, resources and the application; it never names them.',
      severity: 'error',
      from: { path: ['^packages/forecourt/src/'] },
      to: {
        path: [
          '^src/rental/',
          '^src/[^/]+$',
          '^dashboards/',
          '^resources/',
          '^schemas/',
          '^i18n/',
          '^locale\\.json$',
          '^examples/',
        ],
      },
    },
    {
      name: 'example-shares-nothing-with-the-product',
      comment: 'The examples prove that the framework needs nothing of car rental.',
      severity: 'error',
      from: { path: ['^examples/'] },
      to: {
        path: ['^src/rental/', '^src/[^/]+$', '^dashboards/', '^resources/', '^schemas/', '^i18n/', '^locale\\.json$'],
      },
    },
    {
      name: 'product-needs-no-tests',
      comment: 'What runs in production imports neither tests, nor their helpers, nor scripts and examples.',
      severity: 'error',
      from: {
        path: [
          '^src/',
          '^packages/forecourt/(src/|\\w+\\.ts$)',
          '^dashboards/',
          '^resources/',
          '^schemas/',
          '^examples/',
        ],
        pathNot: TESTS,
      },
      to: {
        path: [...TESTS, '^scripts/', '^packages/forecourt/(cli|vite)/', '^examples/'],
        pathNot: [
          '^examples/[^/]+/(src|plugins|dashboards|resources|schemas|i18n)/',
          '^examples/[^/]+/(demo|locale)\\.json$',
        ],
      },
    },
    {
      name: 'pure-core',
      comment:
        'Model and rules run on both sides: no I/O, no React, no SQL. The keys of texts are a type of the catalogue.',
      severity: 'error',
      from: {
        path: ['^packages/forecourt/src/locale/', '^packages/forecourt/src/model/', '^src/rental/rules/'],
        pathNot: TESTS,
      },
      to: {
        pathNot: [
          '^packages/forecourt/src/(locale|model)/',
          '^packages/forecourt/(model|locale)\\.ts$',
          '^src/rental/rules/',
          '^i18n/en-US\\.json$',
          '^node_modules/temporal-',
        ],
      },
    },
    {
      name: 'declarations-are-data',
      comment: 'What both sides read imports neither side: no screen, no SQL, no I/O.',
      severity: 'error',
      from: { path: SHARED, pathNot: [...TESTS, ...SERVER] },
      to: { pathNot: [...SHARED, '^i18n/', '^node_modules/temporal-'] },
    },
    {
      name: 'browser-imports-no-server',
      comment: 'Screens reach the server over HTTP only, and so do the entries that load them.',
      severity: 'error',
      from: { path: [...SCREENS, ...BROWSER_ENTRIES], pathNot: [...SERVER_ENTRIES, ...TESTS] },
      to: { path: [...SERVER, ...SERVER_ENTRIES, SERVER_PACKAGES] },
    },
    {
      name: 'browser-imports-no-node',
      comment: 'A browser has no file system.',
      severity: 'error',
      from: { path: [...SCREENS, ...BROWSER_ENTRIES], pathNot: [...SERVER_ENTRIES, ...TESTS] },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'screens-take-types-of-calls',
      comment:
        'Schemas of calls are for the server; a browser needs what they mean to the type checker, and loads none of them.',
      severity: 'error',
      from: { path: [...SCREENS, ...BROWSER_ENTRIES], pathNot: [...SERVER_ENTRIES, ...TESTS] },
      to: {
        path: ['^packages/forecourt/(src/calls/|calls\\.ts$)', '^src/rental/calls/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'server-imports-no-screens',
      comment: 'The server runs without a page, and starts without loading one.',
      severity: 'error',
      from: { path: [...SERVER, ...SERVER_ENTRIES] },
      to: { path: [...SCREENS, ...BROWSER_ENTRIES, SCREEN_PACKAGES], pathNot: SERVER_ENTRIES },
    },
    {
      name: 'fields-know-no-shell',
      comment: 'Generated pages stand in the shell, not the other way round.',
      severity: 'error',
      from: { path: ['^packages/forecourt/src/admin/'], pathNot: TESTS },
      to: { path: ['^packages/forecourt/src/shell/'] },
    },
    ...Object.values(ADMIN_LAYERS).map((layer, at, layers) => ({
      name: 'layers-of-admin',
      comment: 'Each layer of the generated pages knows itself and those below it.',
      severity: 'error',
      from: { path: [inAdmin(layer)], pathNot: TESTS },
      to: { path: ['^packages/forecourt/src/admin/'], pathNot: [inAdmin(layers.slice(0, at + 1).flat()), ...TESTS] },
    })),
    ...FOLDERS.filter(isEntered).map((folder) => ({
      name: 'one-public-entry',
      comment: 'A folder that has an index.ts is entered by it, whoever comes.',
      severity: 'error',
      from: { pathNot: [`^${folder}/`, ...TESTS] },
      to: { path: [`^${folder}/`], pathNot: [`^${folder}/index\\.ts$`, ...ENTRIES_BESIDE] },
    })),
    ...FOLDERS.filter((folder) => !isEntered(folder) && isParent(folder)).map((folder) => ({
      name: 'one-public-entry',
      comment: 'Without an index.ts its files are open to the neighbours, but not the folders below it.',
      severity: 'error',
      from: { pathNot: [`^${folder}/`, ...TESTS] },
      to: { path: [`^${folder}/[^/]+/`], pathNot: TESTS },
    })),
    {
      name: 'no-cycles',
      comment: 'Of two modules that need each other neither can be read, tested or loaded alone.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^examples/[^/]+/(dist|data|\\.cache)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
};
