import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import locale from '../../locale.json';
import { readSettings as read } from '../../packages/forecourt/src/server/settings.ts';

const readSettings = (environment: Parameters<typeof read>[0]) => read(environment, locale);

const ROOT = path.resolve(import.meta.dirname, '../..');
const page = await readFile(path.join(ROOT, 'docs/operate.md'), 'utf8');

/** Name and default of every line of the table of settings. */
const table = page
  .slice(page.indexOf('\n## Settings\n'), page.indexOf('\n## Who gets in\n'))
  .split('\n')
  .filter((line) => /^\| `/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, name, value]) => [name!.replaceAll('`', ''), /^`(.*)`$/.exec(value!)?.[1]] as const);

/** Names that the settings ask the environment for. */
function namesRead(): string[] {
  const names = new Set<string>();
  // A tile address is set, for its credit is read with it only.
  const set: Record<string, string> = { MAP_TILES: 'https://tiles.example.com/{z}/{x}/{y}.png' };
  readSettings(
    new Proxy(set, {
      get(target, name: string) {
        names.add(name);
        return target[name];
      },
    }),
  );
  return [...names];
}

async function namesOfTheApplication(): Promise<string[]> {
  const folder = path.join(ROOT, 'src/rental/server');
  const files = (await readdir(folder, { recursive: true })).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
  return [...new Set(texts.flatMap((text) => text.match(/(?<=')APP_[A-Z_]+(?=')/g) ?? []))];
}

test('docs/operate.md has every variable that the settings and the application read, and no other', async () => {
  const read = [...namesRead(), ...(await namesOfTheApplication())];
  expect(read).toContain('TRUST_PROXY');
  expect(table.map(([name]) => name).toSorted()).toEqual(read.toSorted());
});

test('the defaults in the table are those of the code', () => {
  const given = table.filter(([name, value]) => value !== undefined && !name.startsWith('APP_'));
  expect(given.length).toBeGreaterThan(8);
  expect(readSettings(Object.fromEntries(given))).toEqual(readSettings({}));
});
