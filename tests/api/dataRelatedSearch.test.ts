import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compileModel, type EntitySchema } from 'forecourt/model';
import type { DataLayer } from '../../packages/forecourt/src/server/data/index.ts';
import { createTestDatabase, type TestDatabase } from '../postgres.ts';
import { bookingModule, codes, layer, pageOf, resources, schemas } from './dataModel.ts';
import { planNodes, statementsOf } from './plans.ts';

/** A search that asks the rows themselves and, through two relations, what they belong to. */

const SHELVES = 15_000;
const BOXES = 30_000;

const shelf: EntitySchema = {
  type: 'object',
  'x-title': ['name'],
  'x-search': ['name', 'code'],
  properties: { name: { type: 'string', maxLength: 60 }, code: { type: 'string', maxLength: 20 } },
};
const box: EntitySchema = {
  type: 'object',
  'x-title': ['label'],
  'x-search': ['label'],
  properties: {
    label: { type: 'string', maxLength: 60 },
    shelfId: { type: 'integer', 'x-ref': { resource: 'shelf', as: 'shelfName' } },
    nextId: { type: 'integer', 'x-ref': { resource: 'shelf', as: 'nextName' } },
  },
};

const model = compileModel({
  schemas: { ...schemas, shelf, box },
  resources: [
    ...resources,
    {
      schema: 'box',
      permission: { base: 'booking', route: 'booking-list' },
      api: { list: '/box/list' },
      list: {
        columns: ['label', 'shelfId', 'nextId'],
        filters: [{ name: 'keyword', anyOf: ['label', 'shelfId.name', 'nextId.name'], operator: 'contains' }],
        sort: ['createTime', 'desc'],
      },
    },
  ],
  codes,
  scopeEntity: 'branch',
});

let database: TestDatabase;
let data: DataLayer;

beforeAll(async () => {
  database = await createTestDatabase();
  data = layer(database, bookingModule, model);
  await data.applyTables();
  await database.pool.query(
    `insert into shelf (name, code) select case when i % 5000 = 7 then 'Zebra ' || i when i % 40 = 3 then '王小' || i when i % 5 = 0 then 'Plain ' || i else 'Common ' || i end, 'Quiet'
     from generate_series(1, ${SHELVES}) i`,
  );
  await database.pool.query(
    `insert into box (label, "shelfId", "nextId", "createTime") select 'Box ' || i, 1 + i * 7 % ${SHELVES}, case when i % 3 = 0 then 1 + i * 11 % ${SHELVES} end,
       timestamptz '2026-01-01' + i * interval '1 minute' from generate_series(1, ${BOXES}) i`,
  );
  await database.pool.query('vacuum analyze shelf, box');
});

afterAll(() => database?.drop());

/** Letters by themselves are the beginnings of words. */
const WORDS = ['zebra', 'Zebra 5007', 'common', 'box', 'ox 29', '王', '王小', 'plain', 'nowhere', 'quiet'] as const;
const LETTERS = ['z', 'c', 'b', 'q', 'o', '9'] as const;

async function expectedOf(text: string, pageNo: number, pageSize: number) {
  const found = (LETTERS as readonly string[]).includes(text)
    ? "lower(%) ~ ('(^| )' || $1)"
    : 'position(lower($1) in lower(%)) > 0';
  const where = ['b.label', 's.name', 'n.name']
    .map((name) => `coalesce(${found.replace('%', name)}, false)`)
    .join(' or ');
  const { rows } = await database.pool.query<{ id: number }>(
    `select b.id from box b left join shelf s on s.id = b."shelfId" left join shelf n on n.id = b."nextId" where ${where} order by b."createTime" desc, b.id desc`,
    [text],
  );
  return { total: rows.length, ids: rows.map(({ id }) => id).slice((pageNo - 1) * pageSize, pageNo * pageSize) };
}

test('finds the rows that the plain question finds, however many have the text, and says no total that is none', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...WORDS, ...LETTERS),
      fc.constantFrom(1, 2, 40),
      fc.constantFrom(1, 20, 100),
      async (keyword, pageNo, pageSize) => {
        const [page, expected] = await Promise.all([
          pageOf(data, 'box', { keyword, pageNo: String(pageNo), pageSize: String(pageSize) }),
          expectedOf(keyword, pageNo, pageSize),
        ]);
        expect(page.list.map((row) => row['id'])).toEqual(expected.ids);
        if (page.totalAtLeast) expect(page.total).toBeLessThanOrEqual(expected.total);
        else expect(page.total).toBe(expected.total);
        if (expected.total <= 1_000) expect(page.totalAtLeast).toBeUndefined();
      },
    ),
    { numRuns: 60 },
  );
});

/** Rows of a table that a search looks at. */
async function looked(table: string, keyword: string): Promise<number> {
  const [statement] = await statementsOf(/from "box"/, () =>
    pageOf(data, 'box', { keyword, pageNo: '1', pageSize: '10' }),
  );
  const read = (await planNodes(statement!)).filter((node) => node['Relation Name'] === table);
  return read.reduce(
    (sum, node) => sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
    0,
  );
}

describe('what few or none have is found by the search index of what rows belong to', () => {
  test.each(['zebra', 'nowhere', 'x', 'z', '龘'])('%s', async (keyword) => {
    expect(await looked('shelf', keyword)).toBeLessThan(500);
    expect(await looked('box', keyword)).toBeLessThan(500);
  });
});
