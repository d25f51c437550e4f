import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Forecast, StockView } from '../../src/rental/calls/index.ts';
import type { Client } from './app.ts';
import { brokenHolds } from './orderInvariants.ts';
import { RENTAL, accepted, addCars, book, draft, errorOf, orderIn, startRentalApp, type RentalApp } from './rental.ts';

let app: RentalApp;
let fleet: Client;
let clerk: Client;
let ops: Client;
beforeAll(async () => {
  app = await startRentalApp();
  [fleet, clerk, ops] = await Promise.all([app.as('fleet'), app.as('clerk'), app.as('ops')]);
});
afterAll(() => app.close());

const car = async (): Promise<number> => (await addCars(app, 1))[0]!;
const DEPART = '2027-03-10 10:00:00';
const save = (body: Record<string, unknown>) =>
  fleet.post<{ id: number }>('/car/dispatchplan/save', {
    toStoreId: RENTAL.chiangMai,
    departTime: DEPART,
    ...body,
  });
const plan = async (body: Record<string, unknown>): Promise<number> => accepted(await save(body)).data.id;
const carryOut = (id: number, by = fleet) => by.post('/car/dispatchplan/carryout', { id });
const cancel = (id: number, reason?: string) =>
  fleet.post('/car/dispatchplan/cancel', { id, ...(reason && { reason }) });

interface Planned {
  readonly status: number;
  readonly fromStoreId: number;
  readonly toStoreName: string;
  readonly doneTime: string;
}
const planned = async (id: number): Promise<Planned> =>
  accepted(await fleet.get<{ list: Planned[] }>('/car/dispatchplan/list', { id })).data.list[0]!;
const holdOf = async (id: number) =>
  (
    await sql<{ startTime: Date; endTime: Date | null }>`
      select "startTime", "endTime" from hold where kind = 'dispatch' and "sourceId" = ${id}`.execute(app.db)
  ).rows[0];
const carOf = async (id: number) =>
  (
    await sql<{ storeId: number; status: number; dispatchTime: Date | null }>`
      select "storeId", status, "dispatchTime" from vehicle where id = ${id}`.execute(app.db)
  ).rows[0]!;
const trip = (carId: number, from: string, to: string) => ({
  carId,
  plannedPickupTime: `2027-03-${from}:00`,
  plannedReturnTime: `2027-03-${to}:00`,
});

it('a planned dispatch holds its car from its departure on, says so to who books, and is drawn in the schedule', async () => {
  app.at('2027-03-01 09:00');
  const carId = await car();
  const id = await plan({ carId, remark: 'high season' });
  expect(await planned(id)).toMatchObject({ status: 1, fromStoreId: RENTAL.phuket, doneTime: '' });
  expect(await holdOf(id)).toEqual({ startTime: new Date('2027-03-10T10:00:00+07:00'), endTime: null });
  const late = await clerk.post('/order/save', draft(trip(carId, '12 10:00', '13 10:00')));
  expect(errorOf(late)).toContain('planned to go to another store');
  const early = await book(clerk, trip(carId, '05 10:00', '08 10:00'));
  const renewal = await clerk.post('/order/edittime', {
    ...{ id: early, plannedPickupTime: '2027-03-05 10:00:00', plannedReturnTime: '2027-03-11 10:00:00' },
  });
  expect(errorOf(renewal)).toContain('planned to go to another store');
  const { rows } = accepted(
    await clerk.get<StockView>('/car/stockview', { dateStart: '2027-03-01', dateEnd: '2027-03-31', carId }),
  ).data;
  expect(rows[0]!.bars.at(-1)).toMatchObject({
    ...{ kind: 'dispatch', planId: id, start: DEPART, end: '' },
    ...{ pickupStoreName: 'Phuket Town', returnStoreName: 'Chiang Mai' },
  });
  expect(await brokenHolds(app.db)).toEqual([]);
});

it('is counted in the forecast: gone from its departure, at the new store from the next day', async () => {
  app.at('2027-03-01 09:00');
  const carId = await car();
  const days = async (storeId: number) => {
    const input = { dateStart: '2027-03-08', dateEnd: '2027-03-12', subModelId: RENTAL.yaris, storeId };
    const { rows } = accepted(await clerk.get<Forecast>('/car/forecast', input)).data;
    return rows[0]?.cells ?? Array.from({ length: 5 }, () => ({ cars: 0, arrivals: 0, departures: 0 }));
  };
  const before = { here: await days(RENTAL.phuket), there: await days(RENTAL.chiangMai) };
  const id = await plan({ carId });
  const after = { here: await days(RENTAL.phuket), there: await days(RENTAL.chiangMai) };
  const change = (side: 'here' | 'there', of: 'cars' | 'arrivals' | 'departures') =>
    after[side].map((day, at) => day[of] - before[side][at]![of]);
  expect(change('here', 'cars')).toEqual([0, 0, -1, -1, -1]);
  expect(change('here', 'departures')).toEqual([0, 0, 1, 0, 0]);
  expect(change('there', 'cars')).toEqual([0, 0, 0, 1, 1]);
  expect(change('there', 'arrivals')).toEqual([0, 0, 0, 1, 0]);
  accepted(await cancel(id, 'the driver is ill'));
  expect(await days(RENTAL.phuket)).toEqual(before.here);
});

it('is refused as a dispatch at once is: the same store, a closed one, open orders; and what else has the car', async () => {
  app.at('2027-03-01 09:00');
  const carId = await car();
  expect((await save({ carId, toStoreId: RENTAL.phuket })).errors['toStoreId']).toContain('same store');
  await sql`update store set status = 0 where id = ${RENTAL.chiangMai}`.execute(app.db);
  expect((await save({ carId })).errors['toStoreId']).toContain('not open');
  await sql`update store set status = 1 where id = ${RENTAL.chiangMai}`.execute(app.db);
  expect((await save({ carId, departTime: '2027-02-28 23:59:00' })).errors['departTime']).toContain('over');
  const booked = await book(clerk, trip(carId, '20 10:00', '22 10:00'));
  const { orderNo } = accepted(await clerk.get<{ orderNo: string }>(`/order/info/${booked}`)).data;
  expect((await save({ carId })).errors['departTime']).toContain(orderNo);
  accepted(await ops.post('/order/cancel', { id: booked, reason: 'ill' }));
  const put = { kind: 1, storeId: 1, subModelId: 1, carId, offlineTime: '2027-03-15 10:00:00' };
  const stored = accepted(await fleet.post<{ id: number }>('/car/storage/save', put)).data.id;
  expect((await save({ carId })).errors['departTime']).toContain('in storage');
  accepted(await fleet.post('/car/storage/cancel', { id: stored }));
  const id = await plan({ carId });
  expect((await save({ carId })).errors['departTime']).toContain('already');
  expect(errorOf(await fleet.post('/car/storage/save', put))).toContain('not free');
  const work = { carId, storageFlag: 1, startTime: '2027-03-11 10:00:00', cost: 1 };
  expect(errorOf(await fleet.post('/car/maintenanceinfo/save', work))).toContain('another store');
  expect(errorOf(await fleet.post('/car/dispatch', { id: carId, storeId: RENTAL.chiangMai }))).toContain('is planned');
  expect(await save({ carId: 999_999 })).toMatchObject({ errors: { carId: expect.stringContaining('not found') } });
  // The plan itself is changed: another day, the same car.
  accepted(await save({ id, carId, departTime: '2027-03-09 10:00:00' }));
  expect(await holdOf(id)).toMatchObject({ startTime: new Date('2027-03-09T10:00:00+07:00') });
});

it('a car that comes back elsewhere is planned to leave from there', async () => {
  app.at('2027-03-01 09:00');
  const carId = await car();
  await book(clerk, { ...trip(carId, '03 10:00', '06 10:00'), returnStoreId: RENTAL.chiangMai });
  expect((await save({ carId })).errors['toStoreId']).toContain('same store');
  const id = await plan({ carId, toStoreId: RENTAL.phuket });
  expect(await planned(id)).toMatchObject({ fromStoreId: RENTAL.chiangMai });
});

it('carried out it is the dispatch itself: offline at the new store, free again, once', async () => {
  app.at('2027-03-01 09:00');
  const carId = await car();
  const id = await plan({ carId });
  app.at('2027-03-10 11:00');
  accepted(await carryOut(id));
  expect(await carOf(carId)).toEqual({
    ...{ storeId: RENTAL.chiangMai, status: 0, dispatchTime: new Date('2027-03-10T11:00:00+07:00') },
  });
  expect(await planned(id)).toMatchObject({ status: 2, doneTime: '2027-03-10 11:00:00', fromStoreId: RENTAL.phuket });
  expect(await holdOf(id)).toBeUndefined();
  expect(errorOf(await carryOut(id))).toContain('carried out');
  expect(errorOf(await cancel(id))).toContain('carried out');
  expect(errorOf(await save({ id, carId }))).toContain('carried out');
});

it('a rented car does not go before it is back, and none is handed out that should be gone', async () => {
  app.at('2027-03-01 09:00');
  const carId = await car();
  await orderIn(app, ops, 2, carId);
  const id = await plan({ carId });
  app.at('2027-03-02 09:00');
  expect(errorOf(await carryOut(id))).toContain('rented');
  expect(await planned(id)).toMatchObject({ status: 1 });
  const due = await car();
  await plan({ carId: due });
  const order = await orderIn(app, ops, 1, await car());
  app.at('2027-03-10 11:00');
  const task = { id: order, carId: due, time: '2027-03-10 11:00:00', mileage: 10_000, oil: 8 };
  expect(errorOf(await clerk.post('/order/pickup', task))).toContain('carry the dispatch out or cancel it');
});

it('a car that is sold goes nowhere any more', async () => {
  app.at('2027-03-01 09:00');
  const carId = await car();
  const id = await plan({ carId });
  accepted(await fleet.post('/car/sold', { id: carId }));
  expect(await planned(id)).toMatchObject({ status: -1 });
  expect(await holdOf(id)).toBeUndefined();
});

it('who may only look plans nothing, moves nothing and cancels nothing', async () => {
  app.at('2027-03-01 09:00');
  const carId = await car();
  const id = await plan({ carId });
  const tries = [
    clerk.post('/car/dispatchplan/save', { carId, toStoreId: RENTAL.chiangMai, departTime: DEPART }),
    carryOut(id, clerk),
    clerk.post('/car/dispatchplan/cancel', { id }),
  ];
  expect((await Promise.all(tries)).map((answer) => answer.http)).toEqual([403, 403, 403]);
});

it('of two people at once one plans, one carries out, and a booking or the plan wins', async () => {
  const outcomes = async (...calls: Promise<{ readonly statusCode: number }>[]) =>
    (await Promise.all(calls)).map(({ statusCode }) => statusCode).toSorted();
  for (let round = 0; round < 4; round += 1) {
    app.at('2027-03-01 09:00');
    const [twice, booked] = await addCars(app, 2);
    expect(await outcomes(save({ carId: twice }), save({ carId: twice }))).toEqual([200, 400]);
    const wish = draft(trip(booked!, '12 10:00', '13 10:00'));
    expect(await outcomes(save({ carId: booked }), clerk.post('/order/save', wish))).toEqual([200, 400]);
    const id = await plan({ carId: await car() });
    expect(await outcomes(carryOut(id), carryOut(id), cancel(id))).toEqual([200, 400, 400]);
  }
  expect(await brokenHolds(app.db)).toEqual([]);
});
