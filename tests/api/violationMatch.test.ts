import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { matchOf, type Custody } from '../../src/rental/rules/index.ts';
import type { Client } from './app.ts';
import { accepted, addCars, book, startRentalApp, type RentalApp } from './rental.ts';

/** Matching in SQL, many at once: the same as the rule says one by one, and fast. */
let app: RentalApp;
let manager: Client;
let cars: readonly number[];
let orders: readonly number[];
beforeAll(async () => {
  app = await startRentalApp();
  manager = await app.as('storeManager');
  cars = await addCars(app, 4);
  app.at('2027-02-28 12:00');
  const made = [];
  for (let count = 0; count < 4; count += 1) made.push(await book(manager, { carId: cars[count] }));
  orders = made;
});
afterAll(() => app.close());
beforeEach(async () => {
  await sql`delete from violation`.execute(app.db);
  await sql`delete from "orderTask"`.execute(app.db);
});

interface Told {
  readonly looked: number;
  readonly changed: number;
  readonly next: number | null;
}

const BASE = Date.parse('2027-01-01T00:00:00Z');
const at = (minute: number) => new Date(BASE + minute * 60_000);
const minute = fc.integer({ min: 0, max: 12 });
const span = fc.tuple(minute, minute).map(([one, other]) => [Math.min(one, other), Math.max(one, other)] as const);

it('finds what the rule finds, for any orders, undone pickups and times', async () => {
  const trip = fc.record({ car: fc.nat(1), span, out: fc.boolean(), had: fc.boolean() });
  const undone = fc.record({ order: fc.nat(3), car: fc.nat(1), span });
  await fc.assert(
    fc.asyncProperty(
      fc.array(trip, { minLength: 4, maxLength: 4 }),
      fc.array(undone, { maxLength: 2 }),
      fc.array(fc.record({ car: fc.nat(1), time: minute }), { minLength: 1, maxLength: 8 }),
      async (trips, tasks, offences) => {
        await sql`delete from violation`.execute(app.db);
        await sql`delete from "orderTask"`.execute(app.db);
        const custodies: (Custody & { readonly car: number })[] = [];
        for (const [
          index,
          {
            car,
            span: [from, to],
            out,
            had,
          },
        ] of trips.entries()) {
          await sql`update "order" set "carId" = ${cars[car]}, status = ${had ? (out ? 2 : 3) : 1},
            "actualPickupTime" = ${had ? at(from) : null}, "actualReturnTime" = ${had && !out ? at(to) : null} where id = ${orders[index]}`.execute(
            app.db,
          );
          if (had) custodies.push({ car, orderId: orders[index]!, from, to: out ? null : to, certain: true });
        }
        for (const {
          order,
          car,
          span: [from, to],
        } of tasks) {
          await sql`insert into "orderTask" ("orderId", type, time, "carId", mileage, oil, voided, "updateTime")
            values (${orders[order]}, 'pickup', ${at(from)}, ${cars[car]}, 1, 8, 1, ${at(to)})`.execute(app.db);
          custodies.push({ car, orderId: orders[order]!, from, to, certain: false });
        }
        for (const { car, time } of offences)
          await sql`insert into violation ("carId", "storeId", time, behavior, location, points, fine)
            values (${cars[car]}, 1, ${at(time)}, 'speed', 'here', 1, 100)`.execute(app.db);
        accepted(await manager.post('/car/violation/match', {}));
        const { rows } = await sql`select match, "orderId" from violation order by id`.execute(app.db);
        expect(rows).toEqual(
          offences.map(({ car, time }) => {
            const { match, orderId } = matchOf(
              time,
              custodies.filter((one) => one.car === car),
            );
            return { match, orderId };
          }),
        );
        expect(accepted(await manager.post<Told>('/car/violation/match', {})).data.changed).toBe(0);
      },
    ),
    { numRuns: 25 },
  );
});

it(
  'looks up 10,000 violations among 20,000 orders well within ten seconds, call after call until none is left',
  { timeout: 120_000 },
  async () => {
    const fleet = await addCars(app, 200);
    await sql`
    insert into "order" ("orderNo", "renterName", "renterPhone", "renterIdType", "renterIdNo", "pickupStoreId", "returnStoreId", "subModelId", "carId",
      "plannedPickupTime", "plannedReturnTime", "actualPickupTime", "actualReturnTime", status, "pickupType", "returnType")
    select 'RX' || n, 'Renter', '0812345678', 1, 'X' || n, 1, 1, 1, (array[${sql.join(fleet)}]::bigint[])[1 + n % 200],
      time, time + interval '4 hours', time, time + interval '4 hours', 3, 0, 0
    from generate_series(1, 20000) n cross join lateral (select ${at(0)}::timestamptz - n / 200 * interval '5 hours' as time) t
  `.execute(app.db);
    await sql`
    insert into violation ("carId", "storeId", time, behavior, location, points, fine)
    select (array[${sql.join(fleet)}]::bigint[])[1 + n % 200], 1, ${at(0)}::timestamptz - n / 200 * interval '577 minutes', 'speed', 'here', 1, 50000
    from generate_series(1, 10000) n
  `.execute(app.db);
    await sql`analyze "order"; analyze violation`.execute(app.db);
    const begun = performance.now();
    let next: number | null = 0;
    let looked = 0;
    while (next !== null) {
      const { data }: { data: Told } = accepted(await manager.post<Told>('/car/violation/match', { after: next }));
      looked += data.looked;
      next = data.next;
    }
    const took = performance.now() - begun;
    expect(looked).toBe(10_000);
    expect(took).toBeLessThan(8_000);
    const { rows } = await sql<{
      match: string;
      n: number;
    }>`select match, count(*)::int as n from violation group by match`.execute(app.db);
    expect(rows.find(({ match }) => match === 'matched')!.n).toBeGreaterThan(7_000);
    expect(rows.find(({ match }) => match === 'none')!.n).toBeGreaterThan(1_000);
    const { rows: told } = await sql<{ n: number }>`
    select count(*)::int as n from "recordChange" where entity = 'violation' and after ->> 'match' = 'matched'`.execute(
      app.db,
    );
    expect(told[0]!.n).toBeGreaterThan(7_000);
  },
);
