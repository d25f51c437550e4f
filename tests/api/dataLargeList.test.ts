import { setImmediate } from 'node:timers/promises';
import v8 from 'node:v8';
import vm from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DataLayer } from '../../packages/forecourt/src/server/data/index.ts';
import { createTestDatabase, type TestDatabase } from '../postgres.ts';
import { caller, layer, pageOf, type Page } from './dataModel.ts';
import { planNodes, statementsOf } from './plans.ts';
import type { Statement } from './statementTrail.ts';

/** What changes in a list once a table is large: the total, deep pages and texts that are found everywhere. */

const ROWS = 30_000;
const BATCH = 3_000;
let database: TestDatabase;
let data: DataLayer;

const at = (query: Record<string, unknown>): Promise<Page> =>
  pageOf(data, 'booking', { pageSize: '10', pageNo: '1', ...query });

beforeAll(async () => {
  database = await createTestDatabase();
  data = layer(database);
  await data.applyTables();
  const from = (await data.save('branch', { name: 'North' }, caller())).id;
  const to = (await data.save('branch', { name: 'South' }, caller())).id;
  // Two rows each share a time, so that the order within needs the id.
  for (let first = 1; first < ROWS; first += BATCH)
    await database.pool.query(
      `insert into booking (name, number, "fromId", "toId", days, price, status, "createTime") select case when i % 100 = 0 then '王小明' else 'Ann' end, null, case when i % 3 = 0 then $1::bigint else $2::bigint end, case when i % 2 = 0 then $1::bigint else $2::bigint end,
     i % 365, i * 100, case when i % 3 = 0 then 2 else 1 end, timestamptz '2026-01-01' + (i / 2) * interval '1 minute' from generate_series($3::int, $4::int) i`,
      [from, to, first, first + BATCH - 1],
    );
  await database.pool.query('analyze booking');
});

afterAll(() => database?.drop());

test('a total is exact up to ten thousand and honest beyond', async () => {
  expect(await at({ priceStart: '1', priceEnd: '10000' })).toMatchObject({ total: 10_000 });
  expect(await at({ priceStart: '1', priceEnd: '10000' })).not.toHaveProperty('totalAtLeast');
  expect(await at({ priceStart: '1', priceEnd: '10001' })).toMatchObject({ total: 10_001, totalAtLeast: true });
  const everything = await at({});
  expect(everything.totalAtLeast).toBe(true);
  expect(Math.abs(everything.total - ROWS)).toBeLessThan(ROWS / 10);
});

test('a page has ten rows unless told, and at most a hundred whatever was told', async () => {
  expect(await pageOf(data, 'booking', { pageNo: '1' })).toMatchObject({ list: { length: 10 }, pageSize: 10 });
  const largest = await at({ pageNo: '2', pageSize: '100' });
  expect(largest).toMatchObject({ list: { length: 100 }, pageNo: 2, pageSize: 100 });
  for (const pageSize of ['101', '1000', '999999999999999'])
    expect(await at({ pageNo: '2', pageSize })).toEqual(largest);
});

test('a list without pages answers a thousand rows at most, and says how many pages of that there are', async () => {
  const all = await pageOf(data, 'booking', {});
  expect(all).toMatchObject({ list: { length: 1_000 }, pageNo: 1, pageSize: 1_000 });
  expect(all.totalPage).toBe(Math.ceil(all.total / 1_000));
  expect(await pageOf(data, 'booking', { priceStart: '1', priceEnd: '5079' })).toMatchObject({
    list: { length: 1_000 },
    pageSize: 1_000,
    total: 5_079,
    totalPage: 6,
  });
  expect(await pageOf(data, 'booking', { priceStart: '1', priceEnd: '7' })).toMatchObject({
    pageSize: 7,
    totalPage: 1,
  });
});

test('a row that fits both ways of a filter is counted once', async () => {
  const { rows } = await database.pool.query<{ branch: number; count: number }>(
    `select b.id as branch, count(*)::int as count from branch b join booking k on (k."fromId" = b.id or k."toId" = b.id) and k.price <= 900000 group by b.id order by b.id`,
  );
  for (const { branch, count } of rows) {
    expect((await at({ branchId: String(branch), priceEnd: '9000' })).total).toBe(count);
    expect(await at({ branchId: String(branch) })).toMatchObject({ total: 10_001, totalAtLeast: true });
  }
});

test('deep pages are the same rows, reached by walking (as under a filter) or from a remembered row', async () => {
  for (const query of [
    {},
    { sortField: 'createTime', sortOrder: 'ascend' },
    { sortField: 'id', sortOrder: 'descend' },
  ]) {
    const pages = ['2001', '2500', '2501', '2999', '3000'];
    const walked = await Promise.all(pages.map((pageNo) => at({ ...query, pageNo, priceStart: '0' })));
    const jumped = await Promise.all(pages.map((pageNo) => at({ ...query, pageNo })));
    expect(jumped.map((page) => page.list)).toEqual(walked.map((page) => page.list));
    expect(new Set(jumped.flatMap((page) => page.list.map((row) => row['id']))).size).toBe(50);
  }
  expect((await at({ pageNo: '3001' })).list).toEqual([]);
});

test('a deep page is that of this moment when rows have come before all others since the last one', async () => {
  const pages = ['2001', '2500', '2999', '3000'];
  const listed = (): Promise<unknown[]> =>
    Promise.all(pages.map(async (pageNo) => (await at({ pageNo })).list.map((row) => row['id'])));
  const before = await listed();
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into booking (name, "fromId", "toId", days, price) select 'Ann', "fromId", "toId", 1, 100 from booking limit 23 returning id`,
  );
  try {
    const { rows: ids } = await database.pool.query<{ id: number }>(
      'select id from booking order by "createTime" desc, id desc offset 20000',
    );
    const after = await listed();
    expect(after).not.toEqual(before);
    expect(after).toEqual(
      pages.map((pageNo) => ids.slice(Number(pageNo) * 10 - 20_010, Number(pageNo) * 10 - 20_000).map(({ id }) => id)),
    );
  } finally {
    await database.pool.query('delete from booking where id = any($1)', [rows.map(({ id }) => id)]);
  }
});

test('what deep pages start from is found beforehand, of long lists only, and leads to the same rows', async () => {
  await database.pool.query('analyze booking');
  const fresh = layer(database);
  expect(await fresh.prepareDeepPages(1_000_000)).toBe(0);
  expect(await fresh.prepareDeepPages(ROWS / 2)).toBe(1);
  const reading = async (): Promise<unknown> =>
    (await pageOf(fresh, 'booking', { pageNo: '2501', pageSize: '10' })).list.map((row) => row['id']);
  const { rows } = await database.pool.query<{ id: number }>(
    'select id from booking order by "createTime" desc, id desc limit 10 offset 25000',
  );
  expect(await reading()).toEqual(rows.map(({ id }) => id));
});

/** Rows that each sorting node of a statement takes in. */
const sortedRows = async (statement: Statement): Promise<readonly number[]> =>
  (await planNodes(statement))
    .filter((node) => node['Node Type'].endsWith('Sort'))
    .flatMap(({ Plans = [] }) => Plans.map((plan) => plan['Actual Rows']));

test.each(['asc', 'desc'] as const)(
  'rows of one state stand in the usual order, %s, on every page and in an export, and no page sorts all of them',
  async (direction) => {
    const query = { sortField: 'status', sortOrder: `${direction}end` };
    const { rows } = await database.pool.query<{ id: number; price: number }>(
      `select id, price from booking order by status ${direction}, "createTime" ${direction}, id ${direction}`,
    );
    // Within a state, from one to the next, and at the end.
    for (const pageNo of [1, 2, 1_000, 1_001, 2_000, 2_001, 3_000])
      expect((await at({ ...query, pageNo: String(pageNo) })).list.map((row) => row['id'])).toEqual(
        rows.slice((pageNo - 1) * 10, pageNo * 10).map(({ id }) => id),
      );

    let csv = '';
    for await (const part of data.exportRows('booking', query, caller(), { values: 'raw', columns: ['price'] }))
      csv += part;
    expect(
      csv
        .trim()
        .split(/\r?\n/)
        .slice(1)
        .map((line) => Math.round(Number(line) * 100)),
    ).toEqual(rows.map(({ price }) => Number(price)));

    const statements = await statementsOf(/booking/, () => at({ ...query, pageNo: '2' }));
    const sorts = await Promise.all(statements.map(sortedRows));
    expect(sorts.length).toBeGreaterThan(0);
    expect(Math.max(...sorts.flat())).toBeLessThanOrEqual(10);
  },
);

test('a text found nearly everywhere answers the first rows in order', async () => {
  const [all, found] = [await at({ pageSize: '20' }), await at({ keyword: 'an' })];
  expect(found).toMatchObject({ total: 10_001, totalAtLeast: true });
  expect(found.list.map((row) => row['days'])).toEqual(
    all.list
      .filter((row) => row['name'] === 'A*n')
      .map((row) => row['days'])
      .slice(0, 10),
  );
});

test('a text found in some rows is counted exactly', async () => {
  expect(await at({ keyword: '小明' })).toMatchObject({ total: ROWS / 100 });
  expect(await at({ keyword: '小' })).toMatchObject({ total: ROWS / 100 });
  expect(await at({ keyword: '王小明' })).toMatchObject({ total: ROWS / 100 });
  expect((await at({ keyword: '明小' })).total).toBe(0);
});

test('an export has every row of the list and its header, in pieces', async () => {
  let lines = 0;
  let pieces = 0;
  for await (const part of data.exportRows('booking', {}, caller())) {
    lines += String(part).trim().split('\r\n').length;
    pieces++;
  }
  expect(lines).toBe(1 + ROWS);
  expect(pieces).toBeGreaterThan(ROWS / 1000);
});

test('a spreadsheet of many rows takes no more memory at its end than at its beginning', async () => {
  v8.setFlagsFromString('--expose-gc');
  const collect = vm.runInNewContext('gc') as () => void;
  const used = async (): Promise<number> => {
    // What a first collection finds unused, buffers outside the heap above all, is given back after a turn of the event loop.
    for (let turn = 0; turn < 2; turn++) {
      collect();
      await setImmediate();
    }
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const sizes: number[] = [];
  let early = 0;
  for await (const piece of data.exportRows('booking', {}, caller(), { format: 'xlsx' })) {
    sizes.push(piece.length);
    if (sizes.length === 10) early = await used();
  }
  expect(sizes.reduce((sum, size) => sum + size)).toBeGreaterThan(500_000);
  expect(Math.max(...sizes)).toBeLessThan(256 * 1024);
  expect((await used()) - early).toBeLessThan(4 * 1024 * 1024);
});

test('a reader of an export that goes away leaves no connection behind', async () => {
  for (let i = 0; i < 12; i++) for await (const part of data.exportRows('booking', {}, caller())) if (part) break;
  expect(database.pool.idleCount).toBe(database.pool.totalCount);
});
