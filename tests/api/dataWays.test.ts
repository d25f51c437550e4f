import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DataLayer } from '../../packages/forecourt/src/server/data/index.ts';
import { createTestDatabase, type TestDatabase } from '../postgres.ts';
import { bookingModule, caller, layer, pageOf } from './dataModel.ts';
import { planNodes, statementsOf } from './plans.ts';

/** Lists that several columns lead to: by a filter over two relations, by a text at the end of one, and by a scope of two. */

const ROWS = 24_000;
const BATCH = 4_000;
/** Names by how many rows they have. */
const BRANCHES = ['few', 'some', 'many', 'most', 'none'] as const;
type Branch = (typeof BRANCHES)[number];

let database: TestDatabase;
let data: DataLayer;
const branch = {} as Record<Branch, number>;

beforeAll(async () => {
  database = await createTestDatabase();
  data = layer(database, bookingModule);
  await data.applyTables();
  for (const name of BRANCHES) branch[name] = (await data.save('branch', { name }, caller())).id;
  const { few, some, many, most } = branch;
  for (let first = 1; first < ROWS; first += BATCH)
    await database.pool.query(
      `insert into booking (number, name, "fromId", "toId", status, days, price, kind, "createTime")
       select 'N' || i, 'Ann ' || i % 50, case when i % 8000 = 1 then $1::bigint when i % 30 = 0 then $2 when i % 2 = 0 then $3 else $4 end,
         case when i % 8000 = 2 then $1::bigint when i % 45 = 0 then $2 when i % 3 = 0 then $3 else $4 end,
         1 + i % 3, case when i % 7 = 0 then null else i * 31 % 365 end, i * 37 % 900 * 100, case when i % 5 = 0 then 'long' else 'short' end,
         timestamptz '2026-01-01' + (i / 2) * interval '1 minute' from generate_series($5::int, $6::int) i`,
      [few, some, many, most, first, first + BATCH - 1],
    );
  // The cluster of the tests commits before it writes its log, and until that is written a vacuum takes no row for visible to everybody.
  await database.pool.query('begin; set local synchronous_commit = on; update branch set name = name; commit');
  await database.pool.query('vacuum analyze booking');
});

afterAll(() => database?.drop());

const branches = fc.uniqueArray(fc.constantFrom(...BRANCHES), { minLength: 1, maxLength: 3 });
const request = fc.record({
  scope: fc.option(branches),
  filter: fc.option(branches),
  from: fc.option(fc.constantFrom('few', 'OM', 'm', 'none', 'nowhere')),
  status: fc.option(fc.constantFrom(1, 2, 3)),
  number: fc.option(fc.constantFrom('N', 'n12', 'N23', 'N2399', 'zq')),
  kind: fc.option(fc.constantFrom('short', 'long')),
  price: fc.option(fc.nat(900)),
  sort: fc.option(fc.constantFrom('createTime', 'id', 'days', 'price', 'status')),
  direction: fc.constantFrom('ascend', 'descend'),
  pageSize: fc.constantFrom(1, 10, 100),
  pageNo: fc.oneof(fc.constantFrom(1, 2), fc.integer({ min: 1, max: 300 })),
});
type Asked = typeof request extends fc.Arbitrary<infer T> ? T : never;

/** The same asked in plain words of SQL: ids of the page, and how many rows there are. */
async function plainAnswer(asked: Asked): Promise<{ ids: readonly number[]; total: number }> {
  const values: unknown[] = [];
  const add = (value: unknown): string => `$${values.push(value)}`;
  const conditions = ['true'];
  for (const names of [asked.scope, asked.filter]) {
    if (!names) continue;
    const ids = add(names.map((name) => branch[name]));
    conditions.push(`("fromId" = any(${ids}) or "toId" = any(${ids}))`);
  }
  if (asked.from !== null)
    conditions.push(`"fromId" in (select id from branch where position(lower(${add(asked.from)}) in name) > 0)`);
  if (asked.number !== null) conditions.push(`starts_with(lower(number), lower(${add(asked.number)}))`);
  if (asked.status !== null) conditions.push(`status = ${add(asked.status)}`);
  if (asked.kind !== null) conditions.push(`kind = ${add(asked.kind)}`);
  if (asked.price !== null) conditions.push(`price <= ${add(asked.price * 100)}`);
  const direction = asked.sort !== null && asked.direction === 'ascend' ? 'asc' : 'desc';
  const order = `"${asked.sort ?? 'createTime'}" ${direction} nulls last, id ${direction}`;
  const where = conditions.join(' and ');
  const [page, count] = await Promise.all([
    database.pool.query<{ id: number }>(
      `select id from booking where ${where} order by ${order} limit ${asked.pageSize} offset ${(asked.pageNo - 1) * asked.pageSize}`,
      values,
    ),
    database.pool.query<{ total: number }>(`select count(*)::int as total from booking where ${where}`, values),
  ]);
  return { ids: page.rows.map(({ id }) => id), total: count.rows[0]!.total };
}

const by = (scope: readonly Branch[] | null) => caller(scope ? { scope: scope.map((name) => branch[name]) } : {});
const queryOf = (asked: Asked): Record<string, unknown> => ({
  pageNo: String(asked.pageNo),
  pageSize: String(asked.pageSize),
  ...(asked.filter && { branchId: asked.filter.map((name) => branch[name]).join() }),
  ...(asked.from !== null && { from: asked.from }),
  ...(asked.number !== null && { number: asked.number }),
  ...(asked.status !== null && { status: String(asked.status) }),
  ...(asked.kind !== null && { kind: asked.kind }),
  ...(asked.price !== null && { priceEnd: String(asked.price) }),
  ...(asked.sort !== null && { sortField: asked.sort, sortOrder: asked.direction }),
});

test('a page is the one that the plain question answers, for any scope, filters, order and page', async () => {
  await fc.assert(
    fc.asyncProperty(request, async (asked) => {
      const [page, expected] = await Promise.all([
        pageOf(data, 'booking', queryOf(asked), by(asked.scope)),
        plainAnswer(asked),
      ]);
      expect(page.list.map((row) => row['id'])).toEqual(expected.ids);
      if (expected.total <= 10_000) expect(page.total).toBe(expected.total);
      else expect(page.totalAtLeast).toBe(true);
    }),
    { numRuns: 300 },
  );
});

describe('a descending order ends with the rows that have no value', () => {
  const plain: Asked = {
    scope: null,
    filter: null,
    from: null,
    status: null,
    number: null,
    kind: null,
    price: null,
    sort: 'days',
    direction: 'descend',
    pageSize: 100,
    pageNo: 1,
  };
  // 20,572 of 24,000 rows have a number of days.
  test.each<Partial<Asked>>([
    { pageNo: 205 },
    { pageNo: 206 },
    { pageNo: 207 },
    { pageNo: 240 },
    { pageNo: 241 },
    { pageNo: 2_058, pageSize: 10 },
    { pageNo: 20_573, pageSize: 1 },
    { status: 2, pageNo: 69 },
    { filter: ['some'], pageNo: 12 },
    { scope: ['most'], pageNo: 150 },
  ])('around their first row: %j', async (changed) => {
    const asked: Asked = { ...plain, ...changed };
    const [page, expected] = await Promise.all([
      pageOf(data, 'booking', queryOf(asked), by(asked.scope)),
      plainAnswer(asked),
    ]);
    expect(page.list.map((row) => row['id'])).toEqual(expected.ids);
  });

  test('and its first page reads none of them', async () => {
    expect(await rowsLookedAt({ sortField: 'days', sortOrder: 'descend', status: '1' }, null)).toBeLessThan(20_200);
  });
});

/** Rows of the table that the statement of a list looks at. */
async function rowsLookedAt(query: Record<string, unknown>, scope: readonly Branch[] | null): Promise<number> {
  const [statement] = await statementsOf(/booking/, () =>
    pageOf(data, 'booking', { pageNo: '1', pageSize: '10', ...query }, by(scope)),
  );
  const read = (await planNodes(statement!)).filter((node) => node['Relation Name'] === 'booking');
  return read.reduce(
    (sum, node) => sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
    0,
  );
}

describe('few rows are found without looking at the others', () => {
  const orders = [{}, { sortField: 'price', sortOrder: 'ascend' }, { sortField: 'days', sortOrder: 'descend' }];
  test.each(orders)('by a filter %j', async (order) => {
    expect(await rowsLookedAt({ branchId: String(branch.few), ...order }, null)).toBeLessThan(100);
  });
  test.each(orders)('by a scope %j', async (order) => {
    expect(await rowsLookedAt(order, ['few'])).toBeLessThan(100);
  });
  test('by a text of what they belong to', async () => {
    expect(await rowsLookedAt({ from: 'few' }, null)).toBeLessThan(100);
  });
  test('by a text that nothing they could belong to has', async () => {
    expect(await rowsLookedAt({ from: 'nowhere' }, null)).toBe(0);
  });
  test.each(['zq', 'N2399', 'N23999'])('by the beginning of a number: %s', async (number) => {
    expect(await rowsLookedAt({ number }, null)).toBeLessThan(50);
  });
  test('by a filter of nothing', async () => {
    expect(await rowsLookedAt({ branchId: String(branch.none) }, ['none', 'few'])).toBeLessThan(100);
  });
});

test('of many rows in an order without index, no more are read than the total counts', async () => {
  const looked = await rowsLookedAt(
    { branchId: String(branch.most), sortField: 'createTime', sortOrder: 'ascend' },
    null,
  );
  expect(looked).toBeLessThan(12_000);
});
