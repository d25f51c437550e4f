import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const { scripts, dependencies, devDependencies } = JSON.parse(read('package.json')) as Readonly<
  Record<'scripts' | 'dependencies' | 'devDependencies', Readonly<Record<string, string>>>
>;

/** What the framework promises to be built with, and a file that imports it. `leaflet-draw` is missing: docs/decisions.md says why. */
const BUILT_WITH: Readonly<Record<string, string>> = {
  react: 'src/framework/shell/createApp.tsx',
  'react-dom': 'src/framework/shell/draw.tsx',
  'react-admin': 'src/framework/shell/SignedInApp.tsx',
  'ra-data-simple-rest': 'src/framework/admin/providers/simpleRest.ts',
  'ra-i18n-polyglot': 'src/framework/admin/providers/i18nProvider.ts',
  'ra-language-english': 'src/framework/shell/catalogues/en-US.ts',
  '@mui/material': 'src/framework/shell/LookProvider.tsx',
  'react-leaflet': 'src/framework/admin/maps/GeoMap.tsx',
  leaflet: 'src/framework/admin/maps/GeoMap.tsx',
  recharts: 'src/framework/admin/dashboard/WidgetChart.tsx',
  'json-schema-to-typescript': 'scripts/generate/wireTypes.ts',
  vitest: 'tests/unit/package.test.ts',
  '@testing-library/react': 'tests/components/setup.ts',
};

it.each(Object.entries(BUILT_WITH))('is built with %s', (name, file) => {
  expect({ ...dependencies, ...devDependencies }).toHaveProperty([name]);
  expect(read(file)).toMatch(new RegExp(`(from|import\\() ?'${name}['/]`));
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
