import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'rolldown/utils';
import { expect, it } from 'vitest';

/** Packages that a program loads before it does anything. */
function packagesOf(entry: string): string[] {
  const packages = new Set<string>();
  const seen = new Set<string>();
  const follow = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    const { module } = parseSync(file, readFileSync(file, 'utf8'));
    const loaded = module.staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
      .map(({ moduleRequest }) => moduleRequest.value);
    const passed = module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) => (moduleRequest && !isType ? moduleRequest.value : [])),
    );
    for (const name of [...loaded, ...passed])
      if (!name.startsWith('.')) packages.add(name);
      else if (name.endsWith('.ts')) follow(path.resolve(path.dirname(file), name));
  };
  follow(entry);
  return [...packages].filter((name) => !name.startsWith('node:')).sort();
}

it('answers before the bundler, the database or the makers of types are loaded', () => {
  expect(packagesOf(path.join(import.meta.dirname, 'command.ts'))).toEqual(['ra-language-english']);
});
