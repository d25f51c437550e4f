import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Forecast, Inventory } from '../../src/rental/calls/index.ts';
import type { Client } from './app.ts';
import { RENTAL, accepted, addCars, book, draft, orderIn, startRentalApp, type RentalApp } from './rental.ts';

let app: RentalApp;
let clerk: Client;
let manager: Client;
beforeAll(async () => {
  app = await startRentalApp();
  [clerk, manager] = await Promise.all([app.as('clerk'), app.as('storeManager')]);
});
afterAll(() => app.close());

const MARCH = { dateStart: '2027-03-01', dateEnd: '2027-03-31' };
const inventory = async (query: Record<string, unknown> = {}): Promise<Inventory> =>
  accepted(await clerk.get<Inventory>('/car/inventory', { ...MARCH, storeId: 1, ...query })).data;
/** The Yaris at Phuket on a day of March. */
async function yaris(day: number) {
  const { rows } = await inventory({ subModelId: RENTAL.yaris });
  return rows[0]!.cells[day - 1]!;
}
const forecast = async (query: Record<string, unknown> = {}): Promise<Forecast> =>
  accepted(await clerk.get<Forecast>('/car/forecast', { ...MARCH, ...query })).data;

describe('the inventory', () => {
  it('counts listed, booked, stored and free cars of a model at a store, day by day', async () => {
    app.at('2027-02-22 12:00');
    expect(await yaris(1)).toEqual({ total: 5, booked: 0, storage: 0, available: 5 });
    await book(clerk, { carId: RENTAL.cars[0] });
    await book(clerk);
    const put = { kind: 1, storeId: 1, subModelId: 1, carId: RENTAL.cars[1], offlineTime: '2027-03-03 10:00:00' };
    accepted(await manager.post('/car/storage/save', put));
    await sql`insert into hold ("carId", kind, "sourceId", "startTime", "endTime") values (${RENTAL.cars[2]}, 'maintenance', 1, '2027-03-10 10:00+07', '2027-03-11 10:00+07')`.execute(
      app.db,
    );
    expect(await yaris(1)).toEqual({ total: 5, booked: 2, storage: 0, available: 3 });
    expect(await yaris(4)).toEqual({ total: 5, booked: 2, storage: 1, available: 2 });
    expect(await yaris(5)).toEqual({ total: 5, booked: 0, storage: 1, available: 4 });
    expect(await yaris(10)).toEqual({ total: 5, booked: 0, storage: 2, available: 3 });
    const { rows } = await inventory();
    expect(rows.map(({ subModelName }) => subModelName)).toEqual(['Toyota Camry 2.5', 'Toyota Yaris 1.2 Sport']);
  });

  it('promises what a booking gets: as many as are free can be booked, and no more', async () => {
    const day = { plannedPickupTime: '2027-03-20 08:00:00', plannedReturnTime: '2027-03-20 20:00:00' };
    const { available } = await yaris(20);
    expect(available).toBeGreaterThan(1);
    for (let left = available; left > 0; left -= 1) await book(clerk, day);
    expect((await clerk.post('/order/save', draft(day))).statusCode).toBe(400);
    expect((await yaris(20)).available).toBe(0);
  });

  it('below zero is overbooked: a car leaves the fleet after its model was sold out', async () => {
    await sql`update vehicle set status = 0 where id = ${RENTAL.cars[4]}`.execute(app.db);
    expect(await yaris(20)).toMatchObject({ total: 4, available: -1 });
    await sql`update vehicle set status = 1 where id = ${RENTAL.cars[4]}`.execute(app.db);
  });

  it('says what is overbooked first, in pages that together are all rows', async () => {
    await sql`update vehicle set status = 0 where id = ${RENTAL.cars[4]}`.execute(app.db);
    const whole = await inventory();
    expect(whole.rows.map(({ subModelName }) => subModelName)).toEqual(['Toyota Yaris 1.2 Sport', 'Toyota Camry 2.5']);
    expect(whole).toMatchObject({ total: 2, short: 1 });
    const pages = await Promise.all([0, 1, 2].map((offset) => inventory({ limit: 1, offset })));
    expect(pages.map(({ total, short }) => [total, short])).toEqual([
      [2, 1],
      [2, 1],
      [2, 1],
    ]);
    expect(pages.flatMap(({ rows }) => rows)).toEqual(whole.rows);
    await sql`update vehicle set status = 1 where id = ${RENTAL.cars[4]}`.execute(app.db);
  });

  it('refuses too many days, and shows nobody the stores of others', async () => {
    const long = await clerk.get('/car/inventory', { dateStart: '2027-03-01', dateEnd: '2027-06-30' });
    expect(long).toMatchObject({
      http: 200,
      statusCode: 400,
      errors: { dateEnd: expect.stringContaining('the most is 92') },
    });
    expect((await inventory({ storeId: 999 })).rows).toEqual([]);
    expect((await (await app.as('pickup')).get('/car/inventory', MARCH)).http).toBe(403);
  });
});

describe('where the cars will be', () => {
  const cells = ({ rows }: Forecast, storeId: number, subModelId: number) =>
    rows.find((row) => row.storeId === storeId && row.subModelId === subModelId)?.cells.map(({ cars }) => cars);

  it('a one-way rental brings the car to the other store, and who leaves where none is left is named', async () => {
    app.at('2027-02-22 12:00');
    const [carId] = [RENTAL.camryCar];
    const oneWay = { carId, subModelId: RENTAL.camry, returnStoreId: RENTAL.chiangMai };
    const id = await book(clerk, oneWay);
    const found = await forecast({ subModelId: RENTAL.camry });
    expect(cells(found, 1, RENTAL.camry)!.slice(0, 5)).toEqual([0, 0, 0, 0, 0]);
    expect(cells(found, 3, RENTAL.camry)!.slice(0, 5)).toEqual([0, 0, 0, 0, 1]);
    expect(found.rows.find((row) => row.storeId === 3)!.cells[3]).toMatchObject({ arrivals: 1, departures: 0 });
    expect(found.shortages).toEqual([]);
    await sql`
      insert into "order" ("orderNo", "renterName", "renterPhone", "renterIdType", "renterIdNo", "pickupStoreId", "returnStoreId", "subModelId", "plannedPickupTime", "plannedReturnTime", status)
      values ('R1', 'Waits', '1', 1, '1', 1, 1, 2, '2027-03-10 09:00+07', '2027-03-12 09:00+07', 1)
    `.execute(app.db);
    const short = await forecast({ subModelId: RENTAL.camry, storeId: 1 });
    expect(short.rows.map(({ storeId }) => storeId)).toEqual([1]);
    expect(short.shortages).toMatchObject([
      {
        storeId: 1,
        subModelId: 2,
        date: '2027-03-10',
        missing: 1,
        orders: [{ orderNo: 'R1', plate: '', time: '2027-03-10 09:00:00' }],
      },
      { date: '2027-03-11', missing: 1, orders: [] },
      { date: '2027-03-12', missing: 1, orders: [] },
    ]);
    const pages = await Promise.all([0, 1].map((offset) => forecast({ subModelId: RENTAL.camry, limit: 1, offset })));
    expect(pages.map(({ rows, shortages }) => [rows[0]?.storeId, shortages.length])).toEqual([
      [1, 3],
      [3, 0],
    ]);
    expect(pages[1]).toMatchObject({ total: 2, short: 1 });
    expect(short.shortages[0]!.orders.map((order) => order.id)).not.toContain(id);
  });

  it('a car on the road is expected back at its return store, a dispatched one stands at its new store unlisted', async () => {
    const [out, moved] = await addCars(app, 2);
    await orderIn(app, manager, 2, out!, { returnStoreId: RENTAL.chiangMai });
    app.at('2027-03-02 12:00');
    const before = await forecast({ subModelId: RENTAL.yaris, dateStart: '2027-03-02' });
    const far = cells(before, 3, RENTAL.yaris)!;
    expect(far[3]! - far[1]!).toBe(1);
    accepted(await (await app.as('fleet')).post('/car/dispatch', { id: moved, storeId: RENTAL.chiangMai }));
    const after = await forecast({ subModelId: RENTAL.yaris, dateStart: '2027-03-02' });
    expect(cells(after, 1, RENTAL.yaris)![0]).toBe(cells(before, 1, RENTAL.yaris)![0]! - 1);
    expect(cells(after, 3, RENTAL.yaris)).toEqual(far);
    expect(after.rows.find((row) => row.storeId === 3)).toMatchObject({ unlisted: 1 });
  });
});
