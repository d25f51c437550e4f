import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from './app.ts';
import { RENTAL, accepted, orderIn, startRentalApp, type RentalApp } from './rental.ts';
import { upload } from './upload.ts';

let app: RentalApp;
let clerk: Client;
let manager: Client;
beforeAll(async () => {
  app = await startRentalApp();
  [clerk, manager] = await Promise.all([app.as('clerk'), app.as('storeManager')]);
});
afterAll(() => app.close());

const info = async (id: number) => accepted(await manager.get<Record<string, unknown>>(`/order/info/${id}`)).data;
const contract = async (id: number, more: Record<string, number> = {}) =>
  accepted(await manager.get<{ html: string; status: number; updateTime: string }>(`/order/contract/${id}`, more)).data;
const pickup = (id: number, carId: number, more: object = {}) => {
  app.at('2027-03-01 10:00');
  return clerk.post('/order/pickup', { id, carId, time: '2027-03-01 10:00:00', mileage: 10_000, oil: 8, ...more });
};

it('the renter signs at the counter, with the plate that goes out: car and signature together or neither', async () => {
  const [planned, taken] = RENTAL.cars;
  const id = await orderIn(app, manager, 1, planned);
  accepted(await clerk.post('/order/contract/sign', { orderId: id, signImage: await upload(clerk) }));
  // Another car than the one that was signed for: the words are shown anew, and signed anew.
  const read = await contract(id, { carId: taken });
  expect(read).toMatchObject({ status: 0, html: expect.stringContaining('KK-2') });
  expect((await contract(id)).status).toBe(1);

  const others = await pickup(id, taken, { signImage: await upload(manager) });
  expect(others.errors).toHaveProperty('signImage');
  expect(
    (await pickup(id, taken, { signImage: await upload(clerk), updateTime: '2020-01-01 00:00:00' })).statusCode,
  ).toBe(409);
  expect(await info(id)).toMatchObject({ status: 1, carId: planned, contractStatus: 1 });

  accepted(await pickup(id, taken, { signImage: await upload(clerk), updateTime: read.updateTime }));
  expect(await info(id)).toMatchObject({ status: 2, contractStatus: 1, contractSignTime: '2027-03-01 10:00:00' });
  expect((await contract(id)).html).toBe(read.html);
});

it('a car that goes out without a signature says why; a contract that is signed already is left as it is', async () => {
  const [, , third, fourth] = RENTAL.cars;
  const without = await orderIn(app, manager, 1, third);
  accepted(await pickup(without, third, { unsignedReason: ' signed on paper ' }));
  expect(await info(without)).toMatchObject({
    contractStatus: 0,
    overrides: [{ kind: 'unsigned', reason: 'signed on paper' }],
  });

  const signed = await orderIn(app, manager, 1, fourth);
  const signImage = await upload(clerk);
  accepted(await clerk.post('/order/contract/sign', { orderId: signed, signImage }));
  accepted(await pickup(signed, fourth, { signImage: await upload(clerk), unsignedReason: 'not needed' }));
  expect(await info(signed)).toMatchObject({ contractStatus: 1, contractSignImage: signImage, overrides: null });
});
