import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from './app.ts';
import { accepted, addCars, orderIn, RENTAL, startRentalApp, type RentalApp } from './rental.ts';

let app: RentalApp;
let manager: Client;
beforeAll(async () => {
  app = await startRentalApp();
  manager = await app.as('storeManager');
});
afterAll(() => app?.close());

interface Sheet {
  readonly car: Record<string, unknown>;
  readonly pickupStore: Record<string, unknown>;
  readonly returnStore: Record<string, unknown>;
}
const sheetOf = async (id: number): Promise<Sheet> =>
  accepted(await manager.get<Sheet>(`/print/order/${id}`, { sheet: 'rental' })).data;
const rename = async (carId: number): Promise<void> => {
  await sql`update vehicle set plate = 'NEW 1' where id = ${carId}`.execute(app.db);
  await sql`update store set "storeName" = 'New name', address = 'New road', phone = '+66800000000' where id = ${RENTAL.phuket}`.execute(app.db); // prettier-ignore
  await sql`update "subModel" set name = 'New model' where id = (select "subModelId" from vehicle where id = ${carId})`.execute(app.db); // prettier-ignore
};

it('a sheet keeps the plate, the model and the stores as they were called at the handover (D-PRINT-05)', async () => {
  const [carId, waiting] = (await addCars(app, 2)) as [number, number];
  const done = await orderIn(app, manager, 3, carId);
  const booked = await orderIn(app, manager, 1, waiting);
  const before = await sheetOf(done);
  await rename(carId);

  const { car, pickupStore, returnStore } = await sheetOf(done);
  expect(car).toEqual(before.car);
  expect([pickupStore, returnStore]).toEqual([before.pickupStore, before.returnStore]);
  const { tasks } = accepted(await manager.get<{ tasks: { plate: string; storeName: string }[] }>(`/order/info/${done}`)).data; // prettier-ignore
  expect(tasks.map(({ plate, storeName }) => [plate, storeName])).toEqual(
    [1, 2].map(() => [before.car['plate'], before.pickupStore['storeName']]),
  );
  // What has not gone out yet is called as it is today.
  expect((await sheetOf(booked)).pickupStore).toMatchObject({ storeName: 'New name', address: 'New road' });
});

it('an order from before names were kept shows those of today', async () => {
  const [carId] = (await addCars(app, 1)) as [number];
  const id = await orderIn(app, manager, 3, carId);
  await sql`update "orderTask" set named = null where "orderId" = ${id}`.execute(app.db);
  await sql`update vehicle set plate = 'NEW 2' where id = ${carId}`.execute(app.db);
  expect((await sheetOf(id)).car).toMatchObject({ plate: 'NEW 2' });
});
