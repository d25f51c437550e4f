import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const { scripts, dependencies, devDependencies } = JSON.parse(read('package.json')) as Readonly<
  Record<'scripts' | 'dependencies' | 'devDependencies', Readonly<Record<string, string>>>
>;

/** What the framework promises to be built with, and a file that imports it. */
const BUILT_WITH: Readonly<Record<string, string>> = {
  react: 'packages/forecourt/src/shell/createApp.tsx',
  'react-dom': 'packages/forecourt/src/shell/draw.tsx',
  'react-admin': 'packages/forecourt/src/shell/SignedInApp.tsx',
  'ra-data-simple-rest': 'packages/forecourt/src/admin/providers/simpleRest.ts',
  'ra-i18n-polyglot': 'packages/forecourt/src/admin/providers/i18nProvider.ts',
  'ra-language-english': 'packages/forecourt/src/shell/catalogues/en-US.ts',
  '@mui/material': 'packages/forecourt/src/shell/LookProvider.tsx',
  'react-leaflet': 'packages/forecourt/src/admin/maps/GeoMap.tsx',
  leaflet: 'packages/forecourt/src/admin/maps/GeoMap.tsx',
  'leaflet-draw': 'packages/forecourt/src/admin/maps/AreaPen.tsx',
  recharts: 'packages/forecourt/src/admin/dashboard/WidgetChart.tsx',
  'json-schema-to-typescript': 'packages/forecourt/cli/generate/wireTypes.ts',
  vitest: 'tests/unit/package.test.ts',
  '@testing-library/react': 'tests/components/setup.ts',
};

it.each(Object.entries(BUILT_WITH))('is built with %s', (name, file) => {
  expect({ ...dependencies, ...devDependencies }).toHaveProperty([name]);
  expect(read(file)).toMatch(new RegExp(`(from|import\\(|import) ?'${name}['/]`));
});

it.each(['package.json', 'vite.config.ts', 'src', 'resources', 'schemas', 'i18n', 'tests', 'README.md'])(
  'has %s at the top level',
  (entry) => expect(existsSync(path.join(ROOT, entry))).toBe(true),
);

test('the README says how to start, build, test, add a resource and set it up, by commands that are there', () => {
  const readme = read('README.md');
  const named = [...readme.matchAll(/npm (?:run )?([\w:-]+)/g)].map(([, name]) => name!);
  expect(named).toEqual(expect.arrayContaining(['ci', 'start', 'test', 'build']));
  expect(named.filter((name) => name !== 'ci' && !(name in scripts))).toEqual([]);
  expect(readme).toMatch(/\[add a resource\]\(docs\/add-a-resource\.md\)/);
  expect(readme).toMatch(/## Settings[\s\S]+\(docs\/operate\.md#settings\)/);
});

test.each(readdirSync(path.join(ROOT, 'examples')))(
  'the example %s says in 25 lines what it is, with a picture',
  (name) => {
    const readme = read(`examples/${name}/README.md`);
    expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(25);
    const [, picture] = /!\[[^\]]+\]\(([^)]+)\)/.exec(readme) ?? [];
    expect(existsSync(path.join(ROOT, 'examples', name, picture ?? 'picture'))).toBe(true);
  },
);
