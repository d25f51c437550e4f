import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const below = (await readdir(path.join(ROOT, 'docs'), { recursive: true })).map((file) => path.join('docs', file));
const files = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...below].filter((file) => file.endsWith('.md'));
const pages = await Promise.all(
  files.map(async (file) => [file, await readFile(path.join(ROOT, file), 'utf8')] as const),
);

/** GitHub's anchor of a heading. */
const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

test.each(pages)('links of %s lead to a page and a heading that is there', (file, text) => {
  const links = [...text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)];
  const broken = links.filter(([, target, heading]) => {
    const name = target ? path.join(path.dirname(file), target) : file;
    if (!existsSync(path.join(ROOT, name))) return true;
    const page = pages.find(([one]) => one === name)?.[1] ?? '';
    return heading !== undefined && ![...page.matchAll(/^#+ (.*)$/gm)].some((hit) => anchor(hit[1]!) === heading);
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});

/** The guide makes an application of its own; the car park is an example that is nowhere. */
const told = pages.filter(([file]) => !file.startsWith('docs/guide/') && file !== 'docs/add-a-resource.md');

test.each(told)('files and folders that %s names are there', (_file, text) => {
  const named = [...text.matchAll(/`((?:src|tests|docs|scripts|schemas|resources|i18n|examples)\/[\w./-]+)`/g)];
  expect(
    named.map(([, name]) => name!).filter((name) => !name.includes('/carPark.') && !existsSync(path.join(ROOT, name))),
  ).toEqual([]);
});

/** Files that a package or a build makes. */
const MADE = new Set(['pg-symlinks.json', 'dist/bench.json']);

test('files that a comment names are there', async () => {
  const here = (
    await Promise.all(
      ['src', 'packages', 'tests', 'scripts', 'resources', 'schemas', 'docs', 'i18n', 'examples'].map(async (folder) =>
        (await readdir(path.join(ROOT, folder), { recursive: true })).map((file) => path.join(folder, file)),
      ),
    )
  ).flat();
  const known = (name: string): boolean =>
    MADE.has(name) || existsSync(path.join(ROOT, name)) || here.some((file) => file.endsWith(`/${name}`));
  const sources = here.filter((file) => /^(src|tests|scripts|resources)\/.*\.tsx?$/.test(file));
  const lost = await Promise.all(
    sources.map(async (file) => {
      const comments = (await readFile(path.join(ROOT, file), 'utf8')).match(/\/\*\*?[\s\S]*?\*\/|(?<![:"'`])\/\/.*/g);
      const names = (comments ?? []).flatMap((comment) =>
        [...comment.matchAll(/(?<![\w/.*<{…-])((?:[\w-]+\/)*[\w.-]+\.(?:tsx?|md|mjs|json))\b/g)].map((hit) => hit[1]!),
      );
      return names.filter((name) => !known(name)).map((name) => `${file}: ${name}`);
    }),
  );
  expect(lost.flat()).toEqual([]);
});
