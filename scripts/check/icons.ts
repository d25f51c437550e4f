import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Resource } from '../../src/framework/model/index.ts';

/** Where an application registers its icons. */
const PLACES = ['src/menu.ts', 'menu.ts'];

/**
 * Icons that the menu asks for and the application does not register: the menu shows the general one. Undefined when the application has no
 * file that registers icons.
 */
export async function unregisteredIcons(
  folder: string,
  resources: readonly Pick<Resource, 'menu'>[],
): Promise<{ readonly file: string; readonly icons: readonly string[] } | undefined> {
  const file = PLACES.find((place) => existsSync(path.join(folder, place)));
  if (!file) return undefined;
  const text = await readFile(path.join(folder, file), 'utf8');
  const object = /\bicons\b[^={]*=\s*\{([^}]*)\}/.exec(text)?.[1] ?? '';
  const known = new Set([...object.matchAll(/(\w+)\s*(?=[,:]|$)/g)].map((match) => match[1]!));
  const used = [
    ...[...text.matchAll(/icon:\s*['"](\w+)['"]/g)].map((match) => match[1]!),
    ...resources.flatMap((resource) => (resource.menu ? [resource.menu.icon] : [])),
  ];
  return { file, icons: [...new Set(used)].filter((icon) => !known.has(icon)).sort() };
}
