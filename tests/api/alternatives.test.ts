import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Alternatives, Quote } from '../../src/rental/calls/index.ts';
import type { Client } from './app.ts';
import { RENTAL, accepted, book, startRentalApp, type RentalApp } from './rental.ts';
import { onStatement } from './statementTrail.ts';

/** What can be booked where the model has no car (D-AVAIL-04): in all tests the five Yaris of Phuket are out from the tenth at ten to the twelfth at ten. */
let app: RentalApp;
let ops: Client;
let orders: readonly number[] = [];
beforeAll(async () => {
  app = await startRentalApp();
  ops = await app.as('ops');
  const span = { plannedPickupTime: '2027-03-10 10:00:00', plannedReturnTime: '2027-03-12 10:00:00' };
  for (const carId of RENTAL.cars) orders = [...orders, await book(ops, { carId, ...span })];
});
afterAll(() => app.close());

const WISH = { storeId: RENTAL.phuket, subModelId: RENTAL.yaris };
const from = (pickup: string, returned: string) => ({ pickupTime: `${pickup}:00`, returnTime: `${returned}:00` });
const asked = async (wish: object, client = ops): Promise<Alternatives> =>
  accepted(await client.get<Alternatives>('/order/alternatives', { ...WISH, ...wish } as never)).data;
const quoted = async (more: object): Promise<Quote> =>
  accepted(
    await ops.post<Quote>('/order/quote', {
      ...{ pickupStoreId: RENTAL.phuket, returnStoreId: RENTAL.phuket, subModelId: RENTAL.yaris, ...more },
    }),
  ).data;

it('names the other store, the hour and the model that have a car, each as its quote does', async () => {
  const trip = from('2027-03-12 10:30', '2027-03-13 10:30');
  const { stores, times, models } = await asked(trip);
  // Chiang Mai has one Yaris, the airport a price but no car.
  expect(stores).toEqual([{ storeId: RENTAL.chiangMai, storeName: 'Chiang Mai', count: 1, total: expect.any(Number) }]);
  // Two hours of turnaround; nothing earlier that day.
  expect(times).toEqual([
    { pickupTime: '2027-03-12 12:00:00', returnTime: '2027-03-13 12:00:00', count: 5, total: expect.any(Number) },
  ]);
  expect(models).toEqual([
    { subModelId: RENTAL.camry, subModelName: 'Toyota Camry 2.5', count: 1, total: expect.any(Number) },
  ]);
  const times2 = { plannedPickupTime: trip.pickupTime, plannedReturnTime: trip.returnTime };
  const each = [
    [stores[0]!.total, { ...times2, pickupStoreId: RENTAL.chiangMai, returnStoreId: RENTAL.chiangMai }],
    [times[0]!.total, { plannedPickupTime: times[0]!.pickupTime, plannedReturnTime: times[0]!.returnTime }],
    [models[0]!.total, { ...times2, subModelId: RENTAL.camry }],
  ] as const;
  for (const [total, more] of each) {
    const quote = await quoted({ ...more, depositType: 1 });
    expect([quote.errors, quote.total]).toEqual([[], total]);
  }
});

it('an earlier hour is offered from which the cars are back in time: at night where the store serves then, with its fee', async () => {
  const trip = from('2027-03-10 08:30', '2027-03-10 09:30');
  // Until eight a car is back, and at ten it is made ready.
  const served = await asked(trip);
  expect(served.times.map(({ pickupTime }) => pickupTime)).toEqual(['2027-03-10 07:00:00']);
  const night = { plannedPickupTime: '2027-03-10 07:00:00', plannedReturnTime: '2027-03-10 08:00:00' };
  expect((await quoted({ ...night, depositType: 1 })).total).toBe(served.times[0]!.total);
  const { rows } = await sql<{ hours: object }>`select "nightHours" as hours from store where id = 1`.execute(app.db);
  await sql`update store set "nightHours" = null where id = ${RENTAL.phuket}`.execute(app.db);
  expect((await asked(trip)).times).toEqual([]);
  await sql`update store set "nightHours" = ${JSON.stringify(rows[0]!.hours)}::jsonb where id = 1`.execute(app.db);
});

it('offers no hour that is over', async () => {
  app.at('2027-03-10 07:10');
  expect((await asked(from('2027-03-10 08:30', '2027-03-10 09:30'))).times).toEqual([]);
  app.at('2027-02-22 12:00');
});

it('offers no store that is closed or belongs to others', async () => {
  const trip = from('2027-03-11 10:00', '2027-03-12 10:00');
  await sql`update store set status = 0 where id = ${RENTAL.chiangMai}`.execute(app.db);
  expect((await asked(trip)).stores).toEqual([]);
  await sql`update store set status = 1 where id = ${RENTAL.chiangMai}`.execute(app.db);
  await sql`
    insert into "user" (username, name, phone, password, "roleId", "dataScope", "storeIds", status)
    select 'south', 'south', '+66911111112', password, "roleId", 1, array[${RENTAL.phuket}]::bigint[], 1 from "user" where username = 'ops'
  `.execute(app.db);
  const south = await app.signIn('south');
  expect(await asked(trip, south)).toMatchObject({ stores: [], models: [{ subModelId: RENTAL.camry }] });
  expect(
    (await south.get('/order/alternatives', { ...WISH, ...trip, storeId: RENTAL.chiangMai } as never)).statusCode,
  ).toBe(403);
});

it('keeps the return store where it was chosen, and refuses a return before the pickup', async () => {
  const trip = from('2027-03-11 10:00', '2027-03-12 10:00');
  // From Phuket a car may be left at Chiang Mai for a fee; from Chiang Mai that is no other city.
  const { stores } = await asked({ ...trip, returnStoreId: RENTAL.chiangMai });
  expect(stores.map(({ storeId }) => storeId)).toEqual([RENTAL.chiangMai]);
  const answer = await ops.get('/order/alternatives', {
    ...WISH,
    ...from('2027-03-12 10:00', '2027-03-12 10:00'),
  } as never);
  expect(answer.statusCode).toBe(400);
});

it('an order that is changed does not stand in its own way, and its own price is not said anew', async () => {
  const { times } = await asked({ ...from('2027-03-11 10:00', '2027-03-12 10:00'), excludeOrderId: orders[0] });
  expect(times.map(({ count, total }) => [count, total])).toEqual([
    [1, null],
    [1, null],
  ]);
});

it('asks the database as often with many stores and models as with few', async () => {
  const count = async (): Promise<number> => {
    let statements = 0;
    onStatement(() => void (statements += 1));
    await asked(from('2027-03-11 10:00', '2027-03-12 10:00'));
    vi.restoreAllMocks();
    return statements;
  };
  await count();
  const few = await count();
  await sql`
    insert into store ("storeName", "operatorName", address, size, status, "is24h", "businessHours", "minAdvance", "maxAdvance", "serviceTime", "advanceTime", fee, "serviceArea", "cityId")
    select 'Branch ' || n, 'Somchai', '1 Main Road', 100, 1, 1, "businessHours", "minAdvance", "maxAdvance", "serviceTime", "advanceTime", fee, "serviceArea", "cityId"
    from store, generate_series(1, 20) n where store.id = 2
  `.execute(app.db);
  await sql`
    insert into price ("storeId", "subModelId", "dailyPrice", "monthlyPrice", deposit, status, "holidayPrices")
    select id, 1, 120000, null, 500000, 1, '[]' from store where "storeName" like 'Branch%'
  `.execute(app.db);
  // The first calls after a change of records read rights and stores anew.
  await count();
  expect(await count()).toBe(few);
});
