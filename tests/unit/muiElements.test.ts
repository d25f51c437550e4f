import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const SOURCE = path.resolve(import.meta.dirname, '../../src');

/**
 * Paper has its own style sheets, the stock schedule draws thousands of cells, and each row and head of a list has buttons: they write plain elements.
 * So does whatever only opens the device's own choice of a file.
 */
const PLAIN = [
  /^rental\/pages\/print\//,
  /^rental\/pages\/stock\/StockTable\.tsx$/,
  /^framework\/admin\/(actions\/TextButton|list\/ListHead)\.tsx$/,
];

const screens = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => /\.tsx$/.test(file) && !/\.test\.tsx$|\/testing\//.test(file));
const sourceOf = (file: string): string => readFileSync(path.join(SOURCE, file), 'utf8');

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
  expect(makers).toEqual(['framework/shell/LookProvider.tsx']);
});
