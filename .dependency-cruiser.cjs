/** Who may import whom (docs/architecture.md). A comment says what each rule protects. */
const server = '(^|/)server(/|\\.ts$)';

module.exports = {
  forbidden: [
    {
      name: 'framework-knows-no-application',
      comment: 'The framework receives schemas, resources and the application; it never names them.',
      severity: 'error',
      from: { path: '^src/framework' },
      to: { path: '^(src/rental|schemas|resources|i18n|src/admin\\.tsx|src/server\\.ts)' },
    },
    {
      name: 'example-shares-nothing-with-the-product',
      comment: 'The examples prove that the framework needs nothing of car rental.',
      severity: 'error',
      from: { path: '^examples' },
      to: { path: '^(src/(?!framework)|schemas|resources|i18n)' },
    },
    {
      name: 'pure-core',
      comment: 'Model and rules run on both sides: no I/O, no React, no SQL.',
      severity: 'error',
      from: { path: '^src/(framework/model|rental/rules)', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^src/(framework/model|rental/rules)|^node_modules/temporal|^node_modules/@js-temporal' },
    },
    {
      name: 'browser-imports-no-server',
      comment: 'Screens reach the server over HTTP only.',
      severity: 'error',
      from: { path: '^src/(framework/(admin|shell)|rental/pages|admin\\.tsx)' },
      to: { path: server },
    },
    {
      name: 'server-imports-no-screens',
      severity: 'error',
      from: { path: '^src/(framework/server|rental/server|server\\.ts)' },
      to: { path: '^src/(framework/(admin|shell)|rental/pages)|^node_modules/(react|react-admin|@mui)/' },
    },
    {
      name: 'one-public-entry',
      comment: 'A folder is entered by its index.ts; nothing reaches two folders into a neighbour.',
      severity: 'error',
      from: { path: '^src/(framework/[^/]+|rental/[^/]+)/', pathNot: '\\.test\\.tsx?$|/testing/' },
      to: {
        path: '^src/(framework|rental)/[^/]+/',
        pathNot: [
          '^src/$1/',
          '^src/(framework|rental)/[^/]+/index\\.tsx?$',
          '^src/framework/server/(contract|errors)\\.ts$',
          '^src/framework/i18n/[^/]+\\.json$',
        ],
      },
    },
    {
      name: 'no-cycles',
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
