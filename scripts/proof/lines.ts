import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';

const ROOT = path.resolve(import.meta.dirname, '../..');

export interface Line {
  readonly id: string;
  readonly requirement: string;
  readonly state: 'proven' | 'partly' | 'untested' | 'missing';
  /** Where its test stands, and what stands in its title or in that of its group: as it is when it runs, not as it is written for a table. */
  readonly file: string;
  readonly test: string;
  /** What is not proven, or not there. */
  readonly note: string;
}

/** Names of tests of each file that passed, those of their groups before them: `group > test`. */
export type Passed = ReadonlyMap<string, readonly string[]>;

export const readLines = (): readonly Line[] =>
  parse(readFileSync(path.join(ROOT, 'docs/requirements.csv'), 'utf8'), { columns: true });

/** A part of a title that says nothing fits any test. */
const SHORTEST = 8;
const PLACEHOLDER = /%[sdifjoO#p$]|\$\{|\$\w/;

/** Files whose turn decides what they try, not how it looks: what they hold today they let go tomorrow. */
const IN_TURN: Readonly<Record<string, string>> = {
  'tests/browser/formWalk.test.ts': '',
  'tests/browser/filterWalk.test.ts': '',
  'tests/browser/sheets.test.ts': 'looks as it was approved',
};

/** Why a line names no test that `npm test` always runs; undefined when it does, as far as one sees without running it. */
export function unfit({ file, test }: Line): string | undefined {
  if (!/\.test\.tsx?$/.test(file) || /^tests\/(long|cluster|bench)\//.test(file))
    return 'no file of tests that always run';
  if (test.trim().length < SHORTEST) return 'names no test';
  if (PLACEHOLDER.test(test)) return 'a title as it is written for a table';
  const turned = IN_TURN[file];
  return turned !== undefined && test.includes(turned) ? 'its turn comes on some days only' : undefined;
}

/** Lines that are said to be proven, and whose test did not run and pass. */
export const unproven = (lines: readonly Line[], passed: Passed): readonly Line[] =>
  lines.filter(
    ({ state, file, test }) => state === 'proven' && !(passed.get(file) ?? []).some((name) => name.includes(test)),
  );
