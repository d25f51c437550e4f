import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Answer, Client } from './app.ts';
import { brokenHolds, expectSoundMoney } from './orderInvariants.ts';
import { accepted, addCars, book, errorOf, startRentalApp, type RentalApp } from './rental.ts';

/** Money that is taken with the keys: both or neither (D-ORD-23). An order of the example owes 3,950 baht. */
let app: RentalApp;
let clerk: Client;
let manager: Client;
let cars: readonly number[];
beforeAll(async () => {
  app = await startRentalApp();
  [clerk, manager] = await Promise.all([app.as('clerk'), app.as('storeManager')]);
  cars = await addCars(app, 12);
});
afterAll(async () => {
  await expectSoundMoney(app.db);
  expect(await brokenHolds(app.db)).toEqual([]);
  await app.close();
});

interface Payment {
  readonly amount: number;
  readonly method: number;
}
const CASH = 5;
const CARD = 6;

/** An unpaid order with a car of its own, at the hour of its pickup. */
async function unpaid(): Promise<{ readonly id: number; readonly carId: number }> {
  const [carId] = cars;
  cars = cars.slice(1);
  app.at('2027-02-28 12:00');
  const id = await book(clerk, { carId });
  app.at('2027-03-01 10:00');
  return { id, carId: carId! };
}
const pickup = (
  { id, carId }: { readonly id: number; readonly carId: number },
  more: object,
  { by = clerk, key }: { by?: Client; key?: string } = {},
): Promise<Answer> =>
  by.post(
    '/order/pickup',
    { id, carId, time: '2027-03-01 10:00:00', mileage: 10_000, oil: 8, ...more },
    key === undefined ? {} : { 'idempotency-key': key },
  );
const info = async (id: number) => accepted(await manager.get<Record<string, unknown>>(`/order/info/${id}`)).data;
const records = async (id: number) => accepted(await manager.get<Payment[]>(`/order/payments/${id}`)).data;
/** Nothing was taken, nothing went out. */
const untouched = async ({ id, carId }: { readonly id: number; readonly carId: number }): Promise<void> => {
  expect(await info(id)).toMatchObject({ status: 1, paid: 0, actualPickupTime: '' });
  expect(await records(id)).toEqual([]);
  const { rows } = await sql<{ status: number }>`select status from vehicle where id = ${carId}`.execute(app.db);
  expect(rows).toEqual([{ status: 1 }]);
};

it('takes what is due in several ways and hands the car out, with one call that is done once', async () => {
  const order = await unpaid();
  const payments = [
    { amount: 2000, method: CARD, feeItem: 'rental', transactionNo: ' PICKUP-1 ', payerAccount: '4242' },
    { amount: 1950, method: CASH },
  ];
  const press = () => pickup(order, { payments }, { key: `pickup-${order.id}` });
  const [first, again] = await Promise.all([press(), press()]);
  expect(accepted(first).data).toEqual({ warnings: [] });
  expect(accepted(again).data).toEqual(first.data);
  expect(accepted(await press()).data).toEqual(first.data);
  expect(await info(order.id)).toMatchObject({ status: 2, paid: 3950, due: 0, payStatus: 1, overrides: null });
  expect(await records(order.id)).toMatchObject([
    { ...payments[0], type: 1, transactionNo: 'PICKUP-1', time: '2027-03-01 10:00:00', operator: 'clerk' },
    { ...payments[1], type: 1, feeItem: 'total', time: '2027-03-01 10:00:00' },
  ]);
});

it('a pickup that is refused takes no money', async () => {
  const order = await unpaid();
  const payments = [{ amount: 3950, method: CASH }];
  expect((await pickup(order, { payments, mileage: 9999 })).errors).toHaveProperty('mileage');
  expect((await pickup(order, { payments, frontPhoto: 'unknown.jpg' })).errors).toHaveProperty('frontPhoto');
  expect((await pickup(order, { payments, updateTime: '2020-01-01 00:00:00' })).statusCode).toBe(409);
  await untouched(order);
});

it.each([
  ['too much', [{ amount: 2000, method: CASH }, { amount: 1950.01, method: CARD }], /More than is due \(THB 3,950.00\)/],
  ['too little', [{ amount: 2000, method: CASH }, { amount: 1949.99, method: CARD }], /Less than is due \(THB 3,950.00\)/],
  ['three decimals', [{ amount: 3000, method: CASH }, { amount: 950.001, method: CARD }], /two decimals/],
  ['nothing', [{ amount: 3950, method: CASH }, { amount: 0, method: CARD }], /./],
] as const)('%s is said at the field of its amount, and no car goes out', async (_name, payments, said) => {
  const order = await unpaid();
  const { errors, statusCode } = await pickup(order, { payments });
  expect(statusCode).toBe(400);
  expect(errors).toEqual({ 'payments.1.amount': expect.stringMatching(said) });
  await untouched(order);
}); // prettier-ignore

it('a payment that is refused hands out no car', async () => {
  const order = await unpaid();
  const card = { amount: 1, method: CARD, transactionNo: 'TAKEN-1' };
  accepted(await clerk.post('/order/payment/save', { orderId: await book(clerk), ...card }));
  const twice = await pickup(order, { payments: [{ amount: 3949, method: CASH }, card] });
  expect(errorOf(twice)).toContain('already been recorded');
  expect((await pickup(order, { payments: [] })).statusCode).toBe(400);
  expect((await pickup(order, { payments: [{ amount: 3950 }] })).statusCode).toBe(400);
  await untouched(order);
});

it('less than is due goes with the permission to let the order go unpaid, and never more', async () => {
  const order = await unpaid();
  const payments = [{ amount: 950, method: CASH }];
  const unpaidGoes = { allowUnpaid: 1, remark: 'the rest by transfer' };
  expect((await pickup(order, { payments, ...unpaidGoes })).http).toBe(403);
  const more = [{ amount: 3951, method: CASH }];
  expect((await pickup(order, { payments: more, ...unpaidGoes }, { by: manager })).errors).toHaveProperty([
    'payments.0.amount',
  ]);
  await untouched(order);
  accepted(await pickup(order, { payments, ...unpaidGoes }, { by: manager }));
  expect(await info(order.id)).toMatchObject({
    ...{ status: 2, paid: 950, due: 3000 },
    overrides: [{ kind: 'unpaid', reason: 'the rest by transfer' }],
  });

  // Who pays all of it is nobody's exception.
  const whole = await unpaid();
  accepted(await pickup(whole, { payments: [{ amount: 3950, method: CASH }], ...unpaidGoes }, { by: manager }));
  expect(await info(whole.id)).toMatchObject({ status: 2, paid: 3950, overrides: null });
});

it('who brings the car out and may take no payment hands it out as before, without money', async () => {
  const delivery = await app.as('delivery');
  const order = await unpaid();
  const { rows } = await sql<{ id: number }>`select id from "user" where username = 'delivery'`.execute(app.db);
  accepted(await manager.post('/order/assignstaff', { id: order.id, deliveryStaffId: rows[0]!.id }));
  expect((await pickup(order, { payments: [{ amount: 3950, method: CASH }] }, { by: delivery })).http).toBe(403);
  expect(errorOf(await pickup(order, {}, { by: delivery }))).toContain('not paid');
  await untouched(order);
});

it('of two clerks who hand the same car out at once one takes the money', async () => {
  const order = await unpaid();
  const payments = [{ amount: 3950, method: CASH }];
  const answers = await Promise.all([clerk, manager].map((by) => pickup(order, { payments }, { by })));
  expect(answers.map(({ statusCode }) => statusCode === 200).sort()).toEqual([false, true]);
  expect(await info(order.id)).toMatchObject({ status: 2, paid: 3950 });
  expect(await records(order.id)).toHaveLength(1);
});

it('money that somebody else takes meanwhile is not taken again', async () => {
  const order = await unpaid();
  const answers = await Promise.all([
    clerk.post('/order/payment/save', { orderId: order.id, amount: 3950, method: CASH }),
    pickup(order, { payments: [{ amount: 3950, method: CASH }] }, { by: manager }),
  ]);
  expect(answers.map(({ statusCode }) => statusCode === 200).sort()).toEqual([false, true]);
  expect(await info(order.id)).toMatchObject({ paid: 3950 });
  expect(await records(order.id)).toHaveLength(1);
});
