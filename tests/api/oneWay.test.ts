import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Inventory, Quote } from '../../src/rental/calls/index.ts';
import { accountsOf } from './accounts.ts';
import type { Client } from './app.ts';
import { brokenHolds } from './orderInvariants.ts';
import { RENTAL, accepted, book, draft, errorOf, startRentalApp, type RentalApp } from './rental.ts';

let app: RentalApp;
let ops: Client;
beforeAll(async () => {
  app = await startRentalApp();
  ops = await app.as('ops');
});
afterAll(() => app.close());
/** The only Camry stands at Phuket, and nobody has booked it. */
beforeEach(async () => {
  app.at('2027-02-22 12:00');
  await sql`delete from hold where "carId" = ${RENTAL.camryCar}`.execute(app.db);
  await sql`update "order" set status = -1 where "subModelId" = ${RENTAL.camry}`.execute(app.db);
  await sql`update vehicle set status = 1, "storeId" = 1, "cityId" = 1 where id = ${RENTAL.camryCar}`.execute(app.db);
});

const camry = (from: string, to: string, changes: Record<string, unknown> = {}) => ({
  subModelId: RENTAL.camry,
  plannedPickupTime: `2027-03-${from}:00`,
  plannedReturnTime: `2027-03-${to}:00`,
  ...changes,
});
const away = { returnStoreId: RENTAL.chiangMai };
const there = { pickupStoreId: RENTAL.chiangMai, returnStoreId: RENTAL.chiangMai };
const quote = async (body: Record<string, unknown>) => {
  const { availableCount, errors } = accepted(await ops.post<Quote>('/order/quote', draft(body))).data;
  return { left: availableCount, errors: errors.map(({ code }) => code) };
};
const refused = async (body: Record<string, unknown>) => errorOf(await ops.post('/order/save', draft(body)));
const freeCars = async (storeId: number, from: string, to: string) =>
  accepted(
    await ops.get<{ id: number }[]>('/order/availablecars', {
      ...{ storeId, subModelId: RENTAL.camry, pickupTime: `2027-03-${from}:00`, returnTime: `2027-03-${to}:00` },
    }),
  ).data.map(({ id }) => id);
const stockOf = async (storeId: number, dateStart: string, dateEnd: string) => {
  const query = { storeId, subModelId: RENTAL.camry, dateStart, dateEnd };
  const { rows } = accepted(await ops.get<Inventory>('/car/inventory', query)).data;
  return rows[0]?.cells.map(({ total, available }) => [total, available]) ?? [];
};

describe.each([
  ['with its car', RENTAL.camryCar],
  ['without a plate', null],
])('a one-way order %s', (_, carId) => {
  it('takes the car from its store for good, and brings it to the other one after the turnaround', async () => {
    await book(ops, camry('01 10:00', '03 10:00', { carId, ...away }));
    expect(await quote(camry('04 10:00', '06 10:00'))).toEqual({ left: 0, errors: ['quote.error.noCar'] });
    expect(await refused(camry('04 10:00', '06 10:00'))).toContain('No vehicle');
    expect(await freeCars(RENTAL.phuket, '04 10:00', '06 10:00')).toEqual([]);
    expect(await quote(camry('03 11:59', '06 10:00', there))).toEqual({ left: 0, errors: ['quote.error.noCar'] });
    expect(await quote(camry('03 12:00', '06 10:00', there))).toEqual({ left: 1, errors: [] });
    expect(await stockOf(RENTAL.phuket, '2027-03-02', '2027-03-05')).toEqual([
      [1, 0],
      [1, 0],
      [0, 0],
      [0, 0],
    ]);
    expect(await stockOf(RENTAL.chiangMai, '2027-03-02', '2027-03-05')).toEqual([
      [0, 0],
      [0, 0],
      [1, 1],
      [1, 1],
    ]);
    const next = await book(ops, camry('03 12:00', '06 10:00', there));
    expect(await quote(camry('05 10:00', '07 10:00', there))).toMatchObject({ left: 0 });
    expect(await freeCars(RENTAL.phuket, '01 10:00', '03 10:00')).toEqual([]);
    if (carId !== null) accepted(await ops.post('/order/assigncar', { id: next, carId }));
  });

  it('is not sold where a later order of its store relies on the car', async () => {
    await book(ops, camry('10 10:00', '12 10:00'));
    const trip = camry('01 10:00', '03 10:00', { carId });
    expect(await refused({ ...trip, ...away })).toContain('No vehicle');
    await book(ops, trip);
  });

  it('may not keep the car from an order at the other store, and says which', async () => {
    const id = await book(ops, camry('01 10:00', '03 10:00', { carId, ...away }));
    const relying = await book(ops, camry('03 14:00', '05 10:00', there));
    const { orderNo } = accepted(await ops.get<{ orderNo: string }>(`/order/info/${relying}`)).data;
    const later = { plannedPickupTime: '2027-03-01 10:00:00', plannedReturnTime: '2027-03-04 10:00:00' };
    expect(errorOf(await ops.post('/order/edittime', { id, ...later }))).toContain(orderNo);
    expect(errorOf(await ops.post('/order/save', { id, returnStoreId: RENTAL.phuket }))).toContain(orderNo);
    const sooner = { plannedPickupTime: '2027-03-01 10:00:00', plannedReturnTime: '2027-03-02 10:00:00' };
    accepted(await ops.post('/order/edittime', { id, ...sooner }));
    const told = [{ code: 'availability.reliesOn', message: expect.stringContaining(orderNo) as string }];
    const preview = accepted(await ops.get<object>(`/order/cancelpreview/${id}`)).data;
    expect(preview).toMatchObject({ warnings: told });
    expect(accepted(await ops.post<object>('/order/cancel', { id, reason: 'ill' })).data).toMatchObject({
      warnings: told,
    });
  });
});

it('goes to another store of the same city alike, and is counted while it is out', async () => {
  const id = await book(ops, {
    ...camry('01 10:00', '03 10:00', { carId: RENTAL.camryCar, returnStoreId: RENTAL.airport }),
  });
  const { payable } = accepted(await ops.get<{ payable: number }>(`/order/info/${id}`)).data;
  accepted(await ops.post('/order/payment/save', { orderId: id, amount: payable, method: 5 }));
  app.at('2027-03-01 10:00');
  const task = { id, carId: RENTAL.camryCar, oil: 8, time: '2027-03-01 10:00:00', mileage: 10_000 };
  accepted(await ops.post('/order/pickup', task));
  expect(await quote(camry('05 10:00', '06 10:00'))).toMatchObject({ left: 0 });
  const atAirport = { pickupStoreId: RENTAL.airport, returnStoreId: RENTAL.airport };
  expect(await quote(camry('05 10:00', '06 10:00', atAirport))).toEqual({ left: 1, errors: [] });
  await book(ops, camry('03 14:00', '04 10:00', atAirport));
  const renewal = { orderId: id, time: '2027-03-03 18:00:00' };
  const { warnings } = accepted(await ops.post<{ warnings: { code: string }[] }>('/order/renewquote', renewal)).data;
  expect(warnings.map(({ code }) => code)).toContain('renew.overbooks');
  expect(await brokenHolds(app.db)).toEqual([]);
});

it('tells a clerk of one store only that an order elsewhere relies on the car', async () => {
  const id = await book(ops, camry('01 10:00', '03 10:00', away));
  const relying = await book(ops, camry('03 14:00', '05 10:00', there));
  const { orderNo } = accepted(await ops.get<{ orderNo: string }>(`/order/info/${relying}`)).data;
  const admin = await app.as('admin');
  const { client } = await accountsOf(app, () => admin).makeUser({ dataScope: 1, storeIds: [RENTAL.phuket] });
  const later = { plannedPickupTime: '2027-03-01 10:00:00', plannedReturnTime: '2027-03-04 10:00:00' };
  const said = errorOf(await client.post('/order/edittime', { id, ...later }));
  expect(said).toContain('An order at the return store relies on this vehicle');
  expect(said).not.toContain(orderNo);
});

describe('of sixteen at the same moment', () => {
  it('one gets the only car, one way or not', async () => {
    const wishes = Array.from({ length: 16 }, (_, index) =>
      camry(`${10 + (index % 4)} 10:00`, `${12 + (index % 4)} 10:00`, index % 2 === 0 ? away : {}),
    );
    const answers = await Promise.all(wishes.map((wish) => ops.post('/order/save', draft(wish))));
    const taken = wishes.filter((_, index) => answers[index]!.statusCode === 200);
    expect(taken.filter((wish) => 'returnStoreId' in wish).length).toBeLessThanOrEqual(1);
    // Round trips before the car leaves for good may stand beside it, others may not.
    const trips = taken.toSorted((a, b) => a.plannedPickupTime.localeCompare(b.plannedPickupTime));
    trips.slice(1).forEach((trip, index) => {
      expect(trips[index]!.plannedReturnTime < trip.plannedPickupTime).toBe(true);
      expect('returnStoreId' in trips[index]!).toBe(false);
    });
  });

  it('who relies on a car that comes and who keeps it away do not both win', async () => {
    const id = await book(ops, camry('01 10:00', '03 10:00', away));
    const later = { plannedPickupTime: '2027-03-01 10:00:00', plannedReturnTime: '2027-03-06 10:00:00' };
    const answers = await Promise.all([
      ...Array.from({ length: 12 }, () => ops.post('/order/save', draft(camry('04 10:00', '05 10:00', there)))),
      ...Array.from({ length: 4 }, () => ops.post('/order/edittime', { id, ...later })),
    ]);
    const won = answers.map(({ statusCode }) => statusCode === 200);
    expect(won.slice(0, 12).filter(Boolean).length).toBe(won.slice(12).some(Boolean) ? 0 : 1);
  });
});

it('asks before the last car of a model goes that somebody was promised', async () => {
  const fleet = await app.as('fleet');
  const id = await book(ops, camry('10 10:00', '12 10:00'));
  const { orderNo } = accepted(await ops.get<{ orderNo: string }>(`/order/info/${id}`)).data;
  for (const path of ['/car/offline', '/car/sold', '/car/totalloss']) {
    const refused = await fleet.post(path, { id: RENTAL.camryCar });
    expect([path, refused.errors['confirmed']]).toEqual([path, expect.stringContaining(orderNo)]);
  }
  accepted(await fleet.post('/car/offline', { id: RENTAL.camryCar, confirmed: 1 }));
  // Nobody is promised a car that is not listed.
  accepted(await fleet.post('/car/sold', { id: RENTAL.camryCar }));
});
