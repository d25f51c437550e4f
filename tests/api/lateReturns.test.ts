import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from './app.ts';
import { brokenHolds } from './orderInvariants.ts';
import { RENTAL, accepted, addCars, book, orderIn, startRentalApp, type RentalApp } from './rental.ts';

let app: RentalApp;
let manager: Client;
beforeAll(async () => {
  app = await startRentalApp();
  manager = await app.as('storeManager');
});
afterAll(() => app.close());

interface Risk {
  readonly id: number;
  readonly orderNo: string;
  readonly plate: string;
  readonly margin: number;
  readonly plannedPickupTime: string;
  readonly late: { readonly id: number | null; readonly orderNo: string; readonly minutes: number };
  readonly cars: readonly { readonly id: number; readonly plate: string; readonly subModelId: number }[];
}
const risks = async (client: Client = manager): Promise<readonly Risk[]> =>
  accepted(await client.get<Risk[]>('/order/latereturns')).data;

it('an order whose car is still out is shown with its margin and the cars that may take over, and one call gives it another', async () => {
  const late = await orderIn(app, manager, 2, 1);
  const next = await book(manager, {
    carId: 1,
    plannedPickupTime: '2027-03-04 12:00:00',
    plannedReturnTime: '2027-03-06 10:00:00',
  });
  const later = { plannedPickupTime: '2027-03-20 12:00:00', plannedReturnTime: '2027-03-22 10:00:00' };
  const relaxed = await orderIn(app, manager, 2, 2);
  await book(manager, { carId: 2, ...later });
  const free = await orderIn(app, manager, 2, 3);

  app.at('2027-03-04 10:00');
  expect(await risks()).toEqual([]);
  app.at('2027-03-04 10:30');
  const [risk, ...others] = await risks();
  // The second late car has its next order in two weeks, the third none at all.
  expect([others, relaxed, free].flat()).toEqual([relaxed, free]);
  expect(risk).toMatchObject({
    id: next,
    plate: 'KK-1',
    margin: -30,
    plannedPickupTime: '2027-03-04 12:00:00',
    late: { id: late, minutes: 30 },
  });
  // Two of the booked model stand there, and a better one; the late cars and Chiang Mai's are not offered.
  expect(risk!.cars.map((car) => car.id)).toEqual([4, 5, RENTAL.camryCar]);

  accepted(await manager.post('/order/assigncar', { id: next, carId: risk!.cars[0]!.id }));
  expect(await risks()).toEqual([]);
  expect(await brokenHolds(app.db)).toEqual([]);
});

it('a better model needs a remark, as every assignment does', async () => {
  app.at('2027-02-22 12:00');
  const [carId] = await addCars(app, 1);
  await orderIn(app, manager, 2, carId!);
  const next = await book(manager, {
    carId,
    plannedPickupTime: '2027-03-04 12:00:00',
    plannedReturnTime: '2027-03-05 10:00:00',
  });
  app.at('2027-03-04 11:00');
  expect((await risks()).map((risk) => [risk.id, risk.margin])).toEqual([[next, -60]]);
  const upgrade = { id: next, carId: RENTAL.camryCar };
  expect((await manager.post('/order/assigncar', upgrade)).statusCode).toBe(400);
  accepted(await manager.post('/order/assigncar', { ...upgrade, remark: 'late return' }));
});

it('nobody sees risks of stores that are not his, and who only brings cars sees none', async () => {
  app.at('2027-02-22 12:00');
  const [carId] = await addCars(app, 1);
  await orderIn(app, manager, 2, carId!);
  await book(manager, { carId, plannedPickupTime: '2027-03-04 12:00:00', plannedReturnTime: '2027-03-05 10:00:00' });
  await sql`insert into "user" (username, name, phone, password, "roleId", "dataScope", "storeIds", status)
    select 'north', 'north', '+66911111111', password, "roleId", 1, array[${RENTAL.chiangMai}]::bigint[], 1 from "user" where username = 'storeManager'`.execute(
    app.db,
  );
  const [north, delivery] = [await app.signIn('north'), await app.as('delivery')];
  app.at('2027-03-04 11:00');
  expect(await risks()).toHaveLength(1);
  expect(await risks(north)).toEqual([]);
  expect(await risks(delivery)).toEqual([]);
});

it('an overdue order of a channel can still be changed: its advance counts when the pickup moves, not again for what stays', async () => {
  app.at('2027-02-22 12:00');
  await sql`update store set "minAdvance" = '{"value": 2, "unit": "hour"}'::jsonb where id = 1`.execute(app.db);
  const id = await book(manager, {
    channel: 1,
    plannedPickupTime: '2027-02-23 10:00:00',
    plannedReturnTime: '2027-02-25 10:00:00',
  });
  app.at('2027-02-23 11:00');
  accepted(await manager.post('/order/save', { id, renterName: '王五' }));
  accepted(await manager.post('/order/edittime', { id, plannedReturnTime: '2027-02-26 10:00:00' }));
  const moved = await manager.post('/order/edittime', {
    id,
    plannedPickupTime: '2027-02-23 12:00:00',
    plannedReturnTime: '2027-02-26 10:00:00',
  });
  expect(moved.statusCode).toBe(400);
  expect(moved.errors['plannedPickupTime']).toBeTruthy();
  accepted(
    await manager.post('/order/edittime', {
      id,
      plannedPickupTime: '2027-02-23 13:00:00',
      plannedReturnTime: '2027-02-26 10:00:00',
    }),
  );
});

it('a car that an order without a plate was promised is not offered to take over from another model', async () => {
  app.at('2027-02-22 12:00');
  const [carId] = await addCars(app, 1);
  await orderIn(app, manager, 2, carId!);
  const span = { plannedPickupTime: '2027-03-05 14:00:00', plannedReturnTime: '2027-03-06 10:00:00' };
  const next = await book(manager, { carId, ...span });
  const query = { storeId: 1, pickupTime: span.plannedPickupTime, returnTime: span.plannedReturnTime };
  const offered = async (): Promise<readonly number[]> => {
    app.at('2027-03-05 11:00');
    const cars = (await risks()).find((risk) => risk.id === next)!.cars.map((car) => car.id);
    app.at('2027-02-22 12:00');
    return cars;
  };
  expect(await offered()).toContain(RENTAL.camryCar);
  const { data } = await manager.get<{ id: number; subModelId: number }[]>('/order/availablecars', query);
  const { subModelId } = data.find((car) => car.id === RENTAL.camryCar)!;
  for (const _ of data.filter((car) => car.subModelId === subModelId)) await book(manager, { subModelId, ...span });
  expect(await offered()).not.toContain(RENTAL.camryCar);
  const upgrade = { id: next, carId: RENTAL.camryCar, remark: 'late return' };
  expect((await manager.post('/order/assigncar', upgrade)).statusCode).toBe(400);
});
