import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrderParts } from '../../src/rental/calls/index.ts';

import type { Answer, Client } from './app.ts';
import { brokenHolds, expectSoundMoney } from './orderInvariants.ts';
import { RENTAL, accepted, addCars, book, errorOf, orderIn, startRentalApp, type RentalApp } from './rental.ts';

let app: RentalApp;
let clerk: Client;
let ops: Client;
beforeAll(async () => {
  app = await startRentalApp();
  clerk = await app.as('clerk');
  ops = await app.as('ops');
});
afterAll(() => app.close());

/** An order that is out with one car since March 1st 10:00, planned back on the 4th; and another car that is free. */
let id: number;
let old: number;
let next: number;
const out = async (changes: Record<string, unknown> = {}): Promise<void> => {
  [old, next] = (await addCars(app, 2)) as [number, number];
  id = await orderIn(app, ops, 2, old, changes);
  app.at('2027-03-02 10:00');
};
beforeEach(async () => {
  await sql`delete from hold`.execute(app.db);
  await sql`update "order" set status = -1 where status = 1`.execute(app.db);
  await sql`update "order" set status = 3, "actualReturnTime" = now() where status = 2`.execute(app.db);
  await sql`update vehicle set status = 0 where id > 7`.execute(app.db);
  await sql`update vehicle set status = 1, "storeId" = 1, "cityId" = 1, mileage = 10000 where id < 7`.execute(app.db);
  await out();
});

const form = (changes: Record<string, unknown> = {}) => ({
  ...{ id, oldCarId: old, carId: next, time: '2027-03-02 09:30:00', reason: 'breakdown', fate: 'free' },
  ...{ mileage: 10_180, oil: 5, newMileage: 10_020, newOil: 8, remark: 'gearbox' },
  ...changes,
});
type Changed = {
  difference: number;
  total: number;
  due: number;
  workOrderId: number | null;
  warnings: { code: string }[];
};
const change = (changes: Record<string, unknown> = {}, client = clerk): Promise<Answer<Changed>> =>
  client.post<Changed>('/order/changecar', form(changes));
const info = async (orderId = id) =>
  accepted(await ops.get<OrderParts & Record<string, unknown>>(`/order/info/${orderId}`)).data;
const car = async (carId: number) =>
  (
    await sql<{ status: number; storeId: number; mileage: number }>`
      select status, "storeId"::int, mileage from vehicle where id = ${carId}`.execute(app.db)
  ).rows[0]!;
const plateOf = async (carId: number) =>
  (await sql<{ plate: string }>`select plate from vehicle where id = ${carId}`.execute(app.db)).rows[0]!.plate;
const giveBack = (changes: Record<string, unknown> = {}) =>
  ops.post<{ total: number }>('/order/return', {
    ...{ id, carId: next, time: '2027-03-04 10:00:00', mileage: 10_320, oil: 8 },
    ...changes,
  });

describe('another car during a rental', () => {
  it('goes on with the new car, the old one is free where it stands, and nothing else of the order changes', async () => {
    const before = await info();
    const answer = accepted(await change());
    expect(answer.data).toMatchObject({ difference: 0, total: before['total'], workOrderId: null, warnings: [] });
    expect(await info()).toMatchObject({
      ...{ status: 2, carId: next, carSince: '2027-03-02 09:30:00', actualPickupTime: '2027-03-01 10:00:00' },
      ...{ total: before['total'], payable: before['payable'], paid: before['paid'] },
      cars: [
        {
          ...{ carId: old, plate: await plateOf(old), modelName: 'Toyota Yaris 1.2 Sport' },
          ...{ since: '2027-03-01 10:00:00', until: '2027-03-02 09:30:00', mileageOut: 10_000, mileageIn: 10_180 },
          ...{ oilOut: 8, oilIn: 5, distance: 180, reason: 'breakdown', fate: 'free', remark: 'gearbox', unread: '' },
        },
        {
          ...{ carId: next, plate: await plateOf(next), since: '2027-03-02 09:30:00', until: '' },
          ...{ mileageOut: 10_020, mileageIn: null, oilOut: 8, oilIn: null, distance: null, reason: null, fate: null },
        },
      ],
    });
    expect(await car(old)).toEqual({ status: 1, storeId: RENTAL.phuket, mileage: 10_180 });
    expect(await car(next)).toEqual({ status: 2, storeId: RENTAL.phuket, mileage: 10_020 });
    expect(await brokenHolds(app.db)).toEqual([]);
  });

  it('is settled at the return by the readings of each car', async () => {
    accepted(await change());
    app.at('2027-03-04 10:00');
    expect(errorOf(await giveBack({ carId: old }))).toContain('not the vehicle of the order');
    expect(errorOf(await giveBack({ mileage: 10_019 }))).toContain('10020 km');
    expect(errorOf(await giveBack({ time: '2027-03-02 09:00:00' }))).toContain('2 Mar 09:30');
    accepted(await giveBack());
    expect(await info()).toMatchObject({
      status: 3,
      cars: [
        { carId: old, distance: 180 },
        { carId: next, until: '2027-03-04 10:00:00', mileageIn: 10_320, distance: 300 },
      ],
    });
    expect(await car(next)).toMatchObject({ status: 1, mileage: 10_320 });
    await expectSoundMoney(app.db);
  });

  it('may change again, also back to the first car', async () => {
    accepted(await change());
    app.at('2027-03-03 10:00');
    const again = { oldCarId: next, carId: old, time: '2027-03-03 09:00:00', mileage: 10_100, newMileage: 10_180 };
    accepted(await change(again));
    const { cars } = await info();
    expect(cars.map(({ carId, distance }) => [carId, distance])).toEqual([
      [old, 180],
      [next, 80],
      [old, null],
    ]);
    app.at('2027-03-04 10:00');
    accepted(await giveBack({ carId: old, mileage: 10_200 }));
    expect((await info()).cars.at(-1)).toMatchObject({ carId: old, distance: 20 });
  });

  it('stays changed: the pickup cannot be undone, a return can', async () => {
    accepted(await change());
    const undo = await ops.post('/order/rejectpickup', { id, reason: 'wrong' });
    expect(errorOf(undo)).toContain('The car of this order was changed');
    app.at('2027-03-04 10:00');
    accepted(await giveBack());
    accepted(await ops.post('/order/rejectreturn', { id, reason: 'wrong' }));
    expect(await info()).toMatchObject({ status: 2, carId: next, cars: [{ carId: old }, { carId: next, until: '' }] });
    expect(await car(next)).toMatchObject({ status: 2 });
    expect(await brokenHolds(app.db)).toEqual([]);
    accepted(await giveBack());
  });

  it('takes a signature back: the contract names the car', async () => {
    await sql`update "order" set "contractStatus" = 1 where id = ${id}`.execute(app.db);
    accepted(await change());
    expect(await info()).toMatchObject({ contractStatus: 0 });
  });
});

describe('refuses', () => {
  it.each([
    ['no new car', { carId: undefined }, 'carId', 'Required'],
    ['a reading that is missing', { mileage: undefined, newOil: undefined }, 'mileage', 'Required'],
    ['fewer kilometres than at the pickup', { mileage: 9_999 }, 'mileage', '10000 km'],
    ['fewer kilometres than the new car has', { newMileage: 9_999 }, 'newMileage', '10000 km'],
    ['more kilometres than a day has', { newMileage: 12_000 }, 'newMileage', 'check the odometer'],
    ['a time before the pickup', { time: '2027-03-01 09:59:00' }, 'time', '1 Mar 10:00'],
    ['a time to come', { time: '2027-03-02 10:30:00' }, 'time', ''],
    ['a car that could not be read and is free', { unread: 'burnt' }, 'fate', 'shop'],
    ['a new price without a reason', { price: 'new' }, 'priceReason', 'Required'],
    ['a store that is none', { storeId: 999 }, 'storeId', ''],
  ])('%s', async (_, changes, field, said) => {
    const answer = await change(changes);
    expect(answer.statusCode).toBe(400);
    expect(answer.errors[field]).toContain(said);
    expect(await info()).toMatchObject({ carId: old, cars: [{ carId: old }] });
    expect(await car(old)).toMatchObject({ status: 2, mileage: 10_000 });
  });

  it('the same car, another model without a remark, and a car that came back later', async () => {
    expect((await change({ carId: old })).errors['carId']).toContain('already');
    expect((await change({ carId: RENTAL.camryCar, remark: '' })).errors['remark']).toContain('remark is required');
    const [third] = await addCars(app, 1);
    const other = await orderIn(app, ops, 2, third!);
    app.at('2027-03-02 10:00');
    accepted(await giveBack({ id: other, carId: third, time: '2027-03-02 09:50:00', mileage: 10_010 }));
    const early = await change({ carId: third, newMileage: 10_010 });
    expect(early.errors['time']).toContain('2 Mar 09:50');
  });

  it('a car that is promised to others, is not listed, is out, or stands elsewhere', async () => {
    const promised = await book(ops, {
      carId: next,
      plannedPickupTime: '2027-03-03 10:00:00',
      plannedReturnTime: '2027-03-05 10:00:00',
    });
    const { orderNo } = await info(promised);
    expect((await change()).errors['carId']).toContain(orderNo as string);
    expect((await change({ carId: RENTAL.chiangMaiCar })).errors['carId']).toContain('not at the pickup store');
    await sql`update vehicle set status = 0 where id = 5`.execute(app.db);
    expect((await change({ carId: 5, newMileage: 10_000 })).errors['carId']).toContain('not listed');
    await sql`update vehicle set status = 2 where id = 4`.execute(app.db);
    expect((await change({ carId: 4, newMileage: 10_000 })).errors['carId']).toContain('rented');
    expect((await change({ carId: 9999 })).errors['carId']).toContain('not found');
  });

  it('the last car of a model that somebody without a plate was promised', async () => {
    await sql`update vehicle set status = 0 where "subModelId" = 2 and id <> 6`.execute(app.db);
    await book(ops, {
      subModelId: RENTAL.camry,
      plannedPickupTime: '2027-03-03 10:00:00',
      plannedReturnTime: '2027-03-05 10:00:00',
    });
    const answer = await change({ carId: RENTAL.camryCar, newMileage: 10_000 });
    expect(answer.errors['carId']).toContain('No vehicle');
  });

  it('an order that is not out', async () => {
    const waiting = await orderIn(app, ops, 1, next);
    expect((await change({ id: waiting })).statusCode).toBe(400);
    app.at('2027-03-02 10:00');
  });
});
