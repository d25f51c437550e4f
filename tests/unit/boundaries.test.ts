import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cruise, type ICruiseResult, type IForbiddenRuleType, type IViolation } from 'dependency-cruiser';
import { beforeAll, describe, expect, it } from 'vitest';
import { folderCircles } from '../../scripts/folderCircles.ts';

type Paths = string | readonly string[] | undefined;
type Fence = IForbiddenRuleType & { readonly to: object };
type Import = readonly [from: string, to: string];
type Violation = Pick<IViolation, 'from' | 'to' | 'rule'>;
interface Config {
  readonly forbidden: readonly Fence[];
  readonly options: { readonly enhancedResolveOptions: object };
}

const ROOT = path.resolve(import.meta.dirname, '../..');
const config = createRequire(import.meta.url)(path.join(ROOT, '.dependency-cruiser.cjs')) as Config;
const FENCES = config.forbidden;
const FOLDERS = ['src', 'packages', 'dashboards', 'resources', 'schemas', 'i18n', 'examples', 'scripts', 'tests'];

/** A fence, a file, and what it may not import: a package, a module of Node or another file. */
const PLANTED: readonly (readonly [fence: string, from: string, to: string])[] = [
  ['framework-knows-no-application', 'packages/forecourt/src/admin/a.ts', 'src/rental/pages/index.ts'],
  ['framework-knows-no-application', 'packages/forecourt/src/server/a.ts', 'src/application.ts'],
  ['framework-knows-no-application', 'packages/forecourt/src/shell/a.ts', 'src/app.ts'],
  ['framework-knows-no-application', 'packages/forecourt/src/server/a.ts', 'schemas/order.json'],
  ['framework-knows-no-application', 'packages/forecourt/src/model/a.ts', 'resources/order.ts'],
  ['framework-knows-no-application', 'packages/forecourt/src/server/a.ts', 'dashboards/analysis.ts'],
  ['framework-knows-no-application', 'packages/forecourt/src/i18n/a.ts', 'i18n/en-US.json'],
  ['framework-knows-no-application', 'packages/forecourt/src/server/a.ts', 'examples/shop/demo.json'],
  ['framework-knows-no-application', 'packages/forecourt/src/admin/a.ts', 'locale.json'],
  ['example-shares-nothing-with-the-product', 'examples/shop/src/app.ts', 'src/menu.ts'],
  ['example-shares-nothing-with-the-product', 'examples/shop/src/application.ts', 'src/rental/rules/index.ts'],
  ['example-shares-nothing-with-the-product', 'examples/shop/resources/film.ts', 'resources/codes.ts'],
  ['example-shares-nothing-with-the-product', 'examples/shop/src/admin.ts', 'locale.json'],
  ['product-needs-no-tests', 'packages/forecourt/src/admin/a.tsx', 'packages/forecourt/src/admin/testing/wrap.ts'],
  ['product-needs-no-tests', 'src/rental/server/a.ts', 'tests/postgres.ts'],
  ['product-needs-no-tests', 'packages/forecourt/src/model/a.ts', 'packages/forecourt/src/model/some.test.ts'],
  ['product-needs-no-tests', 'src/server.ts', 'packages/forecourt/cli/generate.ts'],
  ['product-needs-no-tests', 'examples/shop/src/application.ts', 'examples/shop/tests/shop.ts'],
  ['pure-core', 'packages/forecourt/src/model/a.ts', 'node_modules/kysely'],
  ['pure-core', 'packages/forecourt/src/model/a.ts', 'node:fs'],
  ['pure-core', 'src/rental/rules/a.ts', 'node_modules/react'],
  ['pure-core', 'src/rental/rules/a.ts', 'src/rental/server/index.ts'],
  ['declarations-are-data', 'resources/order.ts', 'node_modules/react'],
  ['declarations-are-data', 'dashboards/analysis.ts', 'packages/forecourt/src/server/index.ts'],
  ['declarations-are-data', 'resources/order.ts', 'packages/forecourt/src/server/index.ts'],
  ['declarations-are-data', 'packages/forecourt/src/platform/a.ts', 'packages/forecourt/src/admin/index.ts'],
  ['declarations-are-data', 'src/rental/pageDeclarations.ts', 'src/rental/pages/index.ts'],
  ['declarations-are-data', 'src/rental/calls/a.ts', 'packages/forecourt/src/server/index.ts'],
  ['declarations-are-data', 'examples/shop/resources/film.ts', 'node:path'],
  ['browser-imports-no-server', 'src/app.ts', 'packages/forecourt/src/server/index.ts'],
  ['browser-imports-no-server', 'src/admin.ts', 'src/server.ts'],
  ['browser-imports-no-server', 'src/menu.ts', 'src/application.ts'],
  ['browser-imports-no-server', 'src/someNewEntry.tsx', 'src/rental/server/index.ts'],
  ['browser-imports-no-server', 'packages/forecourt/src/shell/a.tsx', 'packages/forecourt/src/server/contract.ts'],
  ['browser-imports-no-server', 'packages/forecourt/src/admin/list/a.tsx', 'node_modules/pg'],
  ['browser-imports-no-server', 'src/rental/pages/order/a.tsx', 'src/rental/server/order/pickup.ts'],
  ['browser-imports-no-server', 'src/rental/pages/a.tsx', 'schemas/database.generated.ts'],
  ['browser-imports-no-server', 'examples/shop/src/app.ts', 'examples/shop/src/application.ts'],
  ['browser-imports-no-node', 'src/app.ts', 'node:fs'],
  ['browser-imports-no-node', 'packages/forecourt/src/admin/values/a.ts', 'node:crypto'],
  ['screens-take-types-of-calls', 'src/rental/pages/a.tsx', 'src/rental/calls/index.ts'],
  ['screens-take-types-of-calls', 'packages/forecourt/src/admin/a.ts', 'packages/forecourt/src/calls/index.ts'],
  ['server-imports-no-screens', 'src/server.ts', 'src/app.ts'],
  ['server-imports-no-screens', 'src/application.ts', 'src/menu.ts'],
  ['server-imports-no-screens', 'src/application.ts', 'src/rental/pages/index.ts'],
  ['server-imports-no-screens', 'packages/forecourt/src/server/http/a.ts', 'packages/forecourt/src/shell/index.ts'],
  ['server-imports-no-screens', 'packages/forecourt/src/server/a.ts', 'node_modules/react'],
  ['server-imports-no-screens', 'src/rental/server/a.ts', 'packages/forecourt/src/admin/index.ts'],
  ['server-imports-no-screens', 'examples/shop/src/server.ts', 'examples/shop/src/admin.ts'],
  ['fields-know-no-shell', 'packages/forecourt/src/admin/a.tsx', 'packages/forecourt/src/shell/index.ts'],
  ['one-public-entry', 'src/rental/pages/a.tsx', 'packages/forecourt/src/admin/list/List.tsx'],
  ['one-public-entry', 'src/rental/server/a.ts', 'src/rental/rules/price.ts'],
  ['one-public-entry', 'src/app.ts', 'src/rental/pages/order/OrderList.tsx'],
  ['one-public-entry', 'src/application.ts', 'src/rental/server/database.ts'],
  ['one-public-entry', 'resources/codes.ts', 'packages/forecourt/src/platform/codes.ts'],
  ['one-public-entry', 'examples/shop/src/admin.ts', 'packages/forecourt/src/shell/draw.tsx'],
  ['one-public-entry', 'packages/forecourt/src/server/http/a.ts', 'packages/forecourt/src/server/data/query/index.ts'],
  [
    'one-public-entry',
    'packages/forecourt/src/server/data/export/a.ts',
    'packages/forecourt/src/server/data/writer/nested.ts',
  ],
  ['one-public-entry', 'packages/forecourt/src/admin/a.ts', 'packages/forecourt/src/admin/inputs/Labelled.tsx'],
  ['one-public-entry', 'src/rental/pages/tasks/a.ts', 'src/rental/pages/booking/handover/guards.ts'],
  ['layers-of-admin', 'packages/forecourt/src/admin/values/a.ts', 'packages/forecourt/src/admin/form/payload.ts'],
  ['layers-of-admin', 'packages/forecourt/src/admin/dialogs/a.tsx', 'packages/forecourt/src/admin/system/index.ts'],
  ['layers-of-admin', 'packages/forecourt/src/admin/form/a.tsx', 'packages/forecourt/src/admin/list/saveBlob.ts'],
  [
    'layers-of-admin',
    'packages/forecourt/src/admin/inputs/a.tsx',
    'packages/forecourt/src/admin/views/mapProjection.ts',
  ],
  ['layers-of-admin', 'packages/forecourt/src/admin/list/a.tsx', 'packages/forecourt/src/admin/system/index.ts'],
  ['layers-of-admin', 'packages/forecourt/src/admin/runtime/a.tsx', 'packages/forecourt/src/admin/resourceRoutes.tsx'],
  ['layers-of-admin', 'packages/forecourt/src/admin/system/a.tsx', 'packages/forecourt/src/admin/index.ts'],
];
/** A file, one that it imports, and what this imports in turn. */
type Circle = readonly [from: string, to: string, back: string];
const FILES_IN_A_CIRCLE: Circle = [
  'packages/forecourt/src/model/a.ts',
  'packages/forecourt/src/model/b.ts',
  'packages/forecourt/src/model/a.ts',
];
const FOLDERS_IN_A_CIRCLE: readonly Circle[] = [
  ['src/rental/pages/order/a.ts', 'src/rental/pages/coupon/b.ts', 'src/rental/pages/order/c.ts'],
  [
    'packages/forecourt/src/server/http/a.ts',
    'packages/forecourt/src/server/data/index.ts',
    'packages/forecourt/src/server/http/index.ts',
  ],
  ['examples/shop/src/pages/a.ts', 'examples/shop/src/desk/b.ts', 'examples/shop/src/pages/c.ts'],
];
const NO_FOLDERS_IN_A_CIRCLE: readonly Circle[] = [
  ['src/rental/pages/order/a.test.ts', 'src/rental/pages/coupon/b.ts', 'src/rental/pages/order/c.ts'],
  ['src/rental/pages/order/testing/a.ts', 'src/rental/pages/coupon/b.ts', 'src/rental/pages/order/c.ts'],
  ['src/rental/pages/order/a.ts', 'src/rental/pages/order/b.ts', 'src/rental/pages/order/c.ts'],
];

/** What no fence stops. */
const ALLOWED: readonly Import[] = [
  ['src/app.ts', 'src/rental/pages/index.ts'],
  ['src/application.ts', 'src/rental/server/index.ts'],
  ['src/server.ts', 'src/application.ts'],
  ['src/rental/server/a.ts', 'node_modules/kysely'],
  ['src/rental/server/a.ts', 'schemas/database.generated.ts'],
  ['packages/forecourt/src/shell/a.test.tsx', 'packages/forecourt/src/admin/testing/wrap.ts'],
  ['resources/order.ts', 'schemas/types.generated.ts'],
  ['examples/shop/src/application.ts', 'examples/shop/demo.json'],
];

/** How one file names another, or a package, in an import. */
function specifier(from: string, to: string): string {
  if (to.startsWith('node:')) return to;
  if (to.startsWith('node_modules/')) return to.slice('node_modules/'.length);
  const relative = path.posix.relative(path.posix.dirname(from), to);
  return relative.startsWith('.') ? relative : `./${relative}`;
}

/** What is wrong with a house of files that import each other, the packages and Node like this. */
async function violationsOf(imports: readonly Import[]): Promise<readonly Violation[]> {
  const house = await mkdtemp(path.join(tmpdir(), 'forecourt-fences-'));
  try {
    await symlink(path.join(ROOT, 'node_modules'), path.join(house, 'node_modules'));
    const files = new Set(imports.flat().filter((file) => !file.startsWith('node')));
    for (const file of files) {
      const lines = imports.filter(([from]) => from === file).map(([from, to]) => `import '${specifier(from, to)}';\n`);
      await mkdir(path.dirname(path.join(house, file)), { recursive: true });
      await writeFile(
        path.join(house, file),
        file.endsWith('.json') ? '{}' : `${lines.join('')}export const value = 1;\n`,
      );
    }
    const { output } = await cruise(
      [...new Set(imports.map(([from]) => from))],
      {
        baseDir: house,
        ruleSet: { forbidden: [...FENCES] },
        validate: true,
        doNotFollow: { path: 'node_modules' },
        tsPreCompilationDeps: true,
      },
      { ...config.options.enhancedResolveOptions, symlinks: false },
    );
    return (output as ICruiseResult).summary.violations;
  } finally {
    await rm(house, { recursive: true, force: true });
  }
}

describe('a fence', () => {
  // One house for all that is forbidden and one for all that is allowed: to cruise costs the same for one import and for seventy.
  let forbidden: readonly Violation[];
  let allowed: readonly Violation[];
  beforeAll(async () => {
    forbidden = await violationsOf(PLANTED.map(([, from, to]) => [from, to]));
    allowed = await violationsOf(ALLOWED);
  }, 60_000);
  const named = (violations: readonly Violation[]): string[] => violations.map(({ rule }) => rule.name);

  it.each(PLANTED)('%s: stops %s from importing %s', (fence, from, to) => {
    const module = to.replace(/^node:/, '');
    const here = forbidden.filter((one) => one.from === from && (one.to === module || one.to.startsWith(`${module}/`)));
    expect(named(here)).toContain(fence);
  });

  it('no-cycles: stops files in a circle', async () => {
    const [from, to, back] = FILES_IN_A_CIRCLE;
    expect(named(await violationsOf([[from, to], [to, back]]))).toContain('no-cycles'); // prettier-ignore
  });

  it.each(ALLOWED)('lets %s import %s', (from, to) => {
    expect(named(allowed.filter((one) => [from, to].includes(one.from)))).toEqual([]);
  });

  it('is tried by a planted violation', () => {
    const tried = new Set(['no-cycles', ...PLANTED.map(([fence]) => fence)]);
    expect(FENCES.map(({ name }) => name!).filter((name) => !tried.has(name))).toEqual([]);
  });
});

describe('folders', () => {
  const circlesOf = ([from, to, back]: Circle) =>
    folderCircles([
      { source: from, dependencies: [{ resolved: to }] },
      { source: to, dependencies: [{ resolved: back }] },
    ]);

  it.each(FOLDERS_IN_A_CIRCLE)('are in a circle by %s, %s and %s', (...files) => {
    const folders = new Set(files.map((file) => path.dirname(file)));
    expect(circlesOf(files).map((way) => new Set(way))).toEqual([folders]);
  });

  it.each(NO_FOLDERS_IN_A_CIRCLE)('are in none by a test or by what is of one folder: %s, %s and %s', (...files) => {
    expect(circlesOf(files)).toEqual([]);
  });
});

describe('the fences', () => {
  const all = async (): Promise<string[]> => {
    const found = await Promise.all(
      FOLDERS.map(async (folder) =>
        (await readdir(path.join(ROOT, folder), { recursive: true, withFileTypes: true }))
          .filter((entry) => entry.isFile())
          .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name))),
      ),
    );
    return ['locale.json', ...found.flat()];
  };
  const installed = async (): Promise<string[]> => {
    const { dependencies, devDependencies } = JSON.parse(
      await readFile(path.join(ROOT, 'package.json'), 'utf8'),
    ) as Record<'dependencies' | 'devDependencies', Record<string, string>>;
    return Object.keys({ ...dependencies, ...devDependencies });
  };
  const listed = (paths: Paths): string[] => (typeof paths === 'string' ? [paths] : [...(paths ?? [])]);
  const pathsOf = (side: object): string[] => {
    const { path: only, pathNot } = side as { path?: Paths; pathNot?: Paths };
    return [...listed(only), ...listed(pathNot)];
  };

  it('name nothing that is not there', async () => {
    const files = await all();
    const packages = await installed();
    const fits = (pattern: string): boolean => {
      const expression = new RegExp(pattern);
      if (!pattern.startsWith('^node_modules/')) return files.some((file) => expression.test(file));
      const [, group, single] = /^\^node_modules\/(?:\((.+)\)\/|(.+))$/.exec(pattern)!;
      return (group?.split('|') ?? [single!]).every((name) => packages.some((one) => new RegExp(`^${name}`).test(one)));
    };
    const idle = FENCES.flatMap(({ name, from, to }) =>
      [...pathsOf(from), ...pathsOf(to)].filter((pattern) => !fits(pattern)).map((pattern) => `${name}: ${pattern}`),
    );
    expect(idle).toEqual([]);
  });

  it('give every folder of the generated pages its layer', async () => {
    const folders = await readdir(path.join(ROOT, 'packages/forecourt/src/admin'), { withFileTypes: true });
    const layered = config.forbidden
      .filter(({ name }) => name === 'layers-of-admin')
      .flatMap(({ from }) => /\((.+)\)/.exec(pathsOf(from)[0]!)![1]!.split('|'));
    expect(layered.toSorted()).toEqual(
      folders
        .filter((one) => one.isDirectory() && one.name !== 'testing')
        .map(({ name }) => name)
        .toSorted(),
    );
  });

  it('leave no file of the source outside', async () => {
    const sources = (await all()).filter((file) => /^(src|examples\/[^/]+\/src)\/.*\.tsx?$/.test(file));
    const sides = ['declarations-are-data', 'browser-imports-no-server', 'server-imports-no-screens', 'pure-core'].map(
      (name) => config.forbidden.find((rule) => rule.name === name)!.from as { path: Paths; pathNot?: Paths },
    );
    const matches = (paths: Paths, file: string): boolean => listed(paths).some((one) => new RegExp(one).test(file));
    const stands = (file: string): boolean =>
      sides.some((side) => matches(side.path, file) && !matches(side.pathNot, file));
    expect(sources.filter((file) => !stands(file) && !/\.test\.tsx?$|\/testing\//.test(file))).toEqual([]);
  });
});
