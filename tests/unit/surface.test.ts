import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { exampleMistakes, mostUsed } from '../../scripts/surface/examples.ts';
import { publicSurface, reportOf, REPORTS } from '../../scripts/surface/surface.ts';

const entries = publicSurface();
const surface = Object.entries(entries);

test.each(surface)('forecourt/%s exports what its report says; npm run api writes it anew', async (entry, names) => {
  const written = await readFile(path.join(REPORTS, `${entry}.txt`), 'utf8').catch(() => '');
  expect(reportOf(entry, names)).toBe(written);
});

test('every exported name has a docstring', () => {
  const bare = surface.flatMap(([entry, names]) =>
    names
      .filter(({ doc, place }) => !doc && !place.startsWith('node_modules/'))
      .map(({ name, place }) => `forecourt/${entry} ${name} (${place})`),
  );
  expect(bare).toEqual([]);
});

test('there is no report of an entry that is gone', async () => {
  expect((await readdir(REPORTS)).sort()).toEqual(surface.map(([entry]) => `${entry}.txt`).sort());
});

test('the forty names that applications import most have an example', () => {
  const bare = mostUsed(40).filter((used) => {
    const [entry, name] = used.split('/') as [string, string];
    return !entries[entry]?.find((one) => one.name === name)?.examples.length;
  });
  expect(bare).toEqual([]);
});

test('every example of an exported name compiles', () => {
  expect(exampleMistakes(entries)).toEqual([]);
}, 120_000);
