import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { CarCosts } from '../../src/rental/calls/index.ts';
import { accountsOf } from './accounts.ts';
import type { Client } from './app.ts';
import { accepted, addCars, book, RENTAL } from './rental.ts';
import { onStatement } from './statementTrail.ts';
import { startYard, type Yard } from './yard.ts';

/** What a car cost and brought in: every figure is asked of the tables by itself. */
let yard: Yard;
let admin: Client;
let car: number;

const costs = async (id: number, client = admin): Promise<CarCosts> =>
  accepted(await client.get<CarCosts>(`/car/costs/${id}`)).data;

/** Baht by a statement of its own; the tables hold satang. */
const baht = async (query: string): Promise<number> =>
  Number((await sql.raw<{ sum: string | null }>(`select sum(${query}`).execute(yard.app.db)).rows[0]!.sum ?? 0) / 100;

beforeAll(async () => {
  yard = await startYard();
  admin = await yard.app.as('admin');
  const { app, add, fleet } = yard;
  app.at('2027-02-22 12:00');
  car = await add({ price: 600_000.5, purchaseDate: '2026-02-23', mileage: 20_000, registerDate: '2026-01-01' });
  const other = await add({ price: 1 });
  const work = (carId: number, day: string, cost: number) =>
    fleet.post('/car/maintenanceinfo/save', { carId, storageFlag: 0, startTime: `${day} 00:30:00`, endTime: `${day} 02:00:00`, cost, items: `Oil ${day}` }); // prettier-ignore
  // Half past midnight in Phuket is still the year before in London.
  accepted(await work(car, '2027-01-01', 1_500.1));
  accepted(await work(car, '2026-06-01', 2_000.2));
  accepted(await work(other, '2026-06-01', 9));
  const policy = { carId: car, type: 1, startDate: '2026-03-01', endDate: '2027-02-28' };
  accepted(await fleet.post('/car/insurance/save', { ...policy, policyNo: 'P1', premium: 1_182.35 }));
  accepted(await fleet.post('/car/insurance/save', { ...policy, policyNo: 'P2', type: 2 }));
  accepted(await fleet.post('/car/annualinspection/save', { carId: car, nextInspectionDate: '2028-01-01', cost: 200 }));
  const violations = [50_000, 80_000, 100_000].map((fine) => `(${car}, ${RENTAL.phuket}, '2026-07-01T03:00:00Z', 'B', 'L', 0, ${fine})`); // prettier-ignore
  // Booked, out, back and cancelled; picked up when it was a year later in Phuket than in London.
  await addCars(app, 4);
  const orders: number[] = [];
  for (let n = 0; n < 4; n += 1) orders.push(await book(admin));
  await sql
    .raw(
      `update "order" set "carId" = ${car}, "actualPickupTime" = '2026-12-31T18:00:00Z', total = 100000 * n, status = (array[1, 2, 3, -1])[n]
       from unnest(array[${orders.join()}]) with ordinality as o(order_id, n) where id = order_id;
       insert into violation ("carId", "storeId", time, behavior, location, points, fine) values ${violations.join()};
       insert into "orderFee" ("orderId", item, amount, source, time, voided, "violationId")
       select ${orders[2]}, 'additional', f.amount, 'manual', now(), f.voided, v.id
       from violation v join (values (50000, 50000, 0), (30000, 80000, 0), (100000, 100000, 1)) f(amount, fine, voided) on v.fine = f.fine`,
    )
    .execute(app.db);
});
afterAll(() => yard.app.close());

it('adds what the tables hold of the car, by kind and by year of its own clock', async () => {
  const { total, years, entries, hidden, perKm, perDay } = await costs(car);
  const of = `where "carId" = ${car}`;
  expect(total).toMatchObject({
    purchase: await baht(`price) from vehicle where id = ${car}`),
    maintenance: await baht(`cost) from maintenance ${of}`),
    insurance: await baht(`premium) from insurance ${of}`),
    inspection: await baht(`cost) from "annualInspection" ${of}`),
    // All of one, the rest of another, nothing of the one that the renter pays.
    violation: 500 + 1_000,
    revenue: await baht(`total) from "order" ${of} and status in (2, 3)`),
  });
  expect(total).toMatchObject({ purchase: 600_000.5, maintenance: 3_500.3, insurance: 1_182.35, revenue: 5_000 });
  expect(total.costs).toBe(606_383.15);
  expect(total.result).toBe(-601_383.15);
  expect(years.map(({ year, maintenance, revenue, inspection }) => [year, maintenance, revenue, inspection])).toEqual([
    ['2027', 1_500.1, 5_000, 200],
    ['2026', 2_000.2, 0, 0],
  ]);
  expect(entries.map(({ date }) => date)).toEqual(
    entries
      .map(({ date }) => date)
      .toSorted()
      .toReversed(),
  );
  expect(entries.find(({ kind }) => kind === 'maintenance')).toMatchObject({
    date: '2027-01-01',
    about: 'Oil 2027-01-01',
  });
  // 6,382.65 without the purchase, over 20,000 km and 365 days.
  expect([perKm, perDay, hidden]).toEqual([0.32, 17.49, []]);
});

it('is empty for a car of which nothing is known, and one statement asks for all of it', async () => {
  const bare = await yard.add();
  expect(await costs(bare)).toMatchObject({ entries: [], years: [], perKm: null, perDay: null, total: { costs: 0 } });
  const texts: string[] = [];
  onStatement(({ text }) => void texts.push(text));
  await costs(car);
  vi.restoreAllMocks();
  expect(texts.filter((text) => /from (maintenance|"order"|violation|insurance)/.test(text))).toHaveLength(1);
});

it('leaves out what the reader may not see and says so; a car of another store is not there', async () => {
  const { makeRole, makeUser } = accountsOf(yard.app, () => admin);
  const user = async (stores: readonly number[], ...keys: string[]): Promise<Client> => {
    const roleId = await makeRole(keys.join('-'), ...keys);
    return (await makeUser({ roleId, dataScope: 1, storeIds: stores })).client;
  };
  const reader = await user([RENTAL.phuket], 'car-list', 'car-detail', 'car-insurance');
  const { total, hidden } = await costs(car, reader);
  expect(total).toMatchObject({ purchase: 600_000.5, insurance: 1_182.35, maintenance: 0, violation: 0, revenue: 0 });
  expect(hidden).toEqual(['maintenance', 'inspection', 'violation', 'revenue']);
  const stranger = await user([RENTAL.chiangMai], 'car-list', 'car-detail');
  expect((await stranger.get(`/car/costs/${car}`)).statusCode).toBe(404);
  const clerk = await user([RENTAL.phuket], 'car-list');
  expect((await clerk.get(`/car/costs/${car}`)).statusCode).toBe(403);
});
