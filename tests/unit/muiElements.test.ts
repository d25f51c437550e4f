import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');

/**
 * Paper has its own style sheets, the stock schedule draws thousands of cells, and each row and head of a list has buttons: they write plain elements.
 * So does whatever only opens the device's own choice of a file.
 */
const PLAIN = [
  /^src\/rental\/pages\/print\//,
  /^src\/rental\/pages\/stock\/StockTable\.tsx$/,
  /^packages\/forecourt\/src\/admin\/(actions\/TextButton|list\/ListHead)\.tsx$/,
];

const screens = ['src', 'packages/forecourt/src']
  .flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => /\.tsx$/.test(file) && !/\.test\.tsx$|\/testing\//.test(file));
/** An example in a docstring draws nothing. */
const sourceOf = (file: string): string =>
  readFileSync(path.join(ROOT, file), 'utf8').replace(/^[ \t]*\/\*\*[\s\S]*?\*\//gm, '');

test('inputs, buttons, tables and dialogs are those of MUI', () => {
  const plain = screens
    .filter((file) => !PLAIN.some((pattern) => pattern.test(file)))
    .flatMap((file) =>
      [...sourceOf(file).matchAll(/<((select|textarea|button|table|dialog)|input(?![^>]*type="file"))[\s>]/g)].map(
        ([tag]) => `${file}: ${tag}`,
      ),
    );
  expect(screens.length).toBeGreaterThan(300);
  expect(plain).toEqual([]);
});

test('one theme is behind all of them', () => {
  const makers = screens.filter((file) => /\bcreateTheme\b[^;]*from '@mui/.test(sourceOf(file)));
  expect(makers).toEqual(['packages/forecourt/src/shell/LookProvider.tsx']);
});
