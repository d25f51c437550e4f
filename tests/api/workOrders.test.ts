import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountsOf } from './accounts.ts';
import type { Answer, Client } from './app.ts';
import { accepted, addCars, book, draft, errorOf, orderIn, RENTAL, startRentalApp, type RentalApp } from './rental.ts';

/** Work orders, D-UPK-01: the table M1–M4, every refusal, and the hold that is made and freed with the work. */
let app: RentalApp;
let fleet: Client;
let desk: Client;
let garage: number;
beforeAll(async () => {
  app = await startRentalApp();
  [fleet, desk] = await Promise.all([app.as('fleet'), app.as('storeManager')]);
  const institution = (name: string, type: number, status: number) =>
    sql<{ id: number }>`insert into institution (name, type, status, contact, phone, address, "taxId")
      values (${name}, ${type}, ${status}, 'A', '+66811111111', 'Phuket', ${`T${name}`}) returning id`.execute(app.db);
  garage = (await institution('Garage', 3, 1)).rows[0]!.id;
  await institution('Closed garage', 3, 0);
  await institution('Insurer', 2, 1);
  // Orders without a plate must not run out of cars while other things are tested.
  await addCars(app, 40);
});
afterAll(() => app.close());

const PATH = '/car/maintenanceinfo';
const car = async (): Promise<number> => (await addCars(app, 1))[0]!;
const work = (carId: number, changes: Record<string, unknown> = {}) => ({
  carId,
  storageFlag: 1,
  startTime: '2027-03-01 09:00:00',
  endTime: '2027-03-03 18:00:00',
  cost: 1200,
  ...changes,
});
const save = (body: object): Promise<Answer<{ id: number }>> => fleet.post<{ id: number }>(`${PATH}/save`, body);
const made = async (carId: number, changes?: Record<string, unknown>): Promise<number> =>
  accepted(await save(work(carId, changes))).data.id;
const complete = (id: number, changes: Record<string, unknown> = {}) =>
  fleet.post(`${PATH}/complete`, { id, ...changes });
const info = async (id: number) => accepted(await fleet.get<Record<string, unknown>>(`${PATH}/info/${id}`)).data;
const vehicle = async (id: number) =>
  (
    await sql<
      Record<string, unknown>
    >`select mileage, "nextMaintenanceMileage", "maintenanceCycle", status from vehicle where id = ${id}`.execute(
      app.db,
    )
  ).rows[0]!;
const holds = async (carId: number) =>
  (
    await sql<{ start: string; end: string | null }>`
      select to_char("startTime" at time zone 'Asia/Bangkok', 'MM-DD HH24:MI') as start, to_char("endTime" at time zone 'Asia/Bangkok', 'MM-DD HH24:MI') as end
      from hold where "carId" = ${carId} and kind = 'maintenance' order by "startTime"`.execute(app.db)
  ).rows;
const trip = (carId: number, from: string, to: string) => ({
  carId,
  plannedPickupTime: `${from} 10:00:00`,
  plannedReturnTime: `${to} 10:00:00`,
});

describe('a work order', () => {
  it('keeps what is entered, takes model, store and owner from the car, and holds the car', async () => {
    app.at('2027-02-22 12:00');
    const carId = await car();
    const entered = { institutionId: garage, items: 'Oil, brakes', cost: 1234.5, mileage: 10_050, cycle: 9000, remark: 'noise', images: [] }; // prettier-ignore
    const id = await made(carId, entered);
    expect(await info(id)).toMatchObject({
      ...entered,
      ...{ id, carId, status: 0, storeId: RENTAL.phuket, storeName: 'Phuket Town', institutionName: 'Garage' },
      ...{ subModelId: RENTAL.yaris, storageFlag: 1, startTime: '2027-03-01 09:00:00', endTime: '2027-03-03 18:00:00' },
    });
    expect(await holds(carId)).toEqual([{ start: '03-01 09:00', end: '03-03 18:00' }]);
  });

  it.each(['carId', 'storageFlag', 'startTime', 'cost'])('without %s is refused at that field', async (field) => {
    const { [field]: _left, ...rest } = work(await car()) as Record<string, unknown>;
    expect((await save(rest)).errors).toEqual({ [field]: 'Required' });
  });

  it('takes amounts of two decimals and whole kilometres only, and no end before its begin', async () => {
    const carId = await car();
    expect((await save(work(carId, { cost: 1.234 }))).errors).toHaveProperty('cost');
    expect((await save(work(carId, { mileage: 'far' }))).errors).toHaveProperty('mileage');
    expect((await save(work(carId, { cycle: 1.5 }))).errors).toHaveProperty('cycle');
    expect((await save(work(carId, { mileage: 11_000, nextMileage: 10_999 }))).errors).toHaveProperty('nextMileage');
    expect((await save(work(carId, { endTime: '2027-02-28 09:00:00' }))).errors).toHaveProperty('endTime');
    expect(await holds(carId)).toEqual([]);
  });

  it('names companies of maintenance that are open, no others', async () => {
    const offered = accepted(await fleet.get<{ id: number }[]>('/basics/institutionlist', { type: '3' })).data;
    expect(offered.map(({ id }) => id)).toEqual([garage]);
    for (const other of [garage + 1, garage + 2])
      expect((await save(work(await car(), { institutionId: other }))).errors).toHaveProperty('institutionId');
  });

  it('does not change its state, nor what is copied, by a save', async () => {
    const id = await made(await car());
    expect((await save({ id, owner: 'Me' })).errors).toHaveProperty('owner');
    await save({ id, status: 1 });
    expect(await info(id)).toMatchObject({ status: 0, owner: '' });
  });
});

describe('the car in the shop', () => {
  it('is refused to every booking of that time, and free before and after', async () => {
    app.at('2027-02-22 12:00');
    const carId = await car();
    await made(carId);
    const quote = async (from: string, to: string) =>
      accepted(await desk.post<{ errors: { code: string }[] }>('/order/quote', draft(trip(carId, from, to)))).data
        .errors;
    expect((await quote('2027-03-02', '2027-03-05')).map(({ code }) => code)).toEqual(['availability.maintenance']);
    expect(await quote('2027-03-04', '2027-03-06')).toEqual([]);
    expect(await quote('2027-02-25', '2027-02-28')).toEqual([]);
    const refused = await desk.post('/order/save', draft(trip(carId, '2027-03-02', '2027-03-05')));
    expect(errorOf(refused)).toContain(
      'The vehicle is in maintenance at that time. Choose another vehicle or other times',
    );
  });

  it('without an end is held for ever; without the flag it is not held', async () => {
    const [open, outside] = [await car(), await car()];
    await made(open, { endTime: '' });
    expect(await holds(open)).toEqual([{ start: '03-01 09:00', end: null }]);
    await made(outside, { storageFlag: 0 });
    expect(await holds(outside)).toEqual([]);
    await book(desk, trip(outside, '2027-03-02', '2027-03-05'));
  });

  it('has its hold moved with times and flag, and with another car', async () => {
    const [carId, other] = [await car(), await car()];
    const id = await made(carId);
    accepted(await save({ id, endTime: '2027-03-05 18:00:00' }));
    expect(await holds(carId)).toEqual([{ start: '03-01 09:00', end: '03-05 18:00' }]);
    accepted(await save({ id, carId: other }));
    expect([await holds(carId), await holds(other)]).toEqual([[], [{ start: '03-01 09:00', end: '03-05 18:00' }]]);
    accepted(await save({ id, storageFlag: 0 }));
    expect(await holds(other)).toEqual([]);
  });

  it('is not taken from an order, which is named', async () => {
    const carId = await car();
    const order = await book(desk, trip(carId, '2027-03-02', '2027-03-05'));
    const { data } = accepted(await desk.get<{ orderNo: string }>(`/order/info/${order}`));
    // Who neither changes orders nor decides about work.
    const admin = await app.as('admin');
    const accounts = accountsOf(app, () => admin);
    const roleId = await accounts.makeRole('workshop', 'maintenance-add');
    const { client } = await accounts.makeUser({ roleId });
    const refused = await client.post(`${PATH}/save`, work(carId));
    expect(refused.errors['startTime']).toBe(
      `Order ${data.orderNo} needs the vehicle (2 Mar 10:00 – 5 Mar 10:00). Give that order another vehicle or choose other times`,
    );
    await made(carId, { storageFlag: 0 });
    // It may begin the minute the order ends: turnaround is for renters.
    await made(carId, { startTime: '2027-03-05 10:00:00', endTime: '2027-03-06 10:00:00' });
  });

  it('asks whoever may give orders another car, takes it from them when that is confirmed, and they wait for one', async () => {
    app.at('2027-02-22 12:00');
    const manager = fleet;
    const carId = await car();
    const [one, two] = [
      await book(desk, trip(carId, '2027-03-02', '2027-03-03')),
      await book(desk, trip(carId, '2027-03-04', '2027-03-05')),
    ];
    const later = await book(desk, trip(carId, '2027-03-20', '2027-03-22'));
    await sql`update "order" set "contractStatus" = 1 where id = ${one}`.execute(app.db);
    const inShop = work(carId, { endTime: '2027-03-10 18:00:00' });
    const asked = await manager.post(`${PATH}/save`, inShop);
    expect(Object.keys(asked.errors)).toEqual(['confirmed']);
    const order = async (id: number) => accepted(await desk.get<Record<string, unknown>>(`/order/info/${id}`)).data;
    const [first, second, third] = [await order(one), await order(two), await order(later)];
    expect(asked.errors['confirmed']).toMatch(
      `Planned with this vehicle: ${String(first['orderNo'])}, ${String(second['orderNo'])}`,
    );
    expect(asked.errors['confirmed']).not.toMatch(String(third['orderNo']));
    expect(first['carId']).toBe(carId);
    accepted(await manager.post(`${PATH}/save`, { ...inShop, confirmed: 1 }));
    expect(await holds(carId)).toEqual([{ start: '03-01 09:00', end: '03-10 18:00' }]);
    expect([await order(one), await order(two), await order(later)]).toMatchObject([
      { carId: null, status: 1, contractStatus: 0, total: first['total'] },
      { carId: null, status: 1, total: second['total'] },
      { carId },
    ]);
    // Another car goes to the order that has lost its own.
    accepted(await desk.post('/order/assigncar', { id: one, carId: await car() }));
  });

  it('and its order at once: the order keeps the car or the shop has it, never both', async () => {
    app.at('2027-02-22 12:00');
    const manager = await app.as('ops');
    for (let round = 0; round < 4; round += 1) {
      const [carId, other] = [await car(), await car()];
      const id = await book(desk, trip(carId, '2027-03-02', '2027-03-05'));
      const [shop, moved] = await Promise.all([
        manager.post(`${PATH}/save`, { ...work(carId), confirmed: 1 }),
        desk.post('/order/assigncar', { id, carId: other }),
      ]);
      expect([shop.statusCode, moved.statusCode]).toEqual([200, 200]);
      const { data } = accepted(await desk.get<{ carId: number | null }>(`/order/info/${id}`));
      expect([null, other]).toContain(data.carId);
      expect(await holds(carId)).toHaveLength(1);
    }
  });

  it('cannot be there while it is out with a renter', async () => {
    const carId = await car();
    await orderIn(app, desk, 2, carId);
    await sql`update "order" set "plannedReturnTime" = '2027-03-01 11:00+07' where "carId" = ${carId}`.execute(app.db);
    app.at('2027-03-01 12:00');
    const now = { startTime: '2027-03-01 11:30:00', endTime: '2027-03-01 18:00:00' };
    expect((await save(work(carId, now))).errors['storageFlag']).toMatch('out with a renter');
    // An overdue order blocks until now; what begins later may be planned.
    await made(carId, { startTime: '2027-03-02 09:00:00' });
  });

  it('is not taken from storage', async () => {
    const carId = await car();
    await sql`insert into hold ("carId", kind, "sourceId", "startTime") values (${carId}, 'storage', 1, '2027-03-02 00:00+07')`.execute(
      app.db,
    );
    expect((await save(work(carId))).errors['startTime']).toMatch('in storage from 2 Mar 00:00');
  });
});

describe('work orders of one car', () => {
  it('never overlap, with or without storage, and may touch', async () => {
    app.at('2027-02-22 12:00');
    const carId = await car();
    await made(carId, { storageFlag: 0 });
    for (const storageFlag of [0, 1])
      expect((await save(work(carId, { storageFlag, startTime: '2027-03-03 17:00:00' }))).errors).toEqual({
        startTime: 'The vehicle has another work order from 1 Mar 09:00. Complete or cancel that one first',
      });
    await made(carId, { startTime: '2027-03-03 18:00:00', endTime: '' });
    expect((await save(work(carId, { startTime: '2027-06-01 09:00:00', endTime: '' }))).statusCode).toBe(400);
  });

  it('entered by two people at once are one work order', async () => {
    const carId = await car();
    const answers = await Promise.all(Array.from({ length: 6 }, () => save(work(carId))));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400, 400, 400, 400]);
    expect(await holds(carId)).toHaveLength(1);
  });

  it('and a booking at once: one of them has the car', async () => {
    for (let round = 0; round < 5; round += 1) {
      const carId = await car();
      const [order, shop] = await Promise.all([
        desk.post('/order/save', draft(trip(carId, '2027-03-02', '2027-03-05'))),
        save(work(carId)),
      ]);
      expect([order.statusCode, shop.statusCode].sort()).toEqual([200, 400]);
    }
  });
});

describe('mileage', () => {
  it('does not run backwards, but may be entered late for work that is over', async () => {
    app.at('2027-03-10 12:00');
    const carId = await car();
    const now = { startTime: '2027-03-10 11:00:00', endTime: '' };
    expect((await save(work(carId, { ...now, mileage: 9999 }))).errors['mileage']).toMatch('10000 km are known');
    await made(carId, { mileage: 9000 });
    const id = await made(carId, { ...now, mileage: 10_100 });
    expect((await complete(id, { mileage: 10_099 })).errors['mileage']).toMatch('10100 km are known');
  });
});

describe('a reading of more than 1,000 km a day (D-CAR-20)', () => {
  it('asks in a new work order, in its correction and when it is completed, and is believed once confirmed', async () => {
    app.at('2027-02-28 12:00');
    const carId = await car();
    expect((await save(work(carId, { mileage: 11_001 }))).errors).toEqual({
      confirmed: expect.stringMatching('1001 km'),
    });
    const id = await made(carId, { mileage: 11_000 });
    expect((await save({ id, mileage: 120_100 })).errors).toHaveProperty('confirmed');
    accepted(await save({ id, remark: 'asks nothing of what is known' }));
    app.at('2027-03-02 12:00');
    expect((await complete(id, { mileage: 110_000 })).errors).toHaveProperty('confirmed');
    expect(await info(id)).toMatchObject({ status: 0, mileage: 11_000 });
    accepted(await complete(id, { mileage: 110_000, confirmed: 1 }));
    expect(await vehicle(carId)).toMatchObject({ mileage: 110_000 });
  });

  it('asks together with the orders that would lose the car: who confirms has read both', async () => {
    app.at('2027-02-28 12:00');
    const carId = await car();
    const id = await book(desk, trip(carId, '2027-03-02', '2027-03-03'));
    const { data } = accepted(await desk.get<{ orderNo: string }>(`/order/info/${id}`));
    const { errors } = await save(work(carId, { endTime: '', mileage: 16_000 }));
    expect(errors['confirmed']).toMatch('6000 km');
    expect(errors['confirmed']).toMatch(data.orderNo);
  });

  it('counts the days of a car that is out, and asks nothing of one that has no mileage yet', async () => {
    const [carId, fresh] = [await car(), await car()];
    await orderIn(app, desk, 2, carId);
    app.at('2027-03-04 09:00');
    const beside = { storageFlag: 0, startTime: '2027-03-04 08:00:00', endTime: '' };
    expect((await save(work(carId, { ...beside, mileage: 13_001 }))).errors).toHaveProperty('confirmed');
    await made(carId, { ...beside, mileage: 13_000 });
    await sql`update vehicle set mileage = 0 where id = ${fresh}`.execute(app.db);
    await made(fresh, { mileage: 250_000 });
  });
});

describe('completing', () => {
  it('ends the block now and sets mileage, cycle and next mileage of the car', async () => {
    app.at('2027-03-02 12:00');
    const carId = await car();
    const id = await made(carId, { mileage: 50_000, cycle: 10_000, endTime: '', confirmed: 1 });
    accepted(await complete(id));
    expect(await info(id)).toMatchObject({ status: 1, endTime: '2027-03-02 12:00:00', mileage: 50_000, nextMileage: 60_000 }); // prettier-ignore
    expect(await vehicle(carId)).toMatchObject({ mileage: 50_000, nextMaintenanceMileage: 60_000, maintenanceCycle: 10_000 }); // prettier-ignore
    expect(await holds(carId)).toEqual([]);
    await book(desk, trip(carId, '2027-03-03', '2027-03-05'));
  });

  it('takes end, mileage and cost that are entered with it; an entered next mileage stays', async () => {
    const carId = await car();
    const id = await made(carId, { nextMileage: 15_000 });
    const entered = { endTime: '2027-03-02 11:00:00', mileage: 10_500, cost: 99.5 };
    accepted(await complete(id, entered));
    expect(await info(id)).toMatchObject({ ...entered, status: 1 });
    expect(await vehicle(carId)).toMatchObject({ mileage: 10_500, nextMaintenanceMileage: 15_000 });
  });

  it('keeps the mileage of a car that was driven since', async () => {
    app.at('2027-03-10 12:00');
    const carId = await car();
    const id = await made(carId, { mileage: 9000, cycle: 5000 });
    accepted(await complete(id));
    expect(await info(id)).toMatchObject({ endTime: '2027-03-03 18:00:00', nextMileage: 14_000 });
    expect(await vehicle(carId)).toMatchObject({ mileage: 10_000, nextMaintenanceMileage: 14_000 });
  });

  it('counts from nothing where the reading of a car was cleared, and says no next maintenance without a cycle', async () => {
    app.at('2027-03-10 12:00');
    const carId = await car();
    accepted(await fleet.post('/car/save', { id: carId, mileage: null, maintenanceCycle: null, etc: null }));
    const asked = { storeId: RENTAL.phuket, pickupTime: '2027-06-01 10:00:00', returnTime: '2027-06-02 10:00:00' };
    const cars = accepted(await desk.get<{ id: number }[]>('/order/availablecars', asked)).data;
    expect(cars.find(({ id }) => id === carId)).toMatchObject({ mileage: 0, etc: 0 });
    accepted(await complete(await made(carId)));
    expect(await vehicle(carId)).toMatchObject({ mileage: 0, nextMaintenanceMileage: null });
  });

  it('is refused before the work begins, with an end before it, and with an end to come', async () => {
    app.at('2027-02-28 12:00');
    const id = await made(await car());
    expect((await complete(id)).errors['endTime']).toMatch('begins only at 1 Mar 09:00');
    app.at('2027-03-02 12:00');
    expect((await complete(id, { endTime: '2027-03-01 08:59:00' })).errors).toHaveProperty('endTime');
    expect((await complete(id, { endTime: '2027-03-02 13:00:00' })).errors['endTime']).toMatch('future');
    expect(await info(id)).toMatchObject({ status: 0 });
  });

  it('is final: not again, no edit, no deletion', async () => {
    app.at('2027-03-02 12:00');
    const carId = await car();
    const id = await made(carId);
    accepted(await complete(id));
    const before = await info(id);
    for (const refused of [
      await complete(id),
      await save({ id, remark: 'changed' }),
      await fleet.delete(`${PATH}/delete/${id}`),
    ])
      expect(errorOf(refused)).toMatch('completed');
    expect(await info(id)).toEqual(before);
  });
});

it('deleting one in progress frees the car', async () => {
  app.at('2027-02-22 12:00');
  const carId = await car();
  const id = await made(carId);
  accepted(await fleet.delete(`${PATH}/delete/${id}`));
  expect(await holds(carId)).toEqual([]);
  expect((await fleet.get(`${PATH}/info/${id}`)).statusCode).toBe(404);
});

describe('the list', () => {
  it('filters by state, store, company, time and text', async () => {
    const carId = await car();
    const id = await made(carId, { institutionId: garage, items: 'Gearbox', startTime: '2027-08-01 09:00:00', endTime: '2027-08-02 09:00:00' }); // prettier-ignore
    const ids = async (query: Record<string, string | number>) =>
      accepted(await fleet.get<{ list: { id: number }[] }>(`${PATH}/list`, { ...query, pageSize: 100 })).data.list.map(
        (row) => row.id,
      );
    const at = { timeStart: '2027-08-01', timeEnd: '2027-08-01' };
    expect(await ids({ ...at, status: 0, storeId: RENTAL.phuket, institutionId: garage, keyword: 'gear' })).toEqual([
      id,
    ]);
    const others: readonly Record<string, string | number>[] = [
      { status: 1 },
      { storeId: RENTAL.airport },
      { institutionId: garage + 1 },
      { keyword: 'x1' },
    ];
    for (const other of others) expect(await ids({ ...at, ...other })).toEqual([]);
    expect(await ids({ carId })).toEqual([id]);
  });
});
