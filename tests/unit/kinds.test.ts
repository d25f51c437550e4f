import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { kindOf, type FieldKind } from 'forecourt/model';
import { kindFor } from '../../packages/forecourt/src/server/data/kinds/index.ts';
import { KINDS } from '../../packages/forecourt/src/admin/values/kinds.ts';

/** Where the kinds are described; everywhere else a kind is looked up. */
const HOMES = [/^packages\/forecourt\/src\/model\/kinds\.ts$/, /^packages\/forecourt\/src\/server\/data\/kinds\//];

const kinds = Object.keys(KINDS) as FieldKind[];

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(path);
    else if (/\.ts$/.test(path) && !/\.test\.ts$/.test(path)) yield path;
  }
}

test('no server file, tool or declaration decides by the name of a kind what a value is: that is said once, by the kind', () => {
  const named = new RegExp(
    `(?:\\.|\\b)kind\\)? [!=]== '(${kinds.join('|')})'|case '(money|dateTime|refs|percent|computed)':`,
  );
  const found = ['packages/forecourt/src/server', 'packages/forecourt/src/model', 'packages/forecourt/cli/generate']
    .flatMap((folder) => [...sources(folder)])
    .filter((path) => !HOMES.some((home) => home.test(path)))
    .flatMap((path) =>
      readFileSync(path, 'utf8')
        .split('\n')
        .flatMap((line, index) => (named.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
    );
  expect(found).toEqual([]);
});

test('the server knows every kind, and what it stores it can make a sample of', () => {
  for (const kind of kinds) expect(kindFor({ kind }).sample).toBeTypeOf('function');
});

test.each<[FieldKind, Parameters<typeof kindOf>[0]]>([
  ['money', { type: 'number', 'x-widget': 'money' }],
  ['ref', { type: 'integer', 'x-ref': { resource: 'room' } }],
  ['refs', { type: 'array', 'x-ref': { resource: 'room' } }],
  ['code', { type: 'string', enum: ['a', 'b'] }],
  ['json', { type: 'array', items: { type: 'string' } }],
  ['computed', { type: 'integer', 'x-compute': 'sum' }],
  ['file', { type: 'string', 'x-widget': 'image' }],
  ['time', { type: 'string', format: 'time' }],
  ['dateTime', { type: ['string', 'null'], format: 'date-time' }],
  ['string', { type: 'string', format: 'email' }],
])('a property is of the kind %s by its keywords, its format or its type', (kind, property) => {
  expect(kindOf(property)).toBe(kind);
});
