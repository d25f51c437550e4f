import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  COUPON_TRANSITIONS,
  DEDUCTION_TRANSITIONS,
  DISPATCH_PLAN_TRANSITIONS,
  DOCUMENT_TRANSITIONS,
  MAINTENANCE_TRANSITIONS,
  MEMBER_MERGE_TRANSITIONS,
  ORDER_TRANSITIONS,
  REFUND_TRANSITIONS,
  STORAGE_TRANSITIONS,
  VEHICLE_TRANSITIONS,
  VIOLATION_TRANSITIONS,
} from '../../src/rental/rules/index.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const TEXT = /\.(ts|tsx|mjs|cjs|js|json|md|sql)$/;

async function textsBelow(...folders: string[]): Promise<readonly (readonly [file: string, text: string])[]> {
  const names = await Promise.all(
    folders.map(async (folder) => {
      const entries = await readdir(path.join(ROOT, folder), { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile() && TEXT.test(entry.name))
        .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)));
    }),
  );
  // What is built of an example holds texts of packages.
  const files = names
    .flat()
    .filter((file) => file !== 'tests/unit/ruleIds.test.ts' && !/(^|\/)(node_modules|dist)\//.test(file));
  return Promise.all(files.map(async (file) => [file, await readFile(path.join(ROOT, file), 'utf8')] as const));
}

const pages = await textsBelow('docs/rules');
const everything = await textsBelow('src', 'packages', 'schemas', 'resources', 'tests', 'docs', 'examples', 'scripts');
// The ground of the maps is lines in digits of its own, not words.
const rental = everything.filter(
  ([file]) => /^(src\/rental|resources|tests\/api)\//.test(file) && !file.endsWith('/ground.json'),
);

const definedIds = pages.flatMap(([, text]) => [...text.matchAll(/^### (D-[A-Z]+-\d+) /gm)].map((hit) => hit[1]!));

/** Lines of the state tables: a row's name and its cells. */
const tableLines = pages
  .flatMap(([, text]) => text.split('\n'))
  .filter((line) => /^\| [OVSFKMWTYPG]\d+ /.test(line))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
const definedRows = new Set(tableLines.map((cells) => cells[0]!));

/** `D-PRICE-03, 04` names two rules. */
function idsIn(text: string): string[] {
  return [...text.matchAll(/\b(D-[A-Z]+-)(\d+)((?:(?:, | and )\d\d\b)*)/g)].flatMap(([, area, first, more]) =>
    [first!, ...(more!.match(/\d\d/g) ?? [])].map((number) => `${area}${number}`),
  );
}

/** Places that name something that is nowhere: `file: what`. */
const lost = (
  files: typeof everything,
  named: (text: string) => readonly string[],
  known: (one: string) => boolean,
): string[] =>
  files.flatMap(([file, text]) =>
    [...new Set(named(text).filter((one) => !known(one)))].map((one) => `${file}: ${one}`),
  );

describe('the rules in docs/rules', () => {
  test('hold every id that a file names, each once', () => {
    expect(everything.length).toBeGreaterThan(900);
    expect(definedIds.filter((id, at) => definedIds.indexOf(id) !== at)).toEqual([]);
    expect(lost(everything, idsIn, (id) => definedIds.includes(id))).toEqual([]);
  });

  test('hold every row of a state machine that the rental code names', () => {
    const rowsIn = (text: string): string[] => text.match(/(?<![\w"'#}])[OVSKTWYPG]\d{1,2}\b|(?<![\w"'#])F\d\b/g) ?? [];
    expect(lost(rental, rowsIn, (row) => definedRows.has(row))).toEqual([]);
  });

  test('are the only place that such names point to: no page of another house, no number of its paragraphs', () => {
    // A page names its neighbours without their folder.
    const texts = everything.map(([file, text]) =>
      file.startsWith('docs/') ? ([file, text.replaceAll('look.md', '')] as const) : ([file, text] as const),
    );
    const outside = (text: string): string[] =>
      text.match(
        /(?<![\w/])look\.md|\b00[01] §|decisions(?:\.md)? §|(?<![\w-])(?!AES|SHA)[A-Z]{2,}(?:-[A-Z]+)?-F?\d{3}\b/g,
      ) ?? [];
    expect(lost(texts, outside, () => false)).toEqual([]);
  });

  test.each([
    ['order', 'O', ORDER_TRANSITIONS],
    ['vehicle', 'V', VEHICLE_TRANSITIONS],
    ['deduction', 'S', DEDUCTION_TRANSITIONS],
    ['refund', 'F', REFUND_TRANSITIONS],
    ['storage order', 'T', STORAGE_TRANSITIONS],
    ['planned dispatch', 'Y', DISPATCH_PLAN_TRANSITIONS],
    ['violation', 'W', VIOLATION_TRANSITIONS],
    ['document', 'P', DOCUMENT_TRANSITIONS],
    ['merge', 'G', MEMBER_MERGE_TRANSITIONS],
    ['work order', 'M', MAINTENANCE_TRANSITIONS],
    [
      'coupon',
      'K',
      COUPON_TRANSITIONS.map(({ permissions, ...row }) => ({ ...row, permission: permissions.join(', ') })),
    ],
  ])('say of the %s what its state machine does', (_name, letter, transitions) => {
    const inCode = transitions.map(
      ({ id, event, from, to, permission }) => `${id} ${from ?? 'none'} ${event} ${to ?? 'gone'} ${permission}`,
    );
    const onPage = tableLines
      .filter(([row]) => row!.startsWith(letter))
      .flatMap(([row, from, events, to, permission]) =>
        from!
          .split(', ')
          .flatMap((state) =>
            events!.split(', ').map((event) => `${row} ${state} ${event} ${to === 'same' ? state : to} ${permission}`),
          ),
      );
    expect(onPage.toSorted()).toEqual(inCode.toSorted());
  });
});
