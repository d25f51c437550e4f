import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './app.ts';
import { ANALYSIS, figureOf } from './figures.ts';
import { planNodes, statementsOf } from './plans.ts';
import { accepted, book, startRentalApp, type RentalApp } from './rental.ts';

const ORDERS = 20_000;
const PAID = 1_500;
const PERIOD = { dateStart: '2027-01-01', dateEnd: '2027-01-31' };

let app: RentalApp;
let admin: Client;
beforeAll(async () => {
  app = await startRentalApp();
  admin = await app.as('admin');
  const shown = { plannedPickupTime: '2027-03-05 14:00:00', plannedReturnTime: '2027-03-08 10:00:00' };
  await book(admin, { ...shown, depositType: 1 });
  await sql`insert into "order" ("renterName", "renterPhone", "renterIdType", "renterIdNo", "pickupStoreId", "returnStoreId", "subModelId", "plannedPickupTime", "plannedReturnTime", channel, status, "contractStatus", "createTime")
    select "renterName", "renterPhone", "renterIdType", "renterIdNo", 1 + i % 3, 1 + i % 2, "subModelId", "plannedPickupTime", "plannedReturnTime", 1 + i % 4, case i % 2 when 0 then 1 else -1 end, 1, '2025-01-01'::timestamptz + i * interval '1 minute'
    from "order", generate_series(1, ${ORDERS}) i where id = (select min(id) from "order")`.execute(app.db);
  // Of orders old and new, some of them twice, some given back.
  await sql`insert into payment ("orderId", type, amount, method, time, "feeItem")
    select 1 + (i * 7919) % ${ORDERS / 2}, 1 + (i % 7 = 0)::int, 100 + i, 1, '2027-01-01T00:00:00+07:00'::timestamptz + i * interval '20 minutes', 'total' from generate_series(1, ${PAID}) i
    union all select 5, 1, 12345, 1, '2027-01-15', 'total'`.execute(app.db);
  await sql`analyze "order", payment`.execute(app.db);
});
afterAll(() => app.close());

describe('money of many payments', () => {
  it.each([
    ['stores', 'pickupStoreId'],
    ['channels', 'channel'],
  ])('by %s reads their orders together, not one by one, and comes to what the ledger says', async (widget, column) => {
    const answers: Awaited<ReturnType<typeof figureOf>>[] = [];
    const statements = await statementsOf(/from payment/, async () => {
      answers.push(await figureOf(admin, ANALYSIS, widget, 'revenue', PERIOD));
    });
    const { rows } = await sql<{ key: number; sum: string }>`
      select o.${sql.ref(column)} as key, sum(case type when 1 then p.amount else -p.amount end) as sum from payment p join "order" o on o.id = p."orderId"
      where p.time >= '2027-01-01T00:00:00+07:00' and p.time < '2027-02-01T00:00:00+07:00' group by 1`.execute(app.db);
    const said = new Map(answers[0]!.groups.map(({ key, value }) => [Number(key), Math.round(Number(value) * 100)]));
    const ledger = new Map(rows.map(({ key, sum }) => [key, Number(sum)]));
    expect(said).toEqual(ledger);
    expect(said.size).toBeGreaterThan(2);
    expect(Math.round(Number(answers[0]!.total) * 100)).toBe([...ledger.values()].reduce((all, one) => all + one, 0));

    expect(statements).toHaveLength(1);
    const read = (await planNodes(statements[0]!)).filter((node) => node['Relation Name'] === 'order');
    const looked = read.filter((node) => node['Index Name'] === 'order_pkey');
    expect(looked.map((node) => node['Actual Loops'])).toEqual([1]);
    expect(read.reduce((sum, node) => sum + node['Actual Loops'], 0)).toBeLessThan(10);
  });
});

it('open orders whose contract is not signed are counted without looking at those whose contract is', async () => {
  const counts: unknown[] = [];
  const statements = await statementsOf(/"contractStatus" = 0/, async () => {
    counts.push(accepted(await admin.get('/order/tabcount')).data);
  });
  expect(counts).toMatchObject([{ unsigned: 1, pendingPickup: ORDERS / 2 + 1 }]);
  expect(statements).toHaveLength(1);
  const read = (await planNodes(statements[0]!)).filter((node) => node['Index Cond']?.includes('"contractStatus" = 0'));
  expect(read.map((node) => [node['Relation Name'], node['Rows Removed by Filter'] ?? 0])).toEqual([['order', 0]]);
});

it('what is open at a day close is looked up once for its number and its amounts together', async () => {
  const statements = await statementsOf(/from "preauth" t/, async () => {
    accepted(await admin.get('/order/dayclose', { storeId: 1, date: '2027-03-05' }));
  });
  expect(statements).toHaveLength(1);
  const nodes = await planNodes(statements[0]!);
  const looked = (table: string): number => nodes.filter((node) => node['Relation Name'] === table).length;
  // Orders of the store, and those that come to it from another one.
  expect({ preauth: looked('preauth'), refund: looked('refund'), deduction: looked('deduction') }).toEqual({
    preauth: 2,
    refund: 2,
    deduction: 2,
  });
});

it('a day close reads the orders of its store that owe, and none of another store, where many owe', async () => {
  await sql`update "order" set "pickupStoreId" = case when id % 10 = 0 then 1 else 2 end, "returnStoreId" = case when id % 10 = 0 then 1 else 2 end, status = 3, payable = case when id % 4 = 0 then 1000 else 0 end, paid = 0`.execute(
    app.db,
  );
  await sql`vacuum analyze "order"`.execute(app.db);
  const said: unknown[] = [];
  const sent = await statementsOf(/from "preauth" t/, async () => {
    const close = await admin.get<{ open: { due: unknown } }>('/order/dayclose', { storeId: 1, date: '2027-03-05' });
    said.push(accepted(close).data.open.due);
  });
  const { rows } = await sql<{ count: number; owed: number }>`
    select count(*)::int as count, (sum(payable - paid) / 100)::int as owed from "order" where "pickupStoreId" = 1 and status in (2, 3) and paid < payable`.execute(
    app.db,
  );
  expect(said).toEqual([{ count: rows[0]!.count, amount: rows[0]!.owed }]);
  expect(rows[0]!.count).toBeGreaterThan(500);
  expect(sent).toHaveLength(1);
  const nodes = await planNodes(sent[0]!);
  expect(nodes.filter((node) => /^order_createTime_/.test(node['Index Name'] ?? ''))).toEqual([]);
  expect(nodes.map((node) => node['Index Name'] ?? '')).toContainEqual(
    expect.stringMatching(/^order_pickupStoreId_[0-9a-f]{6}_idx$/),
  );
});
