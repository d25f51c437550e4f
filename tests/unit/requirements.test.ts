import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readLines, unfit, unproven, type Line } from '../../scripts/proof/lines.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Lines of the requirements; none is ever taken out. */
const COUNT = 1930;
/** Lines that no test holds, or not whole: to become fewer. */
const OPEN_AT_MOST = 9;

const lines = readLines();
const proven = lines.filter(({ state }) => state === 'proven');
const open = lines.filter(({ state }) => state !== 'proven');

/** Titles of tests are written in a file, or in what it registers its tests with. */
const sourceOf = (file: string): string =>
  (file === 'tests/api/generated.test.ts'
    ? [file, 'packages/forecourt/generated/index.ts', 'packages/forecourt/generated/validity.ts']
    : [file]
  )
    .map((one) => readFileSync(path.join(ROOT, one), 'utf8'))
    .join('\n');

const PLACES = /%[sdifjoO#p]|\$\{[^}]*\}|\$\w+/g;

/** What a test or a group is called: the text that such a call, or the call of a table of such, begins with. */
const TITLES =
  /(?:\b(?:test|it|describe)(?:\.(?:runIf|skipIf)\([^\n]*?\)|\.\w+)*|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\\n])+)\1,/g;

interface Written {
  readonly titles: readonly string[];
  /** Titles of tables, by what they have between the values. */
  readonly tables: readonly (readonly string[])[];
}

const written = new Map<string, Written>();
function writtenIn(file: string): Written {
  const known = written.get(file);
  if (known) return known;
  const titles = [...sourceOf(file).matchAll(TITLES)].map(([, , title]) => title!.replaceAll(/\\(['"`])/g, '$1'));
  const tables = titles.filter((title) => title.search(PLACES) >= 0).map((title) => title.split(PLACES));
  written.set(file, { titles, tables });
  return written.get(file)!;
}

/** Whether a title has these pieces, one after the other. */
function hasPieces(title: string, pieces: readonly string[]): boolean {
  let from = 0;
  return pieces.every((piece) => {
    const at = title.indexOf(piece, from);
    from = at + piece.length;
    return at >= 0;
  });
}

/** Stands in the file, or can come from a table in it. Whether it did is seen when all tests have run: the step `requirements` of `npm test`. */
function isWritten({ file, test: title }: Line): boolean {
  const { titles, tables } = writtenIn(file);
  const last = title.split(' > ').at(-1)!;
  const stands = titles.some((one) => one.includes(title) || one.includes(last));
  return stands || tables.some((pieces) => hasPieces(last, pieces));
}

test('every line of the requirements is listed once', () => {
  expect(new Set(lines.map(({ id }) => id)).size).toBe(COUNT);
  expect(lines).toHaveLength(COUNT);
});

test('a line names a test by its title, one that every run of all tests has', () => {
  const refused = proven.flatMap((line) => {
    const reason = unfit(line) ?? (isWritten(line) ? undefined : 'no such title');
    return reason === undefined ? [] : [`${line.id}: ${line.file}: ${line.test}: ${reason}`];
  });
  expect(refused).toEqual([]);
});

test('a line without a title, with one of a table, of a walk by turns, or of a test that did not pass is refused', () => {
  const line = { ...proven[0]!, file: 'tests/api/a.test.ts', test: 'a car needs its plate' };
  expect([line, { ...line, test: '' }, { ...line, test: 'needs %s' }].map(unfit)).toEqual([
    undefined,
    'names no test',
    'a title as it is written for a table',
  ]);
  expect(unfit({ ...line, file: 'tests/browser/formWalk.test.ts' })).toBe('its turn comes on some days only');
  expect(unfit({ ...line, file: 'scripts/test.mjs' })).toBe('no file of tests that always run');
  expect(unproven([line], new Map([[line.file, ['cars > a car needs its plate']]]))).toEqual([]);
  expect(unproven([line], new Map([[line.file, ['cars > a car needs its model']]]))).toEqual([line]);
  expect(unproven([line], new Map())).toEqual([line]);
});

test('what no test holds says why, and becomes no more', () => {
  expect(open.filter(({ note }) => note === '').map(({ id }) => id)).toEqual([]);
  expect(open.length).toBeLessThanOrEqual(OPEN_AT_MOST);
});
