import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Client } from './app.ts';
import { expectSoundMoney } from './orderInvariants.ts';
import { RENTAL, accepted, addCars, book, draft, orderIn, startRentalApp, type RentalApp } from './rental.ts';

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
const errorOf = (answer: Answer): string => {
  expect(answer).toMatchObject({ http: 200, statusCode: 400 });
  return `${answer.message} ${JSON.stringify(answer.errors)}`;
};

describe('new order', () => {
  it.each([
    'renterName',
    'renterPhone',
    'renterIdType',
    'renterIdNo',
    'pickupStoreId',
    'returnStoreId',
    'subModelId',
    'plannedPickupTime',
    'plannedReturnTime',
    'pickupType',
    'returnType',
  ])('without %s is refused at that field', async (field) => {
    const { [field]: _left, ...rest } = draft();
    expect(Object.keys((await clerk.post('/order/save', rest)).errors)).toContain(field);
    expect(
      Object.keys(
        (
          await clerk.post('/order/save', {
            ...rest,
            [field]: field.endsWith('Id') || field.endsWith('Type') ? null : '',
          })
        ).errors,
      ),
    ).toContain(field);
  });

  it('for a renter on the blacklist needs somebody who may, and a reason, which is kept', async () => {
    const renter = draft();
    await sql`insert into blacklist (type, reason, phone) values (2, 'two tickets', ${renter['renterPhone'] as string})`.execute(
      app.db,
    );
    expect(errorOf(await clerk.post('/order/save', renter))).toMatch(/blacklist.*two tickets/);
    expect(
      (await clerk.post('/order/save', { ...renter, allowBlacklisted: 1, overrideReason: 'paid since' })).http,
    ).toBe(403);
    expect((await manager.post('/order/save', { ...renter, allowBlacklisted: 1 })).errors).toEqual({
      overrideReason: 'Required',
    });
    const { id } = accepted(
      await manager.post<{ id: number }>('/order/save', {
        ...renter,
        allowBlacklisted: 1,
        overrideReason: 'paid since',
      }),
    ).data;
    expect(accepted(await manager.get(`/order/info/${id}`)).data['overrides']).toEqual([
      { kind: 'blacklist', reason: 'paid since' },
    ]);
  });

  it('for a disabled member, without an enabled price, or with a return before the pickup is refused', async () => {
    const renter = draft();
    await sql`insert into member (name, "countryCode", phone, "idType", "idNo", status) values ('x', '+86', ${renter['renterPhone'] as string}, 1, 'gone', 0)`.execute(
      app.db,
    );
    expect(errorOf(await clerk.post('/order/save', renter))).toContain('disabled');
    await sql`update price set status = 0 where "storeId" = 2`.execute(app.db);
    expect(errorOf(await clerk.post('/order/save', draft({ pickupStoreId: 2, returnStoreId: 2 })))).toContain(
      'No enabled price',
    );
    expect(errorOf(await clerk.post('/order/save', draft({ plannedReturnTime: '2027-03-01 09:00:00' })))).toContain(
      'Return time cannot be less than or equal to pickup time',
    );
  });

  it('cannot set what the server sets', async () => {
    const answer = await clerk.post('/order/save', draft({ status: 3, orderNo: 'R1', total: 1, paid: 9 }));
    expect(Object.keys(answer.errors).toSorted()).toEqual(['orderNo', 'paid', 'status', 'total']);
  });

  it('after another one of the car needs two hours between', async () => {
    const carId = await car();
    await book(clerk, { carId });
    const next = (time: string) =>
      clerk.post('/order/save', draft({ carId, plannedPickupTime: time, plannedReturnTime: '2027-03-06 10:00:00' }));
    expect(errorOf(await next('2027-03-04 11:59:00'))).toContain('booked');
    accepted(await next('2027-03-04 12:00:00'));
  });
});

describe('assigning', () => {
  it('a car that is taken, not listed, elsewhere, unknown, or of another model without a remark is refused', async () => {
    const taken = await car();
    await book(clerk, { carId: taken });
    const unlisted = await car();
    await set(unlisted, 'status', 0);
    const id = await book(clerk);
    const assign = (carId: number, remark?: string) => clerk.post('/order/assigncar', { id, carId, remark });
    expect(errorOf(await assign(taken))).toContain('booked');
    expect(errorOf(await assign(unlisted))).toContain('not listed');
    expect(errorOf(await assign(RENTAL.chiangMaiCar))).toContain('not at the pickup store');
    expect(errorOf(await assign(99_999))).toContain('Car not found');
    expect(errorOf(await assign(RENTAL.camryCar))).toContain('another model');
    accepted(await assign(RENTAL.camryCar, 'free upgrade'));
    expect(accepted(await clerk.get(`/order/info/${id}`)).data).toMatchObject({
      carId: RENTAL.camryCar,
      overrides: [{ kind: 'model', reason: 'free upgrade' }],
    });
  });

  it('staff must be active, of the right task, and of a store they may see', async () => {
    const id = await book(clerk);
    const users = async (code: string) =>
      (
        await sql<{
          id: number;
        }>`select u.id from "user" u join role r on r.id = u."roleId" where r.code = ${code}`.execute(app.db)
      ).rows[0]!.id;
    const [delivery, pickup] = [await users('delivery'), await users('pickup')];
    const assign = (staff: Record<string, unknown>) => clerk.post('/order/assignstaff', { id, ...staff });
    expect(Object.keys((await assign({})).errors)).toEqual(['deliveryStaffId', 'pickupStaffId']);
    expect(Object.keys((await assign({ deliveryStaffId: pickup })).errors)).toEqual(['deliveryStaffId']);
    accepted(await assign({ deliveryStaffId: delivery, pickupStaffId: pickup }));
    const staff = accepted(await clerk.get<{ id: number }[]>('/admin/user/taskuser', { taskType: 1, storeId: 1 })).data;
    expect(staff).toMatchObject([{ id: delivery, username: 'delivery', taskType: 1 }]);
  });
});

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

  it.each([
    ['rented', (id: number) => set(id, 'status', 2), 'rented'],
    ['not listed', (id: number) => set(id, 'status', 0), 'not listed'],
    ['not audited', (id: number) => set(id, 'auditStatus', 0), 'not been approved|approved'],
    ['without valid inspection', (id: number) => set(id, 'inspectionExpiry', '2027-02-28'), 'inspection'],
    [
      'without valid policy',
      (id: number) =>
        sql`update vehicle set "compulsoryInsurance" = '{"endDate": "2027-02-28"}' where id = ${id}`.execute(app.db),
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

  it('in a city without a fee row is refused until there is one', async () => {
    const carId = await car();
    const id = await orderIn(app, manager, 2, carId);
    await sql`insert into city ("cityName", province, country, "cityCode", latitude, longitude, "timeZone", status) values ('Krabi', 'Krabi', 'Thailand', 'KBV', 8, 99, 'Asia/Bangkok', 1)`.execute(
      app.db,
    );
    await sql`update store set "cityId" = 3 where id = 2`.execute(app.db);
    const body = { id, carId, time: '2027-03-01 10:00:00', mileage: 10_000, oil: 8, returnStoreId: 2 };
    expect(errorOf(await clerk.post('/order/return', body))).toContain('different-city');
    await sql`insert into "deliveryFee" ("storeId", kind, "cityId", "pickupFee", status) values (1, 2, 3, 90000, 1)`.execute(
      app.db,
    );
    expect(accepted(await clerk.post('/order/return', body)).data).toMatchObject({ total: 4850 });
    await sql`update store set "cityId" = 1 where id = 2`.execute(app.db);
  });

  it('cannot be undone once a deposit went back or the car is promised', async () => {
    const [first, second] = await addCars(app, 2);
    const id = await orderIn(app, manager, 3, first!, { depositType: 1 });
    accepted(
      await clerk.post('/order/payment/save', {
        orderId: id,
        type: 2,
        amount: 5000,
        method: 5,
        feeItem: 'orderDeposit',
        remark: 'deposit back',
      }),
    );
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

describe('money', () => {
  it('payments need amount and method, are positive, of two decimals, not above what is due unless confirmed, not old, not in the future', async () => {
    app.at('2027-02-28 12:00');
    const id = await book(clerk);
    const pay = (changes: Record<string, unknown>) =>
      clerk.post('/order/payment/save', { orderId: id, amount: 100, method: 5, ...changes });
    expect(Object.keys((await pay({ amount: null })).errors)).toEqual(['amount']);
    expect(Object.keys((await pay({ method: null })).errors)).toEqual(['method']);
    for (const amount of [0, -1, 1.234]) expect((await pay({ amount })).errors).toHaveProperty('amount');
    expect((await pay({ amount: 1.234 })).errors['amount']).toBe('An amount with at most two decimals');
    expect(errorOf(await pay({ amount: 3951 }))).toContain('please confirm');
    expect(errorOf(await pay({ time: '2027-02-28 12:05:00' }))).toContain('future');
    expect(errorOf(await pay({ time: '2027-01-20 12:00:00' }))).toContain('30 days');
    expect(errorOf(await pay({ id: 3 }))).toContain('Unknown field');
    accepted(await pay({ amount: 3951, confirmed: 1 }));
    expect(accepted(await clerk.get(`/order/info/${id}`)).data).toMatchObject({ paid: 3951, due: 0, payStatus: 1 });
    await expectSoundMoney(app.db);
  });

  it('what goes back needs a remark and is never more than came in', async () => {
    app.at('2027-02-28 12:00');
    const id = await book(clerk);
    accepted(await clerk.post('/order/payment/save', { orderId: id, amount: 100, method: 5 }));
    const back = (changes: Record<string, unknown>) =>
      clerk.post('/order/payment/save', {
        orderId: id,
        type: 2,
        amount: 60,
        method: 5,
        remark: 'typing error',
        ...changes,
      });
    expect((await back({ remark: ' ' })).errors).toEqual({ remark: 'Required' });
    accepted(await back({}));
    expect(errorOf(await back({}))).toContain('more than was paid');
    expect(accepted(await clerk.get<Record<string, unknown>[]>(`/order/payments/${id}`)).data).toMatchObject([
      { type: 1, amount: 100, operator: 'clerk' },
      { type: 2, amount: 60, remark: 'typing error' },
    ]);
    await expectSoundMoney(app.db);
  });

  it('a transaction number is recorded once a method', async () => {
    const id = await book(clerk);
    const pay = (method: number) =>
      clerk.post('/order/payment/save', { orderId: id, amount: 1, method, transactionNo: 'TX-1' });
    accepted(await pay(1));
    expect(errorOf(await pay(1))).toContain('already been recorded');
    accepted(await pay(2));
    await expectSoundMoney(app.db);
  });

  it('additional fees move the total, reductions stop at nothing, manual lines can be voided by who may', async () => {
    const id = await book(clerk);
    const fee = (changes: Record<string, unknown>) =>
      clerk.post<{ id: number }>('/order/additionalfee', {
        orderId: id,
        type: 1,
        amount: 250,
        remark: 'child seat',
        ...changes,
      });
    const total = async () => accepted(await clerk.get(`/order/info/${id}`)).data['total'];
    expect((await fee({ remark: '' })).errors).toEqual({ remark: 'Required' });
    expect((await fee({ amount: 0 })).errors).toHaveProperty('amount');
    const added = accepted(await fee({})).data.id;
    expect(await total()).toBe(4200);
    accepted(await fee({ type: 2, amount: 100 }));
    expect(await total()).toBe(4100);
    expect(errorOf(await fee({ type: 2, amount: 4100.01 }))).toContain('reduction');
    expect((await clerk.delete(`/order/additionalfee/delete/${added}`)).http).toBe(403);
    accepted(await manager.delete(`/order/additionalfee/delete/${added}`));
    expect(await total()).toBe(3850);
    expect(errorOf(await manager.delete(`/order/additionalfee/delete/${added}`))).toContain('already');
    const lines = accepted(await clerk.get<{ id: number; item: string; voided: number }[]>(`/order/fees/${id}`)).data;
    const rental = lines.find((line) => line.item === 'rental')!;
    expect(errorOf(await manager.delete(`/order/additionalfee/delete/${rental.id}`))).toContain('by hand');
    expect(lines.find((line) => line.id === added)).toMatchObject({ voided: 1 });
    await expectSoundMoney(app.db);
  });

  it('the same call with the same key is carried out once', async () => {
    const id = await book(clerk);
    const pay = () =>
      clerk.post('/order/payment/save', { orderId: id, amount: 10, method: 5 }, { 'idempotency-key': `pay-${id}` });
    expect((await pay()).data).toEqual((await pay()).data);
    expect(accepted(await clerk.get(`/order/info/${id}`)).data['paid']).toBe(10);
  });
});

it('a form that was opened before somebody else saved is refused and changes nothing', async () => {
  const id = await book(clerk);
  const { updateTime } = accepted(await clerk.get<{ updateTime: string }>(`/order/info/${id}`)).data;
  await sql`update "order" set "updateTime" = "updateTime" + interval '1 minute' where id = ${id}`.execute(app.db);
  expect((await clerk.post('/order/save', { id, renterName: '赵六', updateTime })).statusCode).toBe(409);
  expect(accepted(await clerk.get(`/order/info/${id}`)).data['renterName']).toBe('张三丰');
});

it('remarks are kept as typed and cannot be empty', async () => {
  const id = await book(clerk);
  expect((await clerk.post('/order/remark', { id, remark: '  ' })).errors).toHaveProperty('remark');
  accepted(await clerk.post('/order/remark', { id, remark: '<b>x</b>' }));
  expect(accepted(await clerk.get(`/order/info/${id}`)).data['remark']).toBe('<b>x</b>');
});
