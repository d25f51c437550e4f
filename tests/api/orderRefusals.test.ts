import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from './app.ts';
import { RENTAL, accepted, addCars, book, draft, errorOf, orderIn, startRentalApp, type RentalApp } from './rental.ts';
import { upload } from './upload.ts';

let app: RentalApp;
let clerk: Client;
let manager: Client;
beforeAll(async () => {
  app = await startRentalApp();
  [clerk, manager] = await Promise.all([app.as('clerk'), app.as('storeManager')]);
  await addCars(app, 30);
});
afterAll(() => app.close());

const car = async (): Promise<number> => (await addCars(app, 1))[0]!;
const info = async (id: number) => accepted(await manager.get<Record<string, unknown>>(`/order/info/${id}`)).data;
const rowOf = async (id: number) => (await sql`select * from "order" where id = ${id}`.execute(app.db)).rows[0];

it('what the server sets is set by nobody else, in a new order and in one that is changed', async () => {
  const set = {
    orderNo: 'R1',
    status: 3,
    payStatus: 1,
    total: 1,
    payable: 1,
    paid: 9,
    rentalDays: 9,
    rentalHours: 9,
    actualPickupTime: '2027-03-01 10:00:00',
    actualReturnTime: '2027-03-02 10:00:00',
    contractStatus: 1,
    contractNo: 'C1',
    memberId: 1,
    deliveryStaffId: 1,
    pickupStaffId: 1,
    createTime: '2020-01-01 00:00:00',
    cancelReason: 'x',
  };
  const names = Object.keys(set).toSorted();
  expect(Object.keys((await clerk.post('/order/save', draft(set))).errors).toSorted()).toEqual(names);
  const id = await book(clerk);
  const before = await rowOf(id);
  expect(Object.keys((await clerk.post('/order/save', { id, ...set })).errors).toSorted()).toEqual(names);
  expect(await rowOf(id)).toEqual(before);
});

it('staff who are locked, of another task or of another store are neither offered nor given an order (O6)', async () => {
  const user = async (username: string, changes: { status?: number; storeIds?: number[] }) => {
    const { rows } = await sql<{ id: number }>`
      insert into "user" (username, name, phone, password, "roleId", "dataScope", "storeIds", status)
      select ${username}, ${username}, ${`+669000${username.length}${Date.now() % 100_000}`}, password, "roleId", ${changes.storeIds ? 1 : 0},
        ${changes.storeIds ?? null}::bigint[], ${changes.status ?? 1} from "user" where username = 'delivery' returning id
    `.execute(app.db);
    return rows[0]!.id;
  };
  const locked = await user('gone', { status: 0 });
  const north = await user('north', { storeIds: [RENTAL.chiangMai] });
  const here = await user('southern', { storeIds: [RENTAL.phuket] });
  const offered = accepted(await clerk.get<{ id: number }[]>('/admin/user/taskuser', { taskType: 1, storeId: 1 })).data;
  expect(offered.map(({ id }) => id)).toContain(here);
  for (const nobody of [locked, north]) expect(offered.map(({ id }) => id)).not.toContain(nobody);
  const id = await book(clerk);
  for (const deliveryStaffId of [locked, north, 999_999])
    expect((await clerk.post('/order/assignstaff', { id, deliveryStaffId })).errors).toEqual({
      deliveryStaffId: 'Not an active member of staff for this task and store. Choose somebody else',
    });
  expect((await clerk.post('/order/assignstaff', { id, pickupStaffId: here })).errors).toHaveProperty('pickupStaffId');
  accepted(await clerk.post('/order/assignstaff', { id, deliveryStaffId: here }));
  expect(await info(id)).toMatchObject({ deliveryStaffId: here, pickupStaffId: null });

  // Cars are brought from the store of the pickup and fetched for that of the return.
  const between = await book(clerk, { returnStoreId: RENTAL.airport });
  const { rows } = await sql<{ id: number }>`
    insert into "user" (username, name, phone, password, "roleId", "dataScope", "storeIds", status)
    select 'fetcher', 'fetcher', '+66911110001', password, "roleId", 1, array[${RENTAL.airport}]::bigint[], 1 from "user" where username = 'pickup' returning id
  `.execute(app.db);
  expect((await clerk.post('/order/assignstaff', { id, pickupStaffId: rows[0]!.id })).errors).toHaveProperty(
    'pickupStaffId',
  );
  accepted(await clerk.post('/order/assignstaff', { id: between, pickupStaffId: rows[0]!.id, deliveryStaffId: here }));
});

it('a change onto the time of another order of the car is refused with its number, and nothing moves (O2, O3)', async () => {
  const carId = await car();
  const id = await book(clerk, { carId });
  const other = await book(clerk, {
    carId,
    plannedPickupTime: '2027-03-05 12:00:00',
    plannedReturnTime: '2027-03-07 10:00:00',
  });
  const { orderNo } = await info(other);
  const before = await rowOf(id);
  const later = { id, plannedReturnTime: '2027-03-05 10:01:00' };
  expect(errorOf(await clerk.post('/order/save', later))).toContain(orderNo);
  expect(errorOf(await clerk.post('/order/edittime', later))).toContain(orderNo);
  expect(await rowOf(id)).toEqual(before);
  // Up to the other's turnaround it is its own time.
  accepted(await clerk.post('/order/save', { id, plannedReturnTime: '2027-03-05 10:00:00' }));
});

it('a renter who came onto the blacklist since gets no car, but from somebody who may and says why (O7, D-ORD-09)', async () => {
  const carId = await car();
  const id = await orderIn(app, manager, 1, carId);
  const { renterIdNo } = await info(id);
  await sql`insert into blacklist (type, reason, "idNo") values (2, 'red lights', ${renterIdNo as string})`.execute(
    app.db,
  );
  app.at('2027-03-01 10:00');
  const body = { id, carId, time: '2027-03-01 10:00:00', mileage: 10_000, oil: 8 };
  expect(errorOf(await clerk.post('/order/pickup', body))).toMatch(/blacklist.*red lights/);
  const override = { ...body, allowBlacklisted: 1, overrideReason: 'has paid' };
  expect((await clerk.post('/order/pickup', override)).http).toBe(403);
  expect((await manager.post('/order/pickup', { ...override, overrideReason: ' ' })).errors).toEqual({
    overrideReason: 'Required',
  });
  expect(await info(id)).toMatchObject({ status: 1, tasks: [] });
  accepted(await manager.post('/order/pickup', override));
  expect(await info(id)).toMatchObject({ status: 2, overrides: [{ kind: 'blacklist', reason: 'has paid' }] });
});

it('in use a return before the pickup is refused in the documented words (O4)', async () => {
  const id = await orderIn(app, manager, 2, await car());
  const edit = (plannedReturnTime: string) => clerk.post('/order/edittime', { id, plannedReturnTime });
  expect((await edit('2027-03-01 09:59:00')).errors).toEqual({
    plannedReturnTime: 'Return time cannot be less than pickup time. Choose a later return',
  });
  expect((await edit('2027-03-01 10:00:00')).errors).toEqual({
    plannedReturnTime: 'Return time cannot be less than or equal to pickup time. Choose a later return',
  });
});

it('a cancellation of a holiday follows its own hours and percent (D-ORD-10)', async () => {
  app.at('2027-02-22 12:00');
  const holiday = await book(manager, {
    plannedPickupTime: '2027-04-13 10:00:00',
    plannedReturnTime: '2027-04-16 10:00:00',
  });
  app.at('2027-04-11 10:00');
  const weekday = await book(manager, {
    plannedPickupTime: '2027-04-20 10:00:00',
    plannedReturnTime: '2027-04-23 10:00:00',
  });
  const preview = async (id: number) => accepted(await manager.get(`/order/cancelpreview/${id}`)).data;
  expect(await preview(holiday)).toMatchObject({ rule: 'holiday', percent: 50, base: 3600, penalty: 1800 });
  app.at('2027-04-18 10:00');
  expect(await preview(weekday)).toMatchObject({ rule: 'weekday', percent: 0, penalty: 0 });
  app.at('2027-04-11 10:00');
  expect(accepted(await manager.post('/order/cancel', { id: holiday, reason: 'ill' })).data).toMatchObject({
    penalty: 1800,
  });
});

it('another penalty is for who may override, stands in the order, and the refund follows it', async () => {
  app.at('2027-02-22 12:00');
  const id = await book(manager);
  accepted(await manager.post('/order/payment/save', { orderId: id, amount: 3950, method: 5 }));
  app.at('2027-03-01 09:00');
  const cancel = { id, reason: 'storm', penalty: 250.5 };
  const service = await app.as('service');
  expect((await service.post('/order/cancel', cancel)).errors).toEqual({
    penalty: 'The penalty is THB 1,080.00; you may not change it. Ask the store manager',
  });
  const { refundId } = accepted(await manager.post<{ refundId: number }>('/order/cancel', cancel)).data;
  expect(await info(id)).toMatchObject({
    status: -1,
    total: 250.5,
    overrides: [{ kind: 'penalty', reason: 'storm' }],
    refunds: [{ id: refundId, amount: 3699.5, status: 0 }],
  });
});

it('of a thousand photos a handover takes nine, none that nobody uploaded and none that is something else', async () => {
  const carId = await car();
  const id = await orderIn(app, manager, 1, carId);
  app.at('2027-03-01 10:00');
  const body = { id, carId, time: '2027-03-01 10:00:00', mileage: 10_000, oil: 8 };
  const photo = await upload(clerk);
  for (const field of ['idPhotos', 'licencePhotos', 'attachments', 'damagePhotos'])
    expect(
      Object.keys((await clerk.post('/order/pickup', { ...body, [field]: Array(1000).fill(photo) })).errors),
    ).toEqual([field]);
  const mp4 = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom'), Buffer.alloc(64)]);
  const video = await upload(clerk, { type: 'image/png', filename: 'front.png', content: mp4 });
  const image = 'Please select an image format!';
  for (const [media, errors] of [
    [{ frontPhoto: '../../etc/passwd' }, { frontPhoto: image }],
    [
      { frontPhoto: video, idPhotos: [photo, video] },
      { frontPhoto: image, idPhotos: image },
    ],
    [{ video: photo }, { video: 'Please choose an MP4, MOV or WebM video' }],
    [{ attachments: ['0'.repeat(32)] }, { attachments: 'This kind of file is not accepted. Choose another one' }],
  ])
    expect((await clerk.post('/order/pickup', { ...body, ...media })).errors).toEqual(errors);
  expect(await info(id)).toMatchObject({ status: 1, tasks: [] });
  accepted(await clerk.post('/order/pickup', { ...body, idPhotos: Array(9).fill(photo) }));
});
