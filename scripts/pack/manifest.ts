import { readdir, readFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import path from 'node:path';
import ts from 'typescript';

type Ranges = Readonly<Record<string, string>>;

/** A package.json, as far as packing reads it. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports?: Readonly<Record<string, string>>;
  readonly dependencies?: Ranges;
  readonly devDependencies?: Ranges;
  readonly optionalDependencies?: Ranges;
  readonly [more: string]: unknown;
}

/** What an application has once, with the package: its own components import them too. */
const PEERS = ['react', 'react-dom', 'react-admin', '@mui/material'];
/** What only tests of an application need. */
const FOR_TESTS = ['vitest', '@testing-library/react', 'fast-check'];
/** What the package brings along itself: its icons, in one file. */
const INSIDE = ['@mui/icons-material'];
/** Found by their names at run time (`@emotion/styled` by MUI), not imported. */
const NAMED = ['vite', 'tsx', '@emotion/styled', '@fontsource-variable/inter'];

/** `@mui/material/Button` → `@mui/material`; undefined for files, modules of Node and those that the build makes. */
function packageOf(specifier: string): string | undefined {
  if (/^[./#]|^(node|virtual):/.test(specifier)) return undefined;
  const [scope, name] = specifier.split('/');
  const found = scope!.startsWith('@') ? `${scope}/${name}` : scope!;
  return builtinModules.includes(found) ? undefined : found;
}

async function importedBy(folder: string, ending: RegExp): Promise<ReadonlySet<string>> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => ending.test(file));
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
  return new Set(
    texts.flatMap((text) => ts.preProcessFile(text).importedFiles.flatMap(({ fileName }) => packageOf(fileName) ?? [])),
  );
}

/** Types of a package that has none of its own, where the root asks for them. */
const typesOf = (name: string): string => `@types/${name.replace(/^@/, '').replace('/', '__')}`;

const compiled = (file: string): string => file.replace(/\.tsx?$/, '.js');

/** Each entry with its types; data as it is. */
const entries = (exported: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(exported).map(([name, file]) => [
      name,
      /\.ts$/.test(file) ? { types: file.replace(/\.ts$/, '.d.ts'), default: compiled(file) } : file,
    ]),
  );

/**
 * The package.json of the packed package: its dependencies are what its compiled files import, in the ranges of the repository's own. Throws where
 * something is imported that the repository does not name.
 */
export async function packedManifest(own: Manifest, root: Manifest, staged: string): Promise<Manifest> {
  const ranges: Ranges = { ...root.devDependencies, ...root.dependencies };
  const imported = await importedBy(staged, /\.m?js$/);
  const typed = await importedBy(staged, /\.d\.ts$/);
  const names = [...new Set([...imported, ...NAMED])].filter((name) => name !== own.name);
  const types = [...typed, ...imported, 'node'].map(typesOf).filter((name) => name in ranges);
  const missing = names.filter((name) => !(name in ranges));
  if (missing.length > 0) throw new Error(`imported, and not in package.json: ${missing.join(', ')}`);
  const pick = (wanted: readonly string[]): Ranges =>
    Object.fromEntries(wanted.map((name) => [name, ranges[name]!] as const));
  const { private: _private, exports: exported = {}, ...manifest } = own;
  const needed = [...new Set([...names, ...types])]
    .filter((name) => ![...PEERS, ...FOR_TESTS, ...INSIDE].includes(name))
    .sort();
  return {
    ...(manifest as Manifest),
    exports: { ...entries(exported), './package.json': './package.json' } as never,
    dependencies: pick(needed),
    peerDependencies: pick([...PEERS, ...FOR_TESTS]),
    peerDependenciesMeta: Object.fromEntries(FOR_TESTS.map((name) => [name, { optional: true }])),
    optionalDependencies: root.optionalDependencies,
  };
}
