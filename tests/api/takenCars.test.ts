import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountsOf } from './accounts.ts';
import type { Client } from './app.ts';
import { RENTAL, accepted, book, draft, startRentalApp, type RentalApp } from './rental.ts';

let app: RentalApp;
let ops: Client;
beforeAll(async () => {
  app = await startRentalApp();
  ops = await app.as('ops');
});
afterAll(() => app.close());
/** The only Camry stands at Phuket, and nothing has it. */
beforeEach(async () => {
  app.at('2027-02-22 12:00');
  await sql`delete from hold where "carId" = ${RENTAL.camryCar}`.execute(app.db);
  for (const table of ['storageOrder', 'dispatchPlan', 'maintenance'])
    await sql`delete from ${sql.table(table)} where "carId" = ${RENTAL.camryCar}`.execute(app.db);
  await sql`update "order" set status = -1 where "subModelId" = ${RENTAL.camry}`.execute(app.db);
  await sql`update vehicle set status = 1, "storeId" = 1, "cityId" = 1 where id = ${RENTAL.camryCar}`.execute(app.db);
});

const day = (date: number): string => `2027-03-${String(date).padStart(2, '0')} 10:00:00`;
const trip = (from: number, to: number, changes: Record<string, unknown> = {}) => ({
  ...{ subModelId: RENTAL.camry, plannedPickupTime: day(from), plannedReturnTime: day(to) },
  ...changes,
});
const promised = async (from: number, to: number, changes = {}): Promise<string> => {
  const id = await book(ops, trip(from, to, changes));
  return accepted(await ops.get<{ orderNo: string }>(`/order/info/${id}`)).data.orderNo;
};

const KINDS = [
  {
    kind: 'a storage order',
    path: '/car/storage/save',
    table: 'storageOrder',
    body: { kind: 1, storeId: RENTAL.phuket, subModelId: RENTAL.camry },
    from: 'offlineTime',
    to: 'onlineTime',
  },
  {
    kind: 'a work order in the shop',
    path: '/car/maintenanceinfo/save',
    table: 'maintenance',
    body: { storageFlag: 1, cost: 1 },
    from: 'startTime',
    to: 'endTime',
  },
  {
    kind: 'a dispatch plan',
    path: '/car/dispatchplan/save',
    table: 'dispatchPlan',
    body: { toStoreId: 2 },
    from: 'departTime',
    to: null,
  },
] as const;

describe.each(KINDS)('$kind', ({ path, table, body, from, to }) => {
  const takes = (start: number, end: number | null, changes: Record<string, unknown> = {}, by = ops) =>
    by.post<{ id: number }>(path, {
      ...{ carId: RENTAL.camryCar, ...body, [from]: day(start) },
      ...(to && { [to]: end === null ? '' : day(end) }),
      ...changes,
    });
  const stored = async (): Promise<number> =>
    (
      await sql<{ id: number }>`select id from hold where "carId" = ${RENTAL.camryCar} and kind <> 'order'`.execute(
        app.db,
      )
    ).rows.length;

  it('asks before it takes the last car that somebody was promised, and goes on when confirmed', async () => {
    const orderNo = await promised(10, 12);
    const asked = await takes(9, 13);
    expect(asked).toMatchObject({ http: 200, statusCode: 400 });
    expect(asked.errors).toEqual({ confirmed: expect.stringContaining(orderNo) as string });
    expect((await takes(9, 13, { confirmed: 0 })).errors).toHaveProperty('confirmed');
    expect(await stored()).toBe(0);
    accepted(await takes(9, 13, { confirmed: 1 }));
    expect(await stored()).toBe(1);
  });

  it('asks nothing of what it has taken already, and asks again when it takes more', async () => {
    await promised(10, 12);
    await promised(6, 8);
    const { id } = accepted(await takes(9, 13, { confirmed: 1 })).data;
    const change = (values: Record<string, unknown>) => ops.post(path, { id, ...values });
    accepted(await change({ remark: 'as agreed' }));
    accepted(await change({ [from]: day(11) }));
    if (to) accepted(await change({ [to]: day(12) }));
    expect((await change({ [from]: day(5) })).errors).toHaveProperty('confirmed');
    accepted(await change({ [from]: day(5), confirmed: 1 }));
  });

  it('asks nothing while the promise is of another time', async () => {
    await promised(2, 4);
    accepted(await takes(9, 13));
  });

  it('takes an answer that is none for wrong input', async () => {
    expect((await takes(9, 13, { confirmed: 'yes' })).errors).toHaveProperty('confirmed');
    expect(await stored()).toBe(0);
  });

  it('does not win together with whoever books the model at the same moment', async () => {
    for (let round = 0; round < 4; round += 1) {
      await sql`delete from hold where "carId" = ${RENTAL.camryCar}`.execute(app.db);
      await sql`delete from ${sql.table(table)} where "carId" = ${RENTAL.camryCar}`.execute(app.db);
      await sql`update "order" set status = -1 where "subModelId" = ${RENTAL.camry}`.execute(app.db);
      const [taken, booked] = await Promise.all([takes(9, 13), ops.post('/order/save', draft(trip(10, 12)))]);
      expect([taken, booked].filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    }
  });
});

it('a work order beside the rentals asks nothing, and one that takes the car into the shop later does', async () => {
  await promised(10, 12);
  const work = { carId: RENTAL.camryCar, storageFlag: 0, cost: 1, startTime: day(9), endTime: day(13) };
  const { id } = accepted(await ops.post<{ id: number }>('/car/maintenanceinfo/save', work)).data;
  expect((await ops.post('/car/maintenanceinfo/save', { id, storageFlag: 1 })).errors).toHaveProperty('confirmed');
});

it('the store that an order brings the car to asks, too', async () => {
  await book(ops, trip(1, 3, { carId: RENTAL.camryCar, returnStoreId: RENTAL.chiangMai }));
  const there = { pickupStoreId: RENTAL.chiangMai, returnStoreId: RENTAL.chiangMai };
  const orderNo = await promised(10, 12, there);
  const work = { carId: RENTAL.camryCar, storageFlag: 1, cost: 1, startTime: day(9), endTime: day(13) };
  expect((await ops.post('/car/maintenanceinfo/save', work)).errors['confirmed']).toContain(orderNo);
});

it('names no order to somebody who does not see it', async () => {
  await book(ops, trip(1, 3, { carId: RENTAL.camryCar, returnStoreId: RENTAL.chiangMai }));
  const there = { pickupStoreId: RENTAL.chiangMai, returnStoreId: RENTAL.chiangMai };
  const orderNo = await promised(10, 12, there);
  const admin = await app.as('admin');
  const accounts = accountsOf(app, () => admin);
  const roleId = await accounts.roleId('storeManager');
  const { client } = await accounts.makeUser({ roleId, dataScope: 1, storeIds: [RENTAL.phuket] });
  const plan = { kind: 1, storeId: RENTAL.phuket, subModelId: RENTAL.camry, carId: RENTAL.camryCar };
  const { errors } = await client.post('/car/storage/save', { ...plan, offlineTime: day(9), onlineTime: day(13) });
  expect(errors['confirmed']).toContain('An order without a car relies on this vehicle');
  expect(errors['confirmed']).not.toContain(orderNo);
});

it('a save that asks nothing does not know the answer', async () => {
  const answer = await ops.post('/car/save', { id: RENTAL.camryCar, confirmed: 1 });
  expect(answer).toMatchObject({ statusCode: 400 });
  expect(Object.keys(answer.errors)).toEqual(['confirmed']);
});

describe('a car that goes to another store now', () => {
  const dispatch = (changes: Record<string, unknown> = {}) =>
    ops.post('/car/dispatch', { id: RENTAL.camryCar, storeId: RENTAL.chiangMai, ...changes });
  const planned = async (from: number): Promise<number> => {
    const plan = { carId: RENTAL.camryCar, toStoreId: RENTAL.chiangMai, departTime: day(from), confirmed: 1 };
    return accepted(await ops.post<{ id: number }>('/car/dispatchplan/save', plan)).data.id;
  };
  const carryOut = (id: number, changes: Record<string, unknown> = {}) =>
    ops.post('/car/dispatchplan/carryout', { id, ...changes });
  const storeOfCar = async () =>
    accepted(await ops.get<{ storeId: number }>(`/car/info/${RENTAL.camryCar}`)).data.storeId;

  it('asks first where somebody was promised it, moves nothing until then, and goes when confirmed', async () => {
    const orderNo = await promised(10, 12);
    const asked = await dispatch();
    expect(asked).toMatchObject({ statusCode: 400 });
    expect(asked.errors).toEqual({ confirmed: expect.stringContaining(orderNo) as string });
    expect(await storeOfCar()).toBe(RENTAL.phuket);
    accepted(await dispatch({ confirmed: 1 }));
    expect(await storeOfCar()).toBe(RENTAL.chiangMai);
  });

  it('asks nothing where nobody was promised it, nor of a car that is not listed', async () => {
    accepted(await dispatch());
    await sql`update vehicle set status = 1, "storeId" = 1, "cityId" = 1 where id = ${RENTAL.camryCar}`.execute(app.db);
    await promised(10, 12);
    await sql`update vehicle set status = 0 where id = ${RENTAL.camryCar}`.execute(app.db);
    accepted(await dispatch());
  });

  it('by its plan asks for what is promised before the planned departure, not again for what comes after', async () => {
    await promised(10, 12);
    const id = await planned(9);
    accepted(await carryOut(id));
    await sql`update vehicle set status = 1, "storeId" = 1, "cityId" = 1 where id = ${RENTAL.camryCar}`.execute(app.db);
    const again = await planned(9);
    const orderNo = await promised(2, 4);
    expect((await carryOut(again)).errors).toEqual({ confirmed: expect.stringContaining(orderNo) as string });
    expect(await storeOfCar()).toBe(RENTAL.phuket);
    accepted(await carryOut(again, { confirmed: 1 }));
    expect(await storeOfCar()).toBe(RENTAL.chiangMai);
  });

  it('does not go together with whoever books the model at the same moment', async () => {
    for (let round = 0; round < 4; round += 1) {
      await sql`update "order" set status = -1 where "subModelId" = ${RENTAL.camry}`.execute(app.db);
      await sql`update vehicle set status = 1, "storeId" = 1, "cityId" = 1 where id = ${RENTAL.camryCar}`.execute(
        app.db,
      );
      const [gone, booked] = await Promise.all([dispatch(), ops.post('/order/save', draft(trip(10, 12)))]);
      expect([gone, booked].filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    }
  });
});

it.each(['offline', 'sold', 'totalloss'])(
  'a car that leaves by %s does not go together with whoever books the model',
  async (way) => {
    for (let round = 0; round < 4; round += 1) {
      await sql`update "order" set status = -1 where "subModelId" = ${RENTAL.camry}`.execute(app.db);
      await sql`update vehicle set status = 1 where id = ${RENTAL.camryCar}`.execute(app.db);
      const leaves = ops.post(`/car/${way}`, { id: RENTAL.camryCar });
      const [gone, booked] = await Promise.all([leaves, ops.post('/order/save', draft(trip(10, 12)))]);
      expect([gone, booked].filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    }
  },
);
