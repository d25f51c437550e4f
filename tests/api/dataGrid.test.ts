import { afterAll, beforeAll, expect, test } from 'vitest';
import { Grid, type Order } from '../../packages/forecourt/src/server/data/query/grid.ts';
import { column } from '../../packages/forecourt/src/server/data/sql/index.ts';
import { createTestDatabase, type TestDatabase } from '../postgres.ts';

/** The rows from which deep pages are reached, at small distances. */

const ROWS = 1_005;
const MESH = { step: 10, piece: 4, head: 7 };
const TABLE = 'paged';
let database: TestDatabase;

const orderBy = (direction: 'asc' | 'desc'): Order => ({
  table: TABLE,
  sort: { sql: column('t', 'at'), direction, mayBeEmpty: false, column: 'at' },
  type: 'timestamptz',
});

/** Ids in the order of a list, as they stand now. */
async function idsIn(direction: 'asc' | 'desc'): Promise<readonly number[]> {
  const { rows } = await database.pool.query<{ id: number }>(
    `select id from ${TABLE} order by at ${direction}, id ${direction}`,
  );
  return rows.map(({ id }) => id);
}

/** The ids that a grid leads to for these rows. */
async function reachedFrom(grid: Grid, offsets: readonly number[], ids: readonly number[]): Promise<unknown[]> {
  await grid.reached(Number.MAX_SAFE_INTEGER);
  const shift = await grid.newRows();
  return offsets.map((offset) => {
    const start = grid.nearest(offset - shift)!;
    return ids[ids.indexOf(start.id) + start.skip];
  });
}

const OFFSETS = [20, 39, 40, 41, 123, 400, 999, 1_004];

beforeAll(async () => {
  database = await createTestDatabase();
  // Three rows each share an instant, so that the order within needs the id.
  await database.pool.query(`create table ${TABLE} (id bigint primary key, at timestamptz not null)`);
  await database.pool.query(
    `insert into ${TABLE} select i, timestamptz '2026-01-01 00:00:00.123456' + (i / 3) * interval '1 minute' from generate_series(1, $1::int) i`,
    [ROWS],
  );
});

afterAll(() => database?.drop());

test.each(['asc', 'desc'] as const)(
  'every row of a list is found from the mark before it, in order %s',
  async (direction) => {
    const grid = new Grid(database.pool, orderBy(direction), MESH);
    const ids = await idsIn(direction);
    expect(await reachedFrom(grid, OFFSETS, ids)).toEqual(OFFSETS.map((offset) => ids[offset]));
    expect(grid).toMatchObject({ whole: true, fresh: true, ended: true });
    for (const offset of OFFSETS) expect(grid.nearest(offset)!.skip).toBeLessThan(MESH.step);
  },
);

test('no statement looks for more than its piece, and who waits for a row waits no longer than for it', async () => {
  let statements = 0;
  const grid = new Grid(
    { query: (statement) => (statements++, database.pool.query(statement)) },
    orderBy('desc'),
    MESH,
  );
  await grid.reached(95);
  // The first has the marks 0 to 4, the next 5 to 8, the third 9 to 12.
  expect(statements).toBeLessThanOrEqual(4);
  expect(grid.whole).toBe(false);
  expect(grid.nearest(95)!.skip).toBe(5);
  await grid.reached(Number.MAX_SAFE_INTEGER);
  expect(statements).toBe(Math.ceil((ROWS / MESH.step + 1) / MESH.piece));
});

test('rows that come before all others, and those of them that go, do not shift what is found', async () => {
  const grid = new Grid(database.pool, orderBy('desc'), MESH);
  await grid.reached(Number.MAX_SAFE_INTEGER);
  await database.pool.query(`insert into ${TABLE} select i, now() from generate_series(5001, 5013) i`);
  try {
    const more = await idsIn('desc');
    expect(await reachedFrom(grid, OFFSETS, more)).toEqual(OFFSETS.map((offset) => more[offset]));
    await database.pool.query(`delete from ${TABLE} where id in (5001, 5007)`);
    const fewer = await idsIn('desc');
    expect(await reachedFrom(grid, OFFSETS, fewer)).toEqual(OFFSETS.map((offset) => fewer[offset]));
  } finally {
    await database.pool.query(`delete from ${TABLE} where id > 5000`);
  }
});

test('what breaks off leaves the marks so far, and nobody waits for more', async () => {
  let statements = 0;
  const grid = new Grid(
    {
      query: (statement) =>
        ++statements > 3 ? Promise.reject(new Error('statement timeout')) : database.pool.query(statement),
    },
    orderBy('desc'),
    MESH,
  );
  await grid.reached(900);
  expect(grid).toMatchObject({ whole: false, fresh: false, ended: true });
  expect(await grid.newRows()).toBe(0);
  expect(grid.nearest(900)!.skip).toBe(900 - 12 * MESH.step);
});

test('a table without rows has nothing to start from', async () => {
  await database.pool.query(`create table empty (like ${TABLE})`);
  const grid = new Grid(database.pool, { ...orderBy('asc'), table: 'empty' }, MESH);
  await grid.reached(100);
  expect(grid).toMatchObject({ whole: true });
  expect(await grid.newRows()).toBe(0);
  expect(grid.nearest(100)).toBeUndefined();
});
