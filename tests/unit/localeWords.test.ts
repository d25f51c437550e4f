import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const FRAMEWORK = path.join(ROOT, 'packages/forecourt/src');
/** The framework's texts, what holds for an application that says nothing, and what only tests use. */
const APART = /^(locale\/defaultLocale\.ts$|i18n\/|shell\/(i18n|catalogues)\/)|\.test\.tsx?$|(^|\/)testing\//;
const SOURCE = /\.(ts|tsx|cjs|json)$/;

const currencies = Intl.supportedValuesOf('currency');
const zones = Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/'));

/** What only an application may say: its currency and what its minor units are called, its zone, and which languages it has. */
const WORDS: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a currency', new RegExp(`(?<![A-Za-z0-9_])(${currencies.join('|')}|baht|satang)(?![A-Za-z0-9_])`, 'gi')],
  ['a zone', new RegExp(zones.map((zone) => zone.replaceAll('/', '\\/')).join('|'), 'g')],
  ['a language', /(?<=['"`\s])[a-z]{2}-[A-Z]{2}(?=['"`\s.,;:)])/g],
];

/** Names of constants that are also codes of a currency. Codes are written in capitals. */
const NAMES = new Set(['ALL', 'TOP', 'TRY']);
const isCode = (what: string, word: string): boolean =>
  what !== 'a currency' || /^(baht|satang)$/i.test(word) || (word === word.toUpperCase() && !NAMES.has(word));

/** Comments may give an example; code may not know it. */
const withoutComments = (file: string, text: string): string =>
  file.endsWith('.json') ? text : text.replace(/\/\*[^]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');

function faultsIn(file: string, text: string): string[] {
  const code = withoutComments(file, text);
  return WORDS.flatMap(([what, pattern]) =>
    [...code.matchAll(pattern)].filter(([word]) => isCode(what, word)).map(([word]) => `${file}: ${what}, ${word}`),
  );
}

test('currency, zone and languages are the application’s: the framework names none of them', async () => {
  const files = (await readdir(FRAMEWORK, { recursive: true })).map((file) => file.split(path.sep).join('/'));
  const sources = files.filter((file) => SOURCE.test(file) && !APART.test(file));
  expect(sources.length).toBeGreaterThan(300);
  const read = sources.map(async (file) => faultsIn(file, await readFile(path.join(FRAMEWORK, file), 'utf8')));
  expect((await Promise.all(read)).flat()).toEqual([]);
});

test.each([
  ["const CURRENCY = 'THB';", 'a.ts: a currency, THB'],
  ['const fine = `${amount} satang`;', 'a.ts: a currency, satang'],
  ["const zone = read('TIME_ZONE') ?? 'Asia/Bangkok';", 'a.ts: a zone, Asia/Bangkok'],
  ["export type Language = 'zh-CN' | string;", 'a.ts: a language, zh-CN'],
  ["const thai = language === 'th-TH';", 'a.ts: a language, th-TH'],
])('the guard finds %s', (planted, fault) => {
  expect(faultsIn('a.ts', `/** Such as 'en-US' or 'EUR'. */\n${planted}\n// 'Europe/Berlin'\nconst all = 1;`)).toEqual([
    fault,
  ]);
});
