import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from './app.ts';
import { accepted, book, startRentalApp, type RentalApp } from './rental.ts';
import { onStatement, type Statement } from './statementTrail.ts';

/** Few orders owe something, among all that there ever were: they are found by their own index (`x-index` with `below`). */
let app: RentalApp;
let ops: Client;
/** A list counts up to ten thousand. */
const ORDERS = 9_000;
const statements: Statement[] = [];

beforeAll(async () => {
  app = await startRentalApp();
  ops = await app.as('ops');
  const id = await book(ops, {});
  const { rows } = await sql<{ column_name: string }>`
    select column_name from information_schema.columns where table_name = 'order'
      and is_generated = 'NEVER' and column_name not in ('id', 'orderNo', 'status', 'paid', 'payable', 'createTime')`.execute(
    app.db,
  );
  const others = sql.join(rows.map(({ column_name: name }) => sql.ref(name)));
  await sql`
    insert into "order" ("orderNo", status, paid, payable, "createTime", ${others})
    select 'D' || i, case when i % 10 = 0 then -1 else 3 end, case when i % 500 = 0 then 0 else 100000 end, 100000,
      timestamptz '2026-01-01' + i * interval '1 minute', ${others}
    from "order", generate_series(1, ${sql.lit(ORDERS)}) i where id = ${id}`.execute(app.db);
  await sql`analyze "order"`.execute(app.db);
  onStatement((statement) => void statements.push(statement));
});
afterAll(() => app.close());

const literal = (value: unknown): string =>
  Array.isArray(value)
    ? `'{${value.join(',')}}'`
    : typeof value === 'number'
      ? String(value)
      : value instanceof Date
        ? `'${value.toISOString()}'`
        : `'${String(value)}'`;

/** Asks the list, and how PostgreSQL finds its rows. */
async function asked(query: Record<string, string | number>) {
  statements.length = 0;
  const { data } = accepted(
    await ops.get<{ list: { payStatus: number; status: number }[]; total: number }>('/order/list', query),
  );
  const rows = statements.find(({ text }) => /from "order"/.test(text) && /limit/.test(text))!;
  const text = rows.text.replace(/\$(\d+)/g, (_, at) => literal(rows.values[Number(at) - 1]));
  const plan = await sql.raw<{ 'QUERY PLAN': string }>(`explain (analyze) ${text}`).execute(app.db);
  return { ...data, plan: plan.rows.map((row) => row['QUERY PLAN']).join('\n') };
}

const INDEX = /order_createTime_id_\w+_idx/;

it.each([
  ['pay status', { payStatus: 0 }, ORDERS / 500 + 1],
  ['penalty open', { attention: 'penaltyOpen' }, ORDERS / 500],
] as const)('%s lists the few that owe, by an index that holds no others', async (_name, query, total) => {
  const found = await asked(query);
  expect(found.total).toBe(total);
  expect(found.list.every(({ payStatus }) => payStatus === 0)).toBe(true);
  const { rows } = await sql<{ name: string }>`
    select indexname as name from pg_indexes where tablename = 'order' and indexdef like '%WHERE (paid < payable)'`.execute(
    app.db,
  );
  const names = rows.map(({ name }) => name);
  expect(names).toContainEqual(expect.stringMatching(INDEX));
  expect(names.filter((name) => found.plan.includes(name))).not.toEqual([]);
});

it('the pay status takes one or both of its values, and no other', async () => {
  const total = async (payStatus: string) => (await asked({ payStatus })).total;
  expect(await total('1')).toBe(ORDERS - ORDERS / 500);
  expect(await total('0,1')).toBe(ORDERS + 1);
  expect((await ops.get('/order/list', { payStatus: '2' })).errors).toHaveProperty('payStatus');
});

it('orders are sorted by codes that are chosen from, and by no others: no index has their order', async () => {
  for (const sortField of ['status', 'channel'])
    expect((await ops.get('/order/list', { sortField, sortOrder: 'descend' })).errors).toEqual({});
  for (const sortField of ['etc', 'externalPlate', 'serviceType'])
    expect((await ops.get('/order/list', { sortField })).errors).toHaveProperty('sortField');
});
