import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool } from '../../packages/forecourt/src/server/postgres/index.ts';
import { createTestDatabase, prepareTemplate, type TestDatabase } from '../postgres.ts';
import { quiet } from '../testCluster.ts';

let database: TestDatabase;

beforeAll(async () => {
  const template = await prepareTemplate('postgres', async (connection) => {
    const client = new pg.Client({ ...connection });
    await client.connect();
    await client.query('create extension btree_gist; create table kept as select 1 as n');
    await client.end();
  });
  database = await createTestDatabase(template);
});

afterAll(() => database.drop());

test('values arrive as the types that the rest of the server expects', async () => {
  const { rows } = await database.pool.query(`
    select 9007199254740991::bigint as id, 9007199254740993::bigint as beyond, '{1,null,2}'::bigint[] as refs, '{}'::bigint[] as none,
      '2026-02-28'::date as day, '{2026-02-28}'::date[] as days, '2026-02-28 01:02:03'::timestamp as wall,
      '2026-02-28 01:02:03.004+07'::timestamptz as instant, 0.10::numeric as exact, 0.5::float8 as rough, '{"a":1}'::jsonb as document`);
  expect(rows[0]).toEqual({
    id: 9007199254740991,
    beyond: '9007199254740993',
    refs: [1, null, 2],
    none: [],
    day: '2026-02-28',
    days: ['2026-02-28'],
    wall: '2026-02-28 01:02:03',
    instant: new Date('2026-02-27T18:02:03.004Z'),
    exact: '0.10',
    rough: 0.5,
    document: { a: 1 },
  });
});

test('two databases of one template do not see each other', async () => {
  const other = await createTestDatabase(
    await prepareTemplate('postgres', () => Promise.reject(new Error('filled twice'))),
  );
  await other.pool.query('delete from kept');
  expect((await database.pool.query('select n from kept')).rows).toEqual([{ n: 1 }]);
  await other.drop();
});

test('a statement that runs too long is cancelled and the connection stays usable', async () => {
  const pool = createPool({ connection: database.connection, log: quiet });
  const client = await pool.connect();
  await client.query(`set statement_timeout = 20`);
  await expect(client.query('select pg_sleep(60)')).rejects.toMatchObject({ code: '57014' });
  await client.query(`reset statement_timeout`);
  expect((await client.query(`show statement_timeout`)).rows).toEqual([{ statement_timeout: '5500ms' }]);
  client.release();
  await pool.end();
});
