import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deducted, paidOf, totalOf, type Desk } from './model/desk.ts';
import { moneySteps } from './model/moneySteps.ts';
import { orderSteps } from './model/orderSteps.ts';
import { baht, newWorld, startModelApp, type World } from './model/world.ts';
import { brokenHolds, unsoundOrders } from './orderInvariants.ts';
import { accepted, type RentalApp } from './rental.ts';

/**
 * The desk played beside a small model of it. By hand, for the long run: MODEL_STEPS=1000000 MODEL_SEED=7 npx vitest run --project api
 * tests/api/orderModel.test.ts. A failure prints the shortest list of steps that still fails.
 */
const STEPS = Number(process.env['MODEL_STEPS'] ?? 10_000);
const SEED = Number(process.env['MODEL_SEED'] ?? 1);
/** Runs side by side: while the database works for one, Node works for another. */
const LANES = Number(process.env['MODEL_LANES'] ?? 4);
const RUN = 120;
/** Longer than four runs take; a failure is told as short as it was made by then. */
const PATIENCE_MS = 60_000;

let app: RentalApp;
let people: World['people'];
beforeAll(async () => {
  app = await startModelApp();
  people = { ops: await app.as('ops'), finance: await app.as('finance') };
});
afterAll(() => app.close());

const counts: World['counts'] = new Map();
let steps = 0;

/** The ledger of every order: in balance after each row, and at the end what the model says. */
async function checkLedgers(desk: Desk): Promise<void> {
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
async function checkCars(desk: Desk): Promise<void> {
  const { rows } = await sql<{ id: number; out: boolean; mileage: number }>`
    select id, status = 2 as out, mileage from vehicle where id = any(${desk.cars.map(({ id }) => id)}::bigint[]) order by id
  `.execute(app.db);
  expect(rows).toEqual(desk.cars);
}

/** Rows of everything with history: their number only ever grows. */
const historyRows = async (): Promise<readonly number[]> => {
  const tables = ['order', 'orderFee', 'orderTask', 'payment', 'refund', 'deduction', 'recordChange'];
  const count = async (table: string) =>
    Number((await sql<{ n: string }>`select count(*) as n from ${sql.table(table)}`.execute(app.db)).rows[0]!.n);
  return Promise.all(tables.map(count));
};

/** Runs of up to 120 steps, until enough were made. */
async function lane(first: number): Promise<void> {
  for (let seed = first; steps < STEPS; seed += LANES) {
    await fc.assert(
      fc.asyncProperty(
        fc.commands([...orderSteps, ...moneySteps], { maxCommands: RUN, size: 'max' }),
        async (commands) => {
          const world = await newWorld(app, people, counts);
          await fc.asyncModelRun(() => world, commands);
          steps += world.real.steps;
          await checkLedgers(world.model);
          await checkCars(world.model);
        },
      ),
      { seed, numRuns: 4, interruptAfterTimeLimit: PATIENCE_MS },
    );
  }
}

it(
  `the real desk does what a small model of it does, for ${STEPS} steps: states, money, cars and history`,
  { timeout: 120_000 + STEPS * 60 },
  async () => {
    const before = await historyRows();
    const start = performance.now();
    await Promise.all(Array.from({ length: LANES }, (_, index) => lane(SEED + index)));
    const seconds = (performance.now() - start) / 1000;
    const after = await historyRows();
    expect(after.every((count, index) => count >= before[index]!)).toBe(true);
    expect(await brokenHolds(app.db)).toEqual([]);
    expect(await unsoundOrders(app.db)).toEqual([]);
    const rarely = [...counts].filter(
      ([, { accepted: done, refused }]) => done < STEPS / 2000 || refused < STEPS / 2000,
    );
    expect(rarely.filter(([path]) => path !== 'remark')).toEqual([]);
    expect(counts.size).toBeGreaterThanOrEqual(20);
    process.stderr.write(`${steps} steps in ${seconds.toFixed(0)} s (${(steps / seconds).toFixed(0)} a second)\n`);
  },
);
