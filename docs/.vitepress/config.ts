import { readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitepress';

/** The menu of the site is the index: its headings, and the pages below each. */
function sidebar() {
  const index = readFileSync(path.join(import.meta.dirname, '../README.md'), 'utf8');
  return index
    .split(/^## /m)
    .slice(1)
    .map((part) => ({
      text: part.split(/[:\n]/)[0]!,
      items: [...part.matchAll(/^- \[(.+?)\]\((.+?)\.md\)/gm)].map(([, text, link]) => ({
        text: text!,
        link: `/${link!.replace(/README$/, '')}`,
      })),
    }));
}

export default defineConfig({
  title: 'Forecourt',
  description: 'A config-driven admin framework: one JSON Schema is a list, a form and an endpoint',
  outDir: '../.cache/docs',
  cacheDir: '../.cache/vitepress',
  rewrites: { 'README.md': 'index.md', 'rules/README.md': 'rules/index.md' },
  // Sources and tables of the repository are no pages of the site; tests/unit/docsLinks.test.ts follows those links.
  ignoreDeadLinks: [/\.\.\/|\.csv$/],
  themeConfig: { sidebar: sidebar(), search: { provider: 'local' }, outline: 'deep' },
});
