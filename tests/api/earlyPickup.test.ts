import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Answer, Client } from './app.ts';
import { brokenHolds, expectSoundMoney } from './orderInvariants.ts';
import { RENTAL, accepted, book, errorOf, startRentalApp, type RentalApp } from './rental.ts';

/** Three Yaris at Phuket: what one order takes before its time, others may have been promised (D-AVAIL-02). */
let app: RentalApp;
let manager: Client;
beforeAll(async () => {
  app = await startRentalApp();
  manager = await app.as('storeManager');
  await sql`update vehicle set status = 0 where id in (4, 5)`.execute(app.db);
});
beforeEach(async () => {
  app.at('2027-02-22 12:00');
  const { rows } = await sql<{ id: number }>`select id from "order" where status = 1`.execute(app.db);
  for (const { id } of rows) accepted(await manager.post('/order/cancel', { id, reason: 'next test' }));
});
afterAll(async () => {
  await expectSoundMoney(app.db);
  expect(await brokenHolds(app.db)).toEqual([]);
  await app.close();
});

const [first, second, third] = RENTAL.cars;
const TOMORROW = { plannedPickupTime: '2027-03-02 10:00:00', plannedReturnTime: '2027-03-05 10:00:00' };
/** Gone before tomorrow's pickup, turnaround and all. */
const TODAY = { plannedPickupTime: '2027-03-01 12:00:00', plannedReturnTime: '2027-03-02 07:00:00' };

const paid = async (changes: Record<string, unknown>): Promise<number> => {
  const id = await book(manager, changes);
  const { data } = accepted(await manager.get<{ due: number; depositDue: number }>(`/order/info/${id}`));
  accepted(await manager.post('/order/payment/save', { orderId: id, amount: data.due + data.depositDue, method: 5 }));
  return id;
};
const mileageOf = async (carId: number): Promise<number> =>
  (await sql<{ mileage: number }>`select mileage from vehicle where id = ${carId}`.execute(app.db)).rows[0]!.mileage;
const pickup = async (id: number, carId: number, time: string): Promise<Answer> =>
  manager.post('/order/pickup', { id, carId, time: `${time}:00`, mileage: await mileageOf(carId), oil: 8 });
const bringBack = async (id: number, carId: number, time: string): Promise<Answer> =>
  manager.post('/order/return', { id, carId, time: `${time}:00`, mileage: await mileageOf(carId), oil: 8 });
const free = async (query: Record<string, string>): Promise<readonly number[]> => {
  const wish = { storeId: '1', pickupTime: '2027-03-01 13:00:00', returnTime: TOMORROW.plannedReturnTime, ...query };
  const path = `/order/availablecars?${new URLSearchParams(wish)}`;
  return accepted(await manager.get<{ id: number }[]>(path)).data.map((car) => car.id);
};

describe('an order of tomorrow with a plate', () => {
  it('does not leave today while every car of its model is promised to orders without one; the free cars say so before', async () => {
    const id = await paid({ ...TOMORROW, carId: first });
    const waiting = [await book(manager, TODAY), await book(manager, TODAY), await book(manager, TODAY)];
    app.at('2027-03-01 13:00');
    expect(await free({ excludeOrderId: String(id) })).not.toContain(first);
    const refused = await pickup(id, first, '2027-03-01 13:00');
    expect(errorOf(refused)).toContain('Before 2 Mar 10:00 the vehicle is promised to another order');
    expect(refused.errors).toHaveProperty('time');
    expect(accepted(await manager.get(`/order/info/${id}`)).data).toMatchObject({ status: 1, tasks: [] });

    accepted(await manager.post('/order/cancel', { id: waiting[0], reason: 'ill' }));
    expect(await free({ excludeOrderId: String(id) })).toContain(first);
    accepted(await pickup(id, first, '2027-03-01 13:00'));
    accepted(await bringBack(id, first, '2027-03-01 13:00'));
  });

  it('leaves at its own time, whatever has been promised around it since', async () => {
    const id = await paid({ ...TOMORROW, carId: first });
    await book(manager, TODAY);
    await sql`update vehicle set "auditStatus" = 0 where id in (2, 3)`.execute(app.db);
    app.at('2027-03-02 10:00');
    accepted(await pickup(id, first, '2027-03-02 10:00'));
    accepted(await bringBack(id, first, '2027-03-02 10:00'));
    await sql`update vehicle set "auditStatus" = 1 where id in (2, 3)`.execute(app.db);
  });

  it('does not leave today while its car is promised to somebody by its plate', async () => {
    const id = await paid({ ...TOMORROW, carId: first });
    await book(manager, { ...TODAY, carId: first });
    app.at('2027-03-01 11:00');
    expect(errorOf(await pickup(id, first, '2027-03-01 11:00'))).toContain('The vehicle is booked');
  });

  it('is not asked again why it has a car of another model', async () => {
    const id = await paid({ ...TOMORROW, carId: null });
    accepted(await manager.post('/order/assigncar', { id, carId: RENTAL.camryCar, remark: 'upgrade' }));
    app.at('2027-03-01 13:00');
    accepted(await pickup(id, RENTAL.camryCar, '2027-03-01 13:00'));
    accepted(await bringBack(id, RENTAL.camryCar, '2027-03-01 13:00'));
  });
});

it('an order gives a plate of another model back only while a car of its own is left', async () => {
  const id = await book(manager, TODAY);
  accepted(await manager.post('/order/assigncar', { id, carId: RENTAL.camryCar, remark: 'upgrade' }));
  const waiting = [await book(manager, TODAY), await book(manager, TODAY), await book(manager, TODAY)];
  expect(errorOf(await manager.post('/order/assigncar', { id, carId: null }))).toContain('No vehicle is available');
  accepted(await manager.post('/order/cancel', { id: waiting[0], reason: 'ill' }));
  accepted(await manager.post('/order/assigncar', { id, carId: null }));
  accepted(await manager.post('/order/assigncar', { id, carId: second }));
  accepted(await manager.post('/order/assigncar', { id, carId: null }));
});

it('a return is not undone once the last car of the model was promised to somebody who waits for a plate', async () => {
  const id = await paid({ ...TODAY, carId: third });
  app.at('2027-03-01 12:00');
  accepted(await pickup(id, third, '2027-03-01 12:00'));
  accepted(await bringBack(id, third, '2027-03-01 12:00'));
  const later = { plannedPickupTime: '2027-03-01 13:00:00', plannedReturnTime: '2027-03-02 07:00:00' };
  const waiting = [await book(manager, later), await book(manager, later), await book(manager, later)];
  const undo = () => manager.post('/order/rejectreturn', { id, reason: 'wrong order' });
  expect(errorOf(await undo())).toContain(
    'Every vehicle of the model has been promised to other orders since. Give one of them another model first',
  );
  accepted(await manager.post('/order/cancel', { id: waiting[0], reason: 'ill' }));
  accepted(await undo());
  accepted(await bringBack(id, third, '2027-03-01 12:00'));
});
