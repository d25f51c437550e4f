import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Quote } from '../../src/rental/calls/index.ts';
import type { Client } from './app.ts';
import { brokenHolds, expectSoundMoney } from './orderInvariants.ts';
import { RENTAL, accepted, book, draft, errorOf, startRentalApp, type RentalApp } from './rental.ts';

let app: RentalApp;
let ops: Client;
let fleet: Client;
beforeAll(async () => {
  app = await startRentalApp();
  [ops, fleet] = await Promise.all([app.as('ops'), app.as('fleet')]);
});
afterAll(async () => {
  expect(await brokenHolds(app.db)).toEqual([]);
  await expectSoundMoney(app.db);
  await app.close();
});

const camry = (from: string, to: string, changes: Record<string, unknown> = {}) => ({
  subModelId: RENTAL.camry,
  plannedPickupTime: `2027-03-${from}:00`,
  plannedReturnTime: `2027-03-${to}:00`,
  ...changes,
});
const left = async (body: Record<string, unknown>) =>
  accepted(await ops.post<Quote>('/order/quote', draft(body))).data.availableCount;
const toClose = async () =>
  accepted(await ops.get<{ list: { id: number }[] }>('/order/list', { attention: 'toClose' })).data.list.map(
    ({ id }) => id,
  );
const orderOf = async (id: number) =>
  accepted(await ops.get<Record<string, unknown> & { actions: string[] }>(`/order/info/${id}`)).data;

it('holds nothing after its planned return: the car goes to a walk-in at once, in the turnaround, too', async () => {
  app.at('2027-02-28 12:00');
  const missed = await book(ops, camry('01 10:00', '02 10:00', { carId: RENTAL.camryCar }));
  const waiting = await ops.post('/order/save', draft(camry('01 12:00', '02 09:00')));
  expect(waiting.statusCode).toBe(400);
  app.at('2027-03-02 09:59');
  expect(await left(camry('02 10:00', '02 20:00'))).toBe(0);
  expect(await toClose()).toEqual([]);
  app.at('2027-03-02 10:30');
  expect(await toClose()).toEqual([missed]);
  expect(await left(camry('02 10:30', '02 20:00'))).toBe(1);
  const walkIn = await book(ops, camry('02 10:30', '02 20:00', { carId: RENTAL.camryCar }));
  expect(await left(camry('02 12:00', '02 20:00'))).toBe(0);
  const late = { id: missed, carId: RENTAL.camryCar, oil: 8, mileage: 10_000, time: '2027-03-02 10:30:00' };
  const { payable } = await orderOf(missed);
  accepted(await ops.post('/order/payment/save', { orderId: missed, amount: payable, method: 5 }));
  expect(errorOf(await ops.post('/order/pickup', late))).toContain('booked');
  accepted(await ops.post('/order/cancel', { id: walkIn, reason: 'test' }));
});

it('does not keep its car from going to another store', async () => {
  app.at('2027-03-05 12:00');
  const missed = await book(ops, camry('05 13:00', '06 10:00', { carId: RENTAL.camryCar }));
  const plan = { carId: RENTAL.camryCar, toStoreId: RENTAL.chiangMai, departTime: '2027-03-06 12:00:00' };
  const { orderNo } = await orderOf(missed);
  app.at('2027-03-06 09:00');
  expect(errorOf(await fleet.post('/car/offline', { id: RENTAL.camryCar }))).toContain(String(orderNo));
  app.at('2027-03-06 11:00');
  const planned = accepted(await fleet.post<{ id: number }>('/car/dispatchplan/save', plan)).data;
  accepted(await fleet.post('/car/dispatchplan/cancel', { id: planned.id }));
  accepted(await fleet.post('/car/offline', { id: RENTAL.camryCar }));
  accepted(await fleet.post('/car/online', { id: RENTAL.camryCar }));
  accepted(await ops.post('/order/cancel', { id: missed, reason: 'closed' }));
});

it('is closed as a no-show after the planned pickup, with a reason and the penalty of the rules', async () => {
  app.at('2027-03-07 12:00');
  const id = await book(ops, camry('08 10:00', '10 10:00'));
  expect((await orderOf(id)).actions).not.toContain('noshow');
  expect(errorOf(await ops.post('/order/noshow', { id, reason: 'early' }))).toContain('8 Mar 10:00');
  app.at('2027-03-08 11:00');
  expect((await orderOf(id)).actions).toContain('noshow');
  expect((await ops.post('/order/noshow', { id })).statusCode).toBe(400);
  expect(await left(camry('08 12:00', '09 10:00'))).toBe(0);
  const closed = accepted(await ops.post<{ penalty: number }>('/order/noshow', { id, reason: 'phone off' })).data;
  expect(closed.penalty).toBe(1_500);
  expect(await orderOf(id)).toMatchObject({ status: -1, cancelKind: 2, cancelReason: 'phone off' });
  expect(await left(camry('08 12:00', '09 10:00'))).toBe(1);
  const listed = accepted(await ops.get<{ list: { id: number }[] }>('/order/list', { cancelKind: 2 })).data.list;
  expect(listed.map((order) => order.id)).toEqual([id]);
  const log = accepted(await ops.get<{ event: string }[]>(`/order/log/${id}`)).data;
  expect(log.length).toBeGreaterThan(1);
});

it('is for whoever may call orders off', async () => {
  app.at('2027-03-12 09:00');
  const id = await book(ops, camry('12 10:00', '13 10:00'));
  app.at('2027-03-12 11:00');
  const clerk = await app.as('clerk');
  expect((await clerk.post('/order/noshow', { id, reason: 'x' })).http).toBe(403);
});
