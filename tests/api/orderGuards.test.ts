import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './app.ts';
import { accepted, addCars, book, draft, errorOf, RENTAL, startRentalApp, type RentalApp } from './rental.ts';

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
    await sql`insert into member (name, "countryCode", phone, "idType", "idNo", status) values ('x', '+86', '1', 1, ${`${renter['renterIdNo'] as string} `}, 0)`.execute(
      app.db,
    );
    expect(errorOf(await clerk.post('/order/save', renter))).toContain('disabled');
    await sql`update price set status = 0 where "storeId" = 2`.execute(app.db);
    expect(errorOf(await clerk.post('/order/save', draft({ pickupStoreId: 2, returnStoreId: 2 })))).toContain(
      'No enabled price',
    );
    expect(errorOf(await clerk.post('/order/save', draft({ plannedReturnTime: '2027-03-01 09:00:00' })))).toContain(
      'Return time cannot be less than or equal to pickup time. Choose a later return',
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
    expect(staff).toMatchObject([{ id: delivery, taskType: 1 }]);
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
