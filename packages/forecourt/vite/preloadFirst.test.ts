import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, type Rolldown } from 'vite';
import { expect, it, onTestFinished } from 'vitest';
import { fontsLast, preloadFirst } from './preloadFirst.ts';

it('has the sheets of a page behind all that the page shows by itself', () => {
  const [one, other] = ['a', 'b'].map((name) => `<link rel="stylesheet" crossorigin href="/assets/${name}.css">`);
  const page = (head: string, end: string) =>
    `<head><title>x</title>${head}<link rel="icon" href="/i.svg"></head><body><div id="root"></div>${end}</body>`;
  expect(fontsLast(page(`${one}${other}`, ''))).toBe(page('', `${one}${other}`));
  expect(fontsLast(page('', ''))).toBe(page('', ''));
});

it('names in the page the one file of Latin letters, as it was built, and none of the other letters', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'forecourt-letters-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const letters = createRequire(import.meta.url).resolve('@fontsource-variable/inter/wght.css');
  await writeFile(
    path.join(root, 'index.html'),
    '<head></head><body><script type="module" src="/main.js"></script></body>',
  );
  await writeFile(path.join(root, 'main.js'), `import ${JSON.stringify(letters)};`);
  const { output } = (await build({
    ...{ root, base: './', configFile: false, logLevel: 'error', plugins: [preloadFirst()], build: { write: false } },
  })) as Rolldown.RolldownOutput;
  const files = output.map(({ fileName }) => `/${fileName}`).filter((name) => name.endsWith('.woff2'));
  const latin = files.filter((name) => name.startsWith('/assets/inter-latin-wght-normal-'));
  expect([files.length > 1, latin.length]).toEqual([true, 1]);
  const page = output.find((one) => one.type === 'asset' && one.fileName === 'index.html') as Rolldown.OutputAsset;
  const links = [...String(page.source).matchAll(/<link [^>]*as="font"[^>]*>/g)].map(([link]) => link);
  expect(links).toEqual([`<link rel="preload" as="font" type="font/woff2" crossorigin href=".${latin[0]}">`]);
});
