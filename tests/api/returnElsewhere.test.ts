import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from './app.ts';
import { brokenHolds, expectSoundMoney } from './orderInvariants.ts';
import { accepted, book, RENTAL, startRentalApp, type RentalApp } from './rental.ts';

let app: RentalApp;
let manager: Client;
beforeAll(async () => {
  app = await startRentalApp();
  manager = await app.as('storeManager');
  await sql`delete from "deliveryFee" where kind = 2`.execute(app.db);
});
afterAll(async () => {
  await expectSoundMoney(app.db);
  expect(await brokenHolds(app.db)).toEqual([]);
  await app.close();
});

it('takes a car back in a city that has no fee, warns, and lets the desk add one', async () => {
  const id = await book(manager, {
    carId: 1,
    plannedPickupTime: '2027-03-01 10:00:00',
    plannedReturnTime: '2027-03-04 10:00:00',
  });
  accepted(await manager.post('/order/payment/save', { orderId: id, amount: 3950, method: 5 }));
  app.at('2027-03-01 10:00');
  const task = { id, carId: 1, oil: 8 };
  accepted(await manager.post('/order/pickup', { ...task, time: '2027-03-01 10:00:00', mileage: 10_000 }));
  app.at('2027-03-04 10:00');
  const back = { ...task, time: '2027-03-04 10:00:00', mileage: 11_000, returnStoreId: RENTAL.chiangMai };
  const returned = accepted(await manager.post('/order/return', back)).data;
  expect(returned).toMatchObject({
    differentCity: 0,
    total: 3950,
    warnings: [{ code: 'handover.warning.differentCity', field: 'returnStoreId' }],
  });
  const { rows } = await sql`select status, "storeId", "cityId" from vehicle where id = 1`.execute(app.db);
  expect(rows).toEqual([{ status: 1, storeId: RENTAL.chiangMai, cityId: 2 }]);
  const fee = { orderId: id, type: 1, amount: 1_200, remark: 'one way' };
  accepted(await manager.post('/order/additionalfee', fee));
});
