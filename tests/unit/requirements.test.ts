import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Lines of the requirements; none is ever taken out. */
const COUNT = 1919;
/** Lines that no test holds, or not whole: to become fewer. */
const OPEN_AT_MOST = 11;

interface Line {
  readonly id: string;
  readonly requirement: string;
  readonly state: 'proven' | 'partly' | 'untested' | 'missing';
  /** Where its test stands, and under which title (that of a group of tests, or of one that is made for each row of a table). */
  readonly file: string;
  readonly test: string;
  /** What is not proven, or not there. */
  readonly note: string;
}

const lines: readonly Line[] = parse(readFileSync(path.join(ROOT, 'docs/requirements.csv')), { columns: true });
const open = lines.filter(({ state }) => state !== 'proven');

const texts = new Map<string, string>();
function textOf(file: string): string {
  if (!texts.has(file)) texts.set(file, readFileSync(path.join(ROOT, file), 'utf8'));
  return texts.get(file)!;
}

test('every line of the requirements is listed once', () => {
  expect(new Set(lines.map(({ id }) => id)).size).toBe(COUNT);
  expect(lines).toHaveLength(COUNT);
});

test('the test that holds a line is there', () => {
  const gone = lines.filter(({ state, file, test: title }) => state === 'proven' && !textOf(file).includes(title));
  expect(gone.map(({ id, file, test: title }) => `${id}: ${file}: ${title}`)).toEqual([]);
});

test('what no test holds says why, and becomes no more', () => {
  expect(open.filter(({ note }) => note === '').map(({ id }) => id)).toEqual([]);
  expect(open.length).toBeLessThanOrEqual(OPEN_AT_MOST);
});
