import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from './app.ts';
import { accepted, addCars, book, orderIn, startRentalApp, type RentalApp } from './rental.ts';
import { upload } from './upload.ts';

interface Contract {
  contractNo: string;
  html: string;
  document: { sections: { title: Record<string, string>; rows: { value: string | Record<string, string> }[] }[] };
  status: 0 | 1;
  signTime: string;
  signImage: string;
  updateTime: string;
}

let app: RentalApp;
let clerk: Client;
let manager: Client;
beforeAll(async () => {
  app = await startRentalApp();
  [clerk, manager] = await Promise.all([app.as('clerk'), app.as('storeManager')]);
  await addCars(app, 10);
});
afterAll(() => app.close());

const contractOf = async (id: number): Promise<Contract> =>
  accepted(await clerk.get<Contract>(`/order/contract/${id}`)).data;
const unsignedTab = async (id: number): Promise<number> =>
  accepted(await clerk.get<{ total: number }>('/order/list', { tab: 'unsigned', id })).data.total;

it('an unsigned contract follows the order; signed, it keeps its words, number, time and picture, and leaves the tab', async () => {
  app.at('2027-02-28 12:00');
  const id = await book(clerk, { renterName: '<b>张三丰</b>' });
  const before = await contractOf(id);
  expect(before).toMatchObject({ status: 0, contractNo: '', signTime: '', signImage: '' });
  expect(before.html).toContain('&lt;b&gt;张三丰&lt;/b&gt;');
  expect(before.html).toContain('THB 3,950.00');
  expect(await unsignedTab(id)).toBe(1);

  const signImage = await upload(clerk);
  accepted(await clerk.post('/order/contract/sign', { orderId: id, signImage, updateTime: before.updateTime }));
  const signed = await contractOf(id);
  expect(signed).toMatchObject({ status: 1, signTime: '2027-02-28 12:00:00', html: before.html });
  expect(signed.contractNo).toMatch(/^C270228\d{5}$/);
  expect((await app.nobody.inject({ method: 'GET', url: signed.signImage })).http).toBe(200);
  expect(await unsignedTab(id)).toBe(0);
  await sql`update store set "storeName" = "storeName" || ' renamed'`.execute(app.db);
  expect((await contractOf(id)).html).toBe(before.html);

  expect(await clerk.post('/order/contract/sign', { orderId: id, signImage })).toMatchObject({
    statusCode: 400,
    message: expect.stringContaining('already signed'),
  });
});

it('a changed order takes the signature back, keeps the number, and what was signed stays on record', async () => {
  app.at('2027-02-28 12:00');
  const id = await book(clerk);
  accepted(await clerk.post('/order/contract/sign', { orderId: id, signImage: await upload(clerk) }));
  const { contractNo } = await contractOf(id);
  accepted(await clerk.post('/order/edittime', { id, plannedReturnTime: '2027-03-05 10:00:00' }));
  const after = await contractOf(id);
  expect(after).toMatchObject({ status: 0, contractNo, signTime: '', signImage: '' });
  expect(after.html).toContain('2027-03-05 10:00');
  expect(await unsignedTab(id)).toBe(1);
  accepted(await clerk.post('/order/contract/sign', { orderId: id, signImage: await upload(clerk) }));
  expect((await contractOf(id)).contractNo).toBe(contractNo);
  const { rows } = await sql<{
    document: unknown;
  }>`select document from contract where "orderId" = ${id} order by id`.execute(app.db);
  expect(rows).toHaveLength(2);
  expect(rows[0]).not.toEqual(rows[1]);
});

it('what was read must be what is signed, and the picture one that the witness has just taken', async () => {
  const id = await book(clerk);
  const { updateTime } = await contractOf(id);
  const signImage = await upload(clerk);
  accepted(await clerk.post('/order/remark', { id, remark: 'later' }));
  expect((await clerk.post('/order/contract/sign', { orderId: id, signImage, updateTime })).statusCode).toBe(409);
  for (const wrong of ['0'.repeat(32), '../../etc/passwd', await upload(manager)])
    expect((await clerk.post('/order/contract/sign', { orderId: id, signImage: wrong })).errors).toHaveProperty(
      'signImage',
    );
  expect(await contractOf(id)).toMatchObject({ status: 0 });
});

it('a pickup gives an unsigned contract its number; an order that has come back is signed no more', async () => {
  const [car] = await addCars(app, 1);
  const id = await orderIn(app, manager, 2, car!);
  expect((await contractOf(id)).contractNo).toMatch(/^C\d{11}$/);
  const [other] = await addCars(app, 1);
  const returned = await orderIn(app, manager, 3, other!);
  const refused = await clerk.post('/order/contract/sign', { orderId: returned, signImage: await upload(clerk) });
  expect(refused.statusCode).toBe(400);
});

it('delivery staff let the renter sign at the door, on their own orders alone', async () => {
  const [mine] = await addCars(app, 1);
  const id = await orderIn(app, manager, 1, mine!);
  const staff = (await sql<{ id: number }>`select id from "user" where username = 'delivery'`.execute(app.db)).rows[0]!;
  const delivery = await app.as('delivery');
  const signImage = await upload(delivery);
  expect((await delivery.post('/order/contract/sign', { orderId: id, signImage })).statusCode).toBe(404);
  accepted(await manager.post('/order/assignstaff', { id, deliveryStaffId: staff.id }));
  accepted(await delivery.post('/order/contract/sign', { orderId: id, signImage }));
});
