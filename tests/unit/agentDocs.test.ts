import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, test } from 'vitest';

/** What the package brings along for coding agents, and the index of the documentation. */
const ROOT = path.resolve(import.meta.dirname, '../..');
const PACKAGE = path.join(ROOT, 'packages/forecourt');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const FILES = ['packages/forecourt/llms.txt', 'packages/forecourt/skill/SKILL.md', 'docs/README.md', 'docs/plugins.md'];

/** Packing makes the templates of the examples. */
const there = (folder: string, target: string): boolean =>
  existsSync(path.join(folder, target)) || existsSync(path.join(ROOT, target.replace(/^templates\//, 'examples/')));

it.each(FILES)('%s links to files that are there', (file) => {
  const links = [...read(file).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, target]) => target!);
  expect(links.filter((target) => !there(path.dirname(path.join(ROOT, file)), target))).toEqual([]);
});

it.each(FILES)('%s names commands that there are', (file) => {
  const program = read('packages/forecourt/bin/forecourt.mjs');
  const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
  const text = read(file);
  const commands = [...text.matchAll(/(?:npx |`)forecourt ([a-z-]+)/g)].map(([, name]) => name!);
  expect(commands.filter((name) => !new RegExp(`^  '?${name}'?: \\[`, 'm').test(program))).toEqual([]);
  const named = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name!);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test('the skill names keywords of the vocabulary and names that the package exports', () => {
  const skill = read('packages/forecourt/skill/SKILL.md');
  const vocabulary = read('packages/forecourt/src/model/vocabulary.generated.json');
  const keywords = [...skill.matchAll(/x-[a-z-]+/g)].map(([word]) => word);
  expect(keywords.filter((word) => !vocabulary.includes(`"${word}"`))).toEqual([]);
  const reports = ['model', 'server', 'admin'].map((entry) =>
    readFileSync(path.join(PACKAGE, 'api', `${entry}.txt`), 'utf8'),
  );
  const called = [...skill.matchAll(/\b(define\w+|registerComponents|refuse|ServerModule)\b/g)].map(([word]) => word);
  expect(called.filter((word) => !reports.some((report) => new RegExp(`\\b${word}\\b`).test(report)))).toEqual([]);
});

test('the index leads to every page of the documentation', () => {
  const linked = new Set([...read('docs/README.md').matchAll(/\]\(([^)#]+\.md)/g)].map(([, target]) => target!));
  const pages = ['guide', '.'].flatMap((folder) =>
    readdirSync(path.join(ROOT, 'docs', folder))
      .filter((file) => file.endsWith('.md') && file !== 'README.md')
      .map((file) => path.join(folder, file)),
  );
  expect(pages.filter((page) => !linked.has(page))).toEqual([]);
});
