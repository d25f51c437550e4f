import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { couponSteps } from './model/couponSteps.ts';
import { deducted, paidOf, totalOf, type Desk } from './model/desk.ts';
import { handoverSteps } from './model/handoverSteps.ts';
import { moneySteps } from './model/moneySteps.ts';
import { preauthSteps } from './model/preauthSteps.ts';
import { orderSteps } from './model/orderSteps.ts';
import type { Step } from './model/step.ts';
import { FIRST_COUPONS, baht, newWorld, openLane, type Lane, type World } from './model/world.ts';
import { brokenHolds, expectSoundMoney } from './orderInvariants.ts';
import { accepted } from './rental.ts';
import { SEED } from '../turns.ts';

/**
 * The desk played beside a small model of it, with another seed another game. By hand, again or for more of it:
 * SEED=20270222 STEPS=50000 npx vitest run --project api tests/api/orderModel.test.ts. A failure prints the shortest list of steps that still fails.
 */
const STEPS = Number(process.env['STEPS'] ?? 500);
/** Side by side: while the database works for one, Node works for another. */
const LANES = Number(process.env['LANES'] ?? 4);
/** From so many steps on every kind of step must have been done and refused, or the game has become too easy. */
const MANY = 10_000;
const NEVER_REFUSED: ReadonlySet<string> = new Set(['remark', '/basics/store/save', '/carprice/save']);
const RUN = 120;
/** Of one seed; then the next seed plays. */
const RUNS = 2;
/** Steps after which it says how far it is: a run that is cut off has still said what it made. */
const TELL = 2000;
/** How long a failure is made shorter; it is told as short as it was made by then. */
const SHORTENING_MS = 60_000;

let lanes: readonly Lane[] = [];
beforeAll(async () => {
  lanes = await Promise.all(Array.from({ length: LANES }, openLane));
});
afterAll(async () => {
  await Promise.all(lanes.map(({ app }) => app.close()));
});

const counts: World['counts'] = new Map();
let steps = 0;

/** The ledger of every order: in balance after each row, and at the end what the model says. */
async function checkLedgers({ people }: Lane, desk: Desk): Promise<void> {
  for (const order of desk.orders) {
    const { data } = accepted(await people.ops.get<{ ledger: Record<string, number>[] }>(`/order/info/${order.id}`));
    const satang = (row: Record<string, number>, name: string): number => Math.round(row[name]! * 100);
    for (const row of data.ledger) {
      const of = (name: string) => satang(row, name);
      expect(of('paid') - of('refunded') - of('deducted')).toBe(of('held') + of('earned'));
      expect(of('held')).toBeGreaterThanOrEqual(0);
    }
    const last = data.ledger.at(-1)!;
    expect({ paid: last['paid']! - last['refunded']!, deducted: last['deducted'] }).toEqual({
      paid: expect.closeTo(baht(paidOf(order)), 5) as number,
      deducted: baht(deducted(order)),
    });
    if (order.status === 1 || order.status === 2) expect(satang(last, 'earned')).toBeLessThanOrEqual(0);
    else expect(satang(last, 'earned')).toBeLessThanOrEqual(totalOf(order) - deducted(order));
  }
}

/** Cars stand where the model says. */
async function checkCars({ app }: Lane, { stores }: World, desk: Desk): Promise<void> {
  const { rows } = await sql<{ id: number; at: string; out: boolean; mileage: number }>`
    select id, case when "storeId" = ${stores.there} then 'there' else 'here' end as at, status = 2 as out, mileage from vehicle where id = any(${desk.cars.map(({ id }) => id)}::bigint[]) order by id
  `.execute(app.db);
  expect(rows).toEqual(desk.cars);
}

/** Coupons are in the hands of the orders that the model gave them to. */
async function checkCoupons({ app }: Lane, desk: Desk): Promise<void> {
  const { rows } = await sql<{ id: number; code: string; status: number; orderId: number | null }>`
    select id, code, status, "orderId" from coupon where id = any(${desk.coupons.map(({ id }) => id)}::bigint[]) order by id
  `.execute(app.db);
  expect(rows).toEqual(desk.coupons.map(({ id, code, status, orderId }) => ({ id, code, status, orderId })));
}

/** One record for each intent, however often somebody pressed for it. */
async function checkRecords({ app }: Lane, { stores }: World, desk: Desk): Promise<void> {
  const { rows } = await sql<Record<string, number>>`
    with o as (select id from "order" where "pickupStoreId" = any(${Object.values(stores)}::bigint[]))
    select (select count(*)::int from o) as orders, (select count(*)::int from renewal where "orderId" in (select id from o)) as renewals,
      (select count(*)::int from refund where "orderId" in (select id from o)) as refunds,
      (select count(*)::int from deduction where "orderId" in (select id from o)) as deductions,
      (select count(*)::int from coupon where "sourceOrderId" in (select id from o)) as coupons
  `.execute(app.db);
  const all = <T>(of: (order: Desk['orders'][number]) => readonly T[]): number => desk.orders.flatMap(of).length;
  expect(rows[0]).toEqual({
    orders: desk.orders.length,
    renewals: all((order) => order.renewals),
    refunds: all((order) => order.refunds),
    deductions: all((order) => order.deductions),
    coupons: desk.coupons.length - FIRST_COUPONS,
  });
}

/** A count holds the cash of the days since the count before it, the first one that of its day: nothing was added to them since (D-MONEY-11). */
async function checkCounts({ app }: Lane, { stores }: World): Promise<void> {
  const { rows } = await sql`
    with counts as (
      select id, "storeId", day, cash, lag(day, 1, day - 1) over (partition by "storeId" order by day) as before
      from "drawerCount" where kind = 2 and "storeId" = any(${Object.values(stores)}::bigint[])
    ) select id, day, cash, held from counts c cross join lateral (
      select coalesce(sum(case when type = 1 then amount else -amount end), 0) as held
      from payment p where p."storeId" = c."storeId" and p.day > c.before and p.day <= c.day and p.method = 5
    ) found where held <> cash
  `.execute(app.db);
  expect(rows).toEqual([]);
}

/** Rows of everything with history: their number only ever grows. */
const historyRows = async ({ app }: Lane): Promise<readonly number[]> => {
  const tables = [
    'order',
    'orderFee',
    'orderTask',
    'payment',
    'refund',
    'deduction',
    'renewal',
    'coupon',
    'recordChange',
  ];
  const count = async (table: string) =>
    Number((await sql<{ n: string }>`select count(*) as n from ${sql.table(table)}`.execute(app.db)).rows[0]!.n);
  return Promise.all(tables.map(count));
};

let start = 0;
function count(made: number): void {
  const before = steps;
  steps += made;
  const seconds = (performance.now() - start) / 1000;
  if (Math.floor(steps / TELL) > Math.floor(before / TELL))
    process.stderr.write(`${steps} steps in ${seconds.toFixed(0)} s (${(steps / seconds).toFixed(0)} a second)\n`);
}

/** Runs of up to 120 steps, until enough were made. */
async function play(lane: Lane, first: number): Promise<void> {
  let until = Infinity;
  const run = async (commands: Iterable<Step>): Promise<void> => {
    const world = await newWorld(lane, counts);
    await fc.asyncModelRun(() => world, commands);
    await checkLedgers(lane, world.model);
    await checkCars(lane, world.real, world.model);
    await checkCoupons(lane, world.model);
    await checkRecords(lane, world.real, world.model);
    await checkCounts(lane, world.real);
    count(world.real.steps);
  };
  const runInTime = async (commands: Iterable<Step>): Promise<void> => {
    if (performance.now() > until) return;
    try {
      await run(commands);
    } catch (error) {
      until = Math.min(until, performance.now() + SHORTENING_MS);
      throw error;
    }
  };
  for (let seed = first; steps < STEPS; seed += LANES) {
    await fc.assert(
      fc.asyncProperty(
        fc.commands([...orderSteps, ...handoverSteps, ...moneySteps, ...preauthSteps, ...couponSteps], {
          maxCommands: RUN,
          size: 'max',
        }),
        runInTime,
      ),
      { seed, numRuns: RUNS },
    );
  }
}

it(
  `the real desk does what a small model of it does, for ${STEPS} steps: states, money, cars and history`,
  { timeout: 120_000 + STEPS * 60 },
  async () => {
    const before = await Promise.all(lanes.map(historyRows));
    start = performance.now();
    process.stderr.write(`SEED=${SEED} STEPS=${STEPS}\n`);
    // Seeds that no lane plays on another day.
    await Promise.all(lanes.map((lane, index) => play(lane, SEED * LANES + index)));
    for (const [index, lane] of lanes.entries()) {
      const after = await historyRows(lane);
      expect(after.every((count, table) => count >= before[index]![table]!)).toBe(true);
      await lane.app.db.transaction().execute(async (db) => {
        await sql`set local statement_timeout = 0`.execute(db);
        expect(await brokenHolds(db)).toEqual([]);
        await expectSoundMoney(db);
      });
    }
    if (steps < MANY) return;
    const rarely = [...counts].filter(
      ([, { accepted: done, refused }]) => done < STEPS / 2000 || refused < STEPS / 2000,
    );
    expect(rarely.filter(([path]) => !NEVER_REFUSED.has(path))).toEqual([]);
    expect(counts.size).toBeGreaterThanOrEqual(33);
  },
);
