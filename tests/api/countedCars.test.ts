import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Quote } from '../../src/rental/calls/index.ts';
import { leftFor, neededFor, poolOf, type OpenOrder } from '../../src/rental/rules/index.ts';
import type { Client } from './app.ts';
import { RENTAL, accepted, draft, startRentalApp, type RentalApp } from './rental.ts';

let app: RentalApp;
let ops: Client;
beforeAll(async () => {
  app = await startRentalApp();
  ops = await app.as('ops');
});
afterAll(() => app.close());

const HOUR = 3_600_000;
const TURNAROUND = 120;
const STORES = [RENTAL.phuket, RENTAL.airport, RENTAL.chiangMai];
const MODELS = [RENTAL.yaris, RENTAL.camry];
/** Of an order that waits, or is out; hours from now. */
const order = fc.record({
  car: fc.option(fc.nat(6), { freq: 3 }),
  ...{ from: fc.constantFrom(...STORES), to: fc.constantFrom(...STORES), model: fc.constantFrom(...MODELS) },
  ...{ isOut: fc.boolean(), start: fc.nat(200), hours: fc.integer({ min: 1, max: 60 }) },
});
const wish = fc.record({
  ...{ from: fc.constantFrom(...STORES), to: fc.constantFrom(...STORES), model: fc.constantFrom(...MODELS) },
  ...{ start: fc.integer({ min: 2, max: 220 }), hours: fc.integer({ min: 24, max: 80 }) },
});
/** Listed or not, and where it stands. */
const cars = fc.array(fc.record({ listed: fc.constantFrom(1, 1, 1, 0, 3), storeId: fc.constantFrom(...STORES) }), {
  ...{ minLength: 7, maxLength: 7 },
});

let numbers = 0;

const wallClock = (time: number): string => new Date(time + 7 * HOUR).toISOString().slice(0, 19).replace('T', ' ');

/** Says of all cars and all orders what the rule leaves for the trip: nothing is chosen beforehand. */
function plainly(
  fleet: readonly { id: number; storeId: number; subModelId: number }[],
  orders: readonly OpenOrder[],
  trip: { from: number; to: number; model: number; pickup: number; returned: number },
): number {
  const pool = poolOf({
    ...{ storeId: trip.from, now: app.now(), turnaroundMinutes: TURNAROUND },
    cars: fleet
      .filter(({ subModelId }) => subModelId === trip.model)
      .map(({ id, storeId }) => ({ storeId, blocks: [], orders: orders.filter(({ carId }) => carId === id) })),
    waiting: orders.filter(
      (each) =>
        each.carId === null &&
        each.subModelId === trip.model &&
        (each.pickupStoreId === trip.from || each.returnStoreId === trip.from),
    ),
  });
  const places = { pickupStoreId: trip.from, returnStoreId: trip.to };
  return leftFor(pool, neededFor({ pickup: trip.pickup, returned: trip.returned, ...places }, TURNAROUND));
}

it('counts for a quote what the rule counts over all cars and all orders', async () => {
  await sql`delete from "deliveryFee" where kind = 2`.execute(app.db);
  const models = (
    await sql<{ id: number; subModelId: number }>`select id, "subModelId" from vehicle order by id`.execute(app.db)
  ).rows;
  const found = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(
      cars,
      fc.array(order, { maxLength: 14 }),
      fc.array(wish, { minLength: 3, maxLength: 3 }),
      async (states, asked, wishes) => {
        await sql`delete from "order"`.execute(app.db);
        for (const [at, { listed, storeId }] of states.entries())
          await sql`update vehicle set status = ${listed}, "storeId" = ${storeId} where id = ${models[at]!.id}`.execute(
            app.db,
          );
        const orders: OpenOrder[] = [];
        for (const one of asked) {
          const isOut = one.isOut && one.car !== null;
          const start = app.now() + (isOut ? -one.start : one.start) * HOUR;
          const end = start + one.hours * HOUR;
          const car = one.car === null ? null : models[one.car]!;
          // A car is booked in its own model, at the store where it stands or by another order comes to.
          const model = car?.subModelId ?? one.model;
          const { rows } = await sql<{ id: number }>`
          insert into "order" ("orderNo", channel, "renterName", "renterCountryCode", "renterPhone", "renterIdType", "renterIdNo", "pickupStoreId", "returnStoreId", "subModelId", "carId",
            "plannedPickupTime", "plannedReturnTime", "actualPickupTime", "rentalDays", "pickupType", "returnType", "depositType", total, payable, paid, status, "contractStatus", "priceSnapshot")
          values (${`X${(numbers += 1)}`}, 4, 'A', '+66', '1', 2, 'Z', ${one.from}, ${one.to}, ${model}, ${car?.id ?? null}, ${new Date(start)}, ${new Date(end)}, ${isOut ? new Date(start) : null},
            3, 0, 0, 3, 0, 0, 0, ${isOut ? 2 : 1}, 1, '{}') returning id
        `.execute(app.db);
          orders.push({
            ...{ orderId: rows[0]!.id, orderNo: 'X', status: isOut ? 2 : 1, carId: car?.id ?? null, subModelId: model },
            ...{ pickupStoreId: one.from, returnStoreId: one.to },
            ...{ plannedPickup: start, actualPickup: isOut ? start : null, plannedReturn: end },
          });
        }
        const open = orders.filter(({ status, plannedReturn }) => status === 2 || plannedReturn > app.now());
        const fleet = models.map((car, at) => ({ ...car, ...states[at]! })).filter(({ listed }) => listed === 1);
        for (const { from, to, model, start, hours } of wishes) {
          const [pickup, returned] = [app.now() + start * HOUR, app.now() + (start + hours) * HOUR];
          const body = draft({
            ...{ pickupStoreId: from, returnStoreId: to, subModelId: model },
            ...{ plannedPickupTime: wallClock(pickup), plannedReturnTime: wallClock(returned) },
          });
          const { availableCount } = accepted(await ops.post<Quote>('/order/quote', body)).data;
          expect(availableCount).toBe(Math.max(0, plainly(fleet, open, { from, to, model, pickup, returned })));
          found.set(availableCount!, (found.get(availableCount!) ?? 0) + 1);
        }
      },
    ),
    { numRuns: Number(process.env['RUNS'] ?? 60) },
  );
  // Not only empty stores were asked for.
  expect([...found.keys()].filter((left) => left > 0).length).toBeGreaterThanOrEqual(2);
});
