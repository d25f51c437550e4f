import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { publicSurface, reportOf, REPORTS } from '../../scripts/surface/surface.ts';

const surface = Object.entries(publicSurface());

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
