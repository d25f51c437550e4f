import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Client } from './app.ts';
import { brokenHolds, expectSoundMoney } from './orderInvariants.ts';
import { accepted, addCars, book, orderIn, startRentalApp, type RentalApp } from './rental.ts';

let app: RentalApp;
let manager: Client;
beforeAll(async () => {
  app = await startRentalApp();
  manager = await app.as('storeManager');
});
afterAll(async () => {
  await expectSoundMoney(app.db);
  expect(await brokenHolds(app.db)).toEqual([]);
  await app.close();
});

interface Quote {
  readonly fee: number;
  readonly days: number;
  readonly conflicts: readonly { readonly code: string }[];
}
const info = async (id: number) => accepted(await manager.get(`/order/info/${id}`)).data;
const quote = async (orderId: number, time: string): Promise<Quote> =>
  accepted(await manager.post<Quote>('/order/renewquote', { orderId, time })).data;
const renew = (orderId: number, time: string): Promise<Answer<{ id: number; fee: number }>> =>
  manager.post('/order/renew', { orderId, time });
const cancel = (id: number) => manager.post('/order/cancelrenew', { id, reason: 'changed plans' });

describe('a car that left early and comes back before it was planned to leave', () => {
  /** Planned from 1 March 10:00 to 4 March 10:00, away since 28 February, wanted back that evening. */
  const early = async (): Promise<{ id: number; carId: number }> => {
    const [carId] = await addCars(app, 1);
    const id = await orderIn(app, manager, 1, carId!);
    app.at('2027-02-28 12:00');
    const out = { id, carId, time: '2027-02-28 12:00:00', mileage: 10_000, oil: 8 };
    accepted(await manager.post('/order/pickup', out));
    accepted(await manager.post('/order/edittime', { id, plannedReturnTime: '2027-02-28 20:00:00' }));
    return { id, carId: carId! };
  };

  it('is renewed without a fee as far as it is paid for, and beyond it for the difference', async () => {
    const { id } = await early();
    expect((await quote(id, '2027-02-28 19:00:00')).conflicts.map((each) => each.code)).toEqual(['renew.tooEarly']);
    expect(await quote(id, '2027-03-01 08:00:00')).toMatchObject({ fee: 0, days: 1, hours: 0, conflicts: [] });
    expect(await quote(id, '2027-03-05 10:00:00')).toMatchObject({ fee: 1300, days: 4 });
    expect((await renew(id, '2027-02-28 19:00:00')).statusCode).toBe(400);
    const first = accepted(await renew(id, '2027-03-01 08:00:00')).data;
    expect(first.fee).toBe(0);
    expect(accepted(await renew(id, '2027-03-05 10:00:00')).data.fee).toBe(1300);
    expect(await info(id)).toMatchObject({ total: 5250, rentalDays: 4 });
    await expectSoundMoney(app.db);
  });

  it('is taken back without a fee, and so is the renewal of it', async () => {
    const { id, carId } = await early();
    const renewal = accepted(await renew(id, '2027-03-01 08:00:00')).data;
    accepted(await cancel(renewal.id));
    app.at('2027-02-28 19:00');
    const back = { id, carId, time: '2027-02-28 19:00:00', mileage: 10_100, oil: 8 };
    expect(accepted(await manager.post<{ overrun: number }>('/order/return', back)).data.overrun).toBe(0);
    expect(await info(id)).toMatchObject({ total: 3950 });
  });

  it('has the return that was paid for again when the pickup is undone, if nobody has the car by then', async () => {
    const { id } = await early();
    accepted(await manager.post('/order/rejectpickup', { id, reason: 'wrong order' }));
    expect(await info(id)).toMatchObject({ plannedReturnTime: '2027-03-04 10:00:00', total: 3950 });
    accepted(await manager.post('/order/edittime', { id, plannedReturnTime: '2027-03-05 10:00:00' }));

    const other = await early();
    const next = { plannedPickupTime: '2027-03-02 10:00:00', plannedReturnTime: '2027-03-03 10:00:00' };
    await book(manager, { carId: other.carId, ...next });
    const refused = await manager.post('/order/rejectpickup', { id: other.id, reason: 'wrong order' });
    expect(refused.message).toContain('The vehicle is booked');
  });
});
