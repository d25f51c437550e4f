import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Catalogue } from '../../src/i18n/index.ts';

/** Texts to add, by language. */
export type Texts = ReadonlyMap<string, Catalogue>;

const isGroup = (value: string | Catalogue | undefined): value is Catalogue => typeof value === 'object';

/** Both, sorted by key; where both have a text, the one that was there stays. */
export function withTexts(there: Catalogue, added: Catalogue): Catalogue {
  const keys = [...new Set([...Object.keys(there), ...Object.keys(added)])].sort();
  // A code may be called as something that every object has: `constructor`.
  const own = (texts: Catalogue, key: string) => (Object.hasOwn(texts, key) ? texts[key] : undefined);
  return Object.fromEntries(
    keys.map((key) => {
      const [before, after] = [own(there, key), own(added, key)];
      if (isGroup(before) && isGroup(after)) return [key, withTexts(before, after)];
      return [key, before ?? (isGroup(after) ? withTexts({}, after) : after!)];
    }),
  );
}

/** Adds texts to the files of an application; makes the files that are not there. Returns the files from the application's folder. */
export async function addTexts(folder: string, texts: Texts): Promise<string[]> {
  return Promise.all(
    [...texts].map(async ([language, added]) => {
      const file = path.join(folder, 'i18n', `${language}.json`);
      const there = await readFile(file, 'utf8').then(
        (text) => JSON.parse(text) as Catalogue,
        () => ({}),
      );
      await writeFile(file, `${JSON.stringify(withTexts(there, added), null, 2)}\n`);
      return `i18n/${language}.json`;
    }),
  );
}
