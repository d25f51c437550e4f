import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from './app.ts';
import { accepted, addCars, orderIn, startRentalApp, type RentalApp } from './rental.ts';

let app: RentalApp;
let manager: Client;
let finance: Client;
let cars: number[];
beforeAll(async () => {
  app = await startRentalApp();
  [manager, finance] = [await app.as('storeManager'), await app.as('finance')];
  cars = [...(await addCars(app, 3))];
});
afterAll(() => app.close());

interface Sheet {
  readonly fees: readonly { readonly remark: string; readonly amount: number }[];
  readonly deductions: readonly Record<string, unknown>[];
  readonly refundPending: number;
  readonly payments: readonly { type: number; amount: number }[];
  readonly total: number;
  readonly paid: number;
  readonly surplus: number;
}
const sheetOf = async (id: number) => accepted(await manager.get<Sheet>(`/print/order/${id}`, { sheet: 'settlement' }));
const made = async (path: string, body: object): Promise<number> =>
  accepted(await manager.post<{ id: number }>(path, body)).data.id;

it('a settlement sheet tells what was taken and given back and what is on its way, and nothing that is still being talked about', async () => {
  const orderId = await orderIn(app, manager, 3, cars[0]!);
  const before = (await sheetOf(orderId)).data;
  expect(before).toMatchObject({ deductions: [], refundPending: 0 });

  const taken = await made('/order/deduct/save', { orderId, type: 1, amount: 800, reason: 'left door scratched' });
  const waiting = await made('/order/deduct/save', { orderId, type: 2, amount: 300, reason: 'still being asked' });
  accepted(await finance.post('/order/deduct/review', { id: taken }));
  accepted(await finance.post('/order/deduct/result', { id: taken, success: 1, transactionNo: 'D-1' }));
  accepted(await manager.post('/order/payment/save', { orderId, amount: 500, method: 5, confirmed: 1 }));
  const refund = { orderId, feeItem: 'total', method: 5, reason: 'goodwill of the shop', confirmed: 1 };
  const done = await made('/order/refund/save', { ...refund, amount: 200 });
  await made('/order/refund/save', { ...refund, amount: 300 });
  accepted(await finance.post('/order/refund/result', { id: done, success: 1, transactionNo: 'F-1' }));

  const { data, text } = await sheetOf(orderId);
  expect(data).toMatchObject({
    total: before.total + 800,
    paid: before.paid + 800 + 500 - 200,
    surplus: 300,
    refundPending: 300,
    deductions: [
      { type: 1, amount: 800, deductNo: expect.stringMatching(/^D\d+$/), time: expect.stringMatching(/^2027-/) },
    ],
  });
  expect(data.payments.filter(({ type }) => type === 2)).toMatchObject([{ amount: 200 }]);
  for (const secret of ['still being asked', 'goodwill of the shop', `"id":${waiting},"deductNo`])
    expect(text).not.toContain(secret);
});

it('a settlement sheet has no line that was voided, and its total does not count it', async () => {
  const orderId = await orderIn(app, manager, 2, cars[2]!);
  const line = { orderId, type: 1 };
  await made('/order/additionalfee', { ...line, amount: 120, remark: 'child seat' });
  const { total } = (await sheetOf(orderId)).data;
  const voided = await made('/order/additionalfee', { ...line, amount: 4_321, remark: 'entered by mistake' });
  const both = (await sheetOf(orderId)).data;
  expect(both.fees.map(({ remark }) => remark)).toEqual(expect.arrayContaining(['child seat', 'entered by mistake']));
  expect(both.total).toBe(total + 4_321);

  accepted(await manager.delete(`/order/additionalfee/delete/${voided}`));
  const { data, text } = await sheetOf(orderId);
  expect(data.fees).toHaveLength(both.fees.length - 1);
  expect(data.fees.map(({ remark }) => remark)).toContain('child seat');
  expect(data.total).toBe(total);
  for (const trace of ['entered by mistake', '4321']) expect(text).not.toContain(trace);
  // The bill at the desk still shows it, as voided.
  const bill = accepted(await manager.get<{ id: number; voided: number }[]>(`/order/fees/${orderId}`)).data;
  expect(bill.find(({ id }) => id === voided)).toMatchObject({ voided: 1 });
});

it('what somebody wrote stays as it was written: HTML, right to left, pictures; of ten thousand characters five hundred fit', async () => {
  const texts = ['<script>alert(1)</script><b>x</b>', 'ยาวววว'.repeat(83), '‏محمد‎ עברית', '👩‍🚗🇹🇭'];
  const orderId = await orderIn(app, manager, 1, cars[1]!);
  const remark = async () => accepted(await manager.get<{ remark: string }>(`/print/order/${orderId}`)).data.remark;
  for (const text of texts) {
    accepted(await manager.post('/order/remark', { id: orderId, remark: text }));
    expect(await remark()).toBe(text);
    const { data } = accepted(await manager.get<{ html: string }>(`/order/contract/${orderId}`));
    expect(data.html).not.toContain('<script');
  }
  const long = await manager.post('/order/remark', { id: orderId, remark: 'x'.repeat(10_000) });
  expect([long.statusCode, Object.keys(long.errors)]).toEqual([400, ['remark']]);
  expect(await remark()).toBe(texts.at(-1));
});
