import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './app.ts';
import { accepted, addCars, book, errorOf, orderIn, RENTAL, startRentalApp, type RentalApp } from './rental.ts';

let app: RentalApp;
let manager: Client;
let clerk: Client;
beforeAll(async () => {
  app = await startRentalApp();
  [manager, clerk] = await Promise.all([app.as('storeManager'), app.as('clerk')]);
  // Orders without a plate must not run out of cars while other things are tested.
  await addCars(app, 60);
});
afterAll(() => app.close());

const car = async (): Promise<number> => (await addCars(app, 1))[0]!;
const set = (carId: number, column: string, value: unknown) =>
  sql`update vehicle set ${sql.ref(column)} = ${value} where id = ${carId}`.execute(app.db);

describe('pickup', () => {
  const body = (id: number, carId: number, changes: Record<string, unknown> = {}) => ({
    id,
    carId,
    time: '2027-03-01 10:00:00',
    mileage: 10_000,
    oil: 8,
    ...changes,
  });

  it.each(['carId', 'time', 'mileage', 'oil'])('without %s is refused at that field', async (field) => {
    const carId = await car();
    const id = await orderIn(app, manager, 1, carId);
    app.at('2027-03-01 10:00');
    const { [field]: _left, ...rest } = body(id, carId) as Record<string, unknown>;
    expect((await clerk.post('/order/pickup', rest)).errors).toHaveProperty(field);
  });

  it('names the car by its plate, by its id, or by both when they are one', async () => {
    const [mine, other] = [await car(), await car()];
    await set(mine, 'plate', `กข ${mine}`);
    await set(other, 'plate', `กข ${other}`);
    const id = await orderIn(app, manager, 1, mine);
    app.at('2027-03-01 10:00');
    const { carId: _carId, ...rest } = body(id, mine);
    const pickup = (named: object) => clerk.post('/order/pickup', { ...rest, ...named });
    expect((await pickup({ plate: '' })).errors).toEqual({ plate: 'Required' });
    expect((await pickup({ plate: 'XX 0' })).errors).toEqual({ plate: 'Car not found' });
    expect((await pickup({ plate: `กข ${other}`, carId: mine })).errors).toEqual({
      plate: 'The plate is that of another vehicle than the one chosen. Check the plate',
    });
    await set(mine, 'auditStatus', 0);
    expect(Object.keys((await pickup({ plate: `กข ${mine}` })).errors)).toEqual(['plate']);
    await set(mine, 'auditStatus', 1);
    accepted(await pickup({ plate: ` กข ${mine} ` }));
    app.at('2027-03-04 10:00');
    const back = { id, time: '2027-03-04 10:00:00', mileage: 10_500, oil: 8 };
    expect((await clerk.post('/order/return', { ...back, plate: `กข ${other}` })).errors).toEqual({
      plate: 'This is not the vehicle of the order. Choose the vehicle of the order',
    });
    accepted(await clerk.post('/order/return', { ...back, plate: `กข ${mine}`, carId: mine }));
    const { tasks } = accepted(await manager.get<{ tasks: object[] }>(`/order/info/${id}`)).data;
    expect(tasks).toMatchObject([1, 2].map(() => ({ carId: mine, plate: `กข ${mine}` })));
  });

  it.each([
    ['rented', (id: number) => set(id, 'status', 2), 'out with a renter'],
    ['not listed', (id: number) => set(id, 'status', 0), 'not listed'],
    ['not audited', (id: number) => set(id, 'auditStatus', 0), 'not been approved|approved'],
    ['without valid inspection', (id: number) => set(id, 'inspectionExpiry', '2027-02-28'), 'inspection'],
    [
      'without valid policy',
      (id: number) => sql`update insurance set "endDate" = '2027-02-28' where "carId" = ${id}`.execute(app.db),
      'insurance',
    ],
    ['of higher mileage', (id: number) => set(id, 'mileage', 10_001), 'mileage'],
  ] as const)('of a car that is %s is refused and changes nothing', async (_name, prepare, reason) => {
    const carId = await car();
    const id = await orderIn(app, manager, 1, carId);
    app.at('2027-03-01 10:00');
    await prepare(carId);
    expect(errorOf(await clerk.post('/order/pickup', body(id, carId)))).toMatch(new RegExp(reason, 'i'));
    expect(accepted(await manager.get(`/order/info/${id}`)).data).toMatchObject({ status: 1, tasks: [] });
  });

  it.each(['storage', 'maintenance'])('of a car in %s is refused', async (kind) => {
    const carId = await car();
    const id = await orderIn(app, manager, 1, carId);
    app.at('2027-03-01 09:00');
    await sql`insert into hold ("carId", kind, "sourceId", "startTime", "endTime") values (${carId}, ${kind}, ${carId}, '2027-03-01 08:00+07', '2027-03-01 10:00+07')`.execute(
      app.db,
    );
    expect(errorOf(await clerk.post('/order/pickup', body(id, carId, { time: '2027-03-01 09:00:00' })))).toContain(
      kind,
    );
  });

  it('comes at most 24 hours early, never in the future, with oil in eighths', async () => {
    const carId = await car();
    const id = await orderIn(app, manager, 1, carId);
    app.at('2027-02-28 09:59');
    expect(errorOf(await clerk.post('/order/pickup', body(id, carId, { time: '2027-02-28 09:59:00' })))).toContain(
      '24 hours',
    );
    expect(errorOf(await clerk.post('/order/pickup', body(id, carId)))).toContain('future');
    app.at('2027-02-28 10:00');
    expect(
      (await clerk.post('/order/pickup', body(id, carId, { time: '2027-02-28 10:00:00', oil: 9 }))).errors,
    ).toHaveProperty('oil');
    accepted(await clerk.post('/order/pickup', body(id, carId, { time: '2027-02-28 10:00:00' })));
  });

  it('of an unpaid order needs somebody who may, and a remark', async () => {
    const carId = await car();
    app.at('2027-02-28 12:00');
    const id = await book(clerk, { carId });
    app.at('2027-03-01 10:00');
    expect(errorOf(await clerk.post('/order/pickup', body(id, carId)))).toContain('not paid');
    expect((await clerk.post('/order/pickup', body(id, carId, { allowUnpaid: 1, remark: 'pays tonight' }))).http).toBe(
      403,
    );
    expect((await manager.post('/order/pickup', body(id, carId, { allowUnpaid: 1 }))).errors).toEqual({
      remark: 'Required',
    });
    accepted(await manager.post('/order/pickup', body(id, carId, { allowUnpaid: 1, remark: 'pays tonight' })));
    expect(accepted(await manager.get(`/order/info/${id}`)).data['overrides']).toEqual([
      { kind: 'unpaid', reason: 'pays tonight' },
    ]);
  });

  it('with another car than assigned takes that one, when it is free', async () => {
    const [assigned, other] = await addCars(app, 2);
    const id = await orderIn(app, manager, 1, assigned!);
    const taken = await car();
    await book(clerk, { carId: taken });
    app.at('2027-03-01 10:00');
    expect(errorOf(await clerk.post('/order/pickup', body(id, taken)))).toContain('booked');
    accepted(await clerk.post('/order/pickup', body(id, other!)));
    expect(
      (await sql`select "carId" from hold where kind = 'order' and "sourceId" = ${id}`.execute(app.db)).rows,
    ).toEqual([{ carId: other }]);
  });

  it('warns of papers that end during the rental', async () => {
    const carId = await car();
    await set(carId, 'inspectionExpiry', '2027-03-02');
    const id = await orderIn(app, manager, 1, carId);
    app.at('2027-03-01 10:00');
    expect(accepted(await clerk.post('/order/pickup', body(id, carId))).data['warnings']).toMatchObject([
      { code: 'availability.inspectionEnds' },
    ]);
  });
});

describe('return', () => {
  it('is refused with another car, before the pickup, in the future, with fewer kilometres, or with a field empty', async () => {
    const carId = await car();
    const id = await orderIn(app, manager, 2, carId);
    const body = { id, carId, time: '2027-03-01 10:00:00', mileage: 10_000, oil: 8 };
    for (const field of ['carId', 'time', 'mileage', 'oil'])
      expect((await clerk.post('/order/return', { ...body, [field]: null })).errors).toHaveProperty(field);
    expect(errorOf(await clerk.post('/order/return', { ...body, carId: RENTAL.camryCar }))).toContain(
      'not the vehicle',
    );
    expect(errorOf(await clerk.post('/order/return', { ...body, time: '2027-03-01 09:59:00' }))).toContain(
      'before the actual pickup',
    );
    expect(errorOf(await clerk.post('/order/return', { ...body, time: '2027-03-02 10:00:00' }))).toContain('future');
    expect(errorOf(await clerk.post('/order/return', { ...body, mileage: 9999 }))).toContain('mileage');
  });

  it('asks about more than 1,000 km a day at its field, and takes them once they are confirmed', async () => {
    const carId = await car();
    const id = await orderIn(app, manager, 2, carId);
    app.at('2027-03-03 10:00');
    const body = { id, carId, time: '2027-03-03 10:00:00', mileage: 12_001, oil: 8 };
    expect((await clerk.post('/order/return', body)).errors).toEqual({
      mileage: '2001 km more than the last known mileage: check the odometer, then confirm it below',
    });
    accepted(await clerk.post('/order/return', { ...body, mileageConfirmed: 1 }));
    // The next pickup asks as well: a typing error there would stay with the car.
    const next = await orderIn(app, manager, 1, carId);
    app.at('2027-03-03 11:00');
    const pickup = { id: next, carId, time: '2027-03-03 11:00:00', mileage: 120_010, oil: 8 };
    expect((await clerk.post('/order/pickup', pickup)).errors).toHaveProperty('mileage');
    app.at('2027-03-01 10:00');
  });

  it('in a city whose fee was set since the booking takes that fee', async () => {
    const carId = await car();
    const id = await orderIn(app, manager, 2, carId);
    await sql`insert into city ("cityName", province, country, "cityCode", latitude, longitude, "timeZone", status) values ('Krabi', 'Krabi', 'Thailand', 'KBV', 8, 99, 'Asia/Bangkok', 1)`.execute(
      app.db,
    );
    await sql`update store set "cityId" = 3 where id = 2`.execute(app.db);
    const body = { id, carId, time: '2027-03-01 10:00:00', mileage: 10_000, oil: 8, returnStoreId: 2 };
    await sql`insert into "deliveryFee" ("storeId", kind, "cityId", "pickupFee", status) values (1, 2, 3, 90000, 1)`.execute(
      app.db,
    );
    expect(accepted(await clerk.post('/order/return', body)).data).toMatchObject({ total: 4850 });
    await sql`update store set "cityId" = 1 where id = 2`.execute(app.db);
  });

  it('cannot be undone once a deposit went back or the car is promised', async () => {
    const [first, second] = await addCars(app, 2);
    const id = await orderIn(app, manager, 3, first!, { depositType: 1 });
    const asked = accepted(
      await clerk.post<{ refundId: number }>('/order/payment/save', {
        orderId: id,
        type: 2,
        amount: 5000,
        method: 5,
        feeItem: 'orderDeposit',
        remark: 'deposit back',
      }),
    ).data;
    accepted(await (await app.as('finance')).post('/order/refund/result', { id: asked.refundId, success: 1 }));
    expect(errorOf(await manager.post('/order/rejectreturn', { id, reason: 'x' }))).toContain(
      'already been carried out',
    );
    const other = await orderIn(app, manager, 3, second!);
    app.at('2027-03-04 10:00');
    const next = await book(clerk, {
      carId: second,
      plannedPickupTime: '2027-03-04 11:00:00',
      plannedReturnTime: '2027-03-05 11:00:00',
    });
    const { orderNo } = accepted(await manager.get(`/order/info/${next}`)).data as { orderNo: string };
    expect(errorOf(await manager.post('/order/rejectreturn', { id: other, reason: 'x' }))).toContain(orderNo);
  });
});
