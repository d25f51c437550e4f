import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PluggedConfig } from '../../src/model/config.ts';

/** What plug-ins declare, as files between those of the framework and those of the application. */
export const layerOf = (root: string): string => path.join(root, '.cache/plugins');

const asModule = (value: unknown): string => `export default ${JSON.stringify(value)};\n`;

function filesOf({ schemas = {}, resources = [], dashboards = [] }: PluggedConfig): ReadonlyMap<string, string> {
  return new Map([
    ...Object.entries(schemas).map(([name, schema]): [string, string] => [
      path.join('schemas', schema['x-internal'] === true ? 'internal' : '', `${name}.json`),
      JSON.stringify(schema, null, 2),
    ]),
    ...resources.map((one): [string, string] => [path.join('resources', `${one.schema}.ts`), asModule(one)]),
    ...dashboards.map((one): [string, string] => [path.join('dashboards', `${one.name}.ts`), asModule(one)]),
  ]);
}

/** Writes the files of a configuration's own declarations, and takes away those of earlier ones. What is right already is left alone. */
export async function writeLayer(root: string, config: PluggedConfig): Promise<void> {
  const folder = layerOf(root);
  const files = filesOf(config);
  const there = existsSync(folder) ? await readdir(folder, { recursive: true, withFileTypes: true }) : [];
  for (const entry of there.filter((one) => one.isFile())) {
    const file = path.join(entry.parentPath, entry.name);
    if (!files.has(path.relative(folder, file))) await rm(file, { force: true });
  }
  for (const [name, text] of files) {
    const file = path.join(folder, name);
    if (existsSync(file) && (await readFile(file, 'utf8')) === text) continue;
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}
