import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from './app.ts';
import { RENTAL, accepted, addCars, book, draft, orderIn, startRentalApp, type RentalApp } from './rental.ts';

let app: RentalApp;
let manager: Client;
let clerk: Client;
beforeAll(async () => {
  app = await startRentalApp();
  [manager, clerk] = await Promise.all([app.as('storeManager'), app.as('clerk')]);
  await addCars(app, 40);
});
afterAll(() => app.close());

const userId = async (username: string): Promise<number> =>
  (await sql<{ id: number }>`select id from "user" where username = ${username}`.execute(app.db)).rows[0]!.id;
const task = { time: '2027-03-01 10:00:00', mileage: 10_000, oil: 8 };

it('delivery staff see the orders they bring out and may hand those over, nothing else', async () => {
  const [mine, others] = await addCars(app, 2);
  const id = await orderIn(app, manager, 1, mine!);
  const other = await orderIn(app, manager, 1, others!);
  accepted(
    await manager.post('/order/assignstaff', {
      id,
      deliveryStaffId: await userId('delivery'),
      pickupStaffId: await userId('pickup'),
    }),
  );
  const delivery = await app.as('delivery');
  const pickup = await app.as('pickup');

  const list = accepted(
    await delivery.get<{ total: number; list: { id: number; actions: string[] }[] }>('/order/list'),
  ).data;
  expect(list.list).toMatchObject([
    { id, actions: ['pickup', 'remark', 'sign', 'printRental', 'printFlash', 'printCheck'] },
  ]);
  expect(accepted(await delivery.get('/order/tabcount')).data).toMatchObject({ all: 1, pendingPickup: 1 });
  expect((await delivery.get(`/order/info/${other}`)).statusCode).toBe(404);
  for (const [path, body] of [
    ['/order/save', { id, renterName: 'x' }],
    ['/order/edittime', { id, plannedReturnTime: '2027-03-05 10:00:00' }],
    ['/order/assigncar', { id, carId: 1 }],
    ['/order/payment/save', { orderId: id, amount: 1, method: 5, confirmed: 1 }],
    ['/order/additionalfee', { orderId: id, type: 1, amount: 1, remark: 'x' }],
  ] as const) {
    expect([path, (await delivery.post(path, body)).http]).toEqual([path, 403]);
  }
  app.at('2027-03-01 10:00');
  expect((await delivery.post('/order/pickup', { id: other, carId: others, ...task })).statusCode).toBe(404);
  expect((await pickup.post('/order/pickup', { id, carId: mine, ...task })).http).toBe(403);
  accepted(await delivery.post('/order/pickup', { id, carId: mine, ...task }));
  expect((await delivery.post('/order/return', { id, carId: mine, ...task })).http).toBe(403);
  accepted(await pickup.post('/order/return', { id, carId: mine, ...task }));
});

it('an order of other stores does not exist: in list, count, detail, steps and print', async () => {
  app.at('2027-02-28 12:00');
  const id = await book(clerk);
  await sql`
    insert into "user" (username, name, phone, password, "roleId", "dataScope", "storeIds", status)
    select 'north', 'north', '+66911111111', password, "roleId", 1, array[${RENTAL.chiangMai}]::bigint[], 1 from "user" where username = 'storeManager'
  `.execute(app.db);
  const north = await app.signIn('north');
  expect(accepted(await north.get<{ total: number }>('/order/list')).data.total).toBe(0);
  expect(accepted(await north.get('/order/tabcount')).data['all']).toBe(0);
  for (const path of [
    `/order/info/${id}`,
    `/order/fees/${id}`,
    `/order/payments/${id}`,
    `/order/log/${id}`,
    `/order/cancelpreview/${id}`,
    `/print/order/${id}`,
  ]) {
    expect([path, (await north.get(path)).statusCode]).toEqual([path, 404]);
  }
  for (const path of [
    'cancel',
    'remark',
    'rejectpickup',
    'pickup',
    'return',
    'assigncar',
    'assignstaff',
    'edittime',
    'save',
  ]) {
    const body =
      {
        cancel: { reason: 'x' },
        remark: { remark: 'x' },
        assigncar: { carId: 1 },
        edittime: { plannedReturnTime: '2027-03-05 10:00:00' },
      }[path] ?? {};
    expect([path, (await north.post(`/order/${path}`, { id, ...body })).statusCode]).toEqual([path, 404]);
  }
  expect((await north.post(`/order/printkey/${id}`)).statusCode).toBe(404);
  expect((await north.post('/order/save', draft())).http).toBe(403);
  expect(
    (
      await north.get('/order/availablecars', {
        storeId: 1,
        pickupTime: '2027-03-01 10:00:00',
        returnTime: '2027-03-02 10:00:00',
      })
    ).http,
  ).toBe(403);
});

it('an order between two stores is seen at both, one of a single store there alone, and neither anywhere else', async () => {
  app.at('2027-02-28 12:00');
  const there = await book(clerk, { returnStoreId: RENTAL.airport });
  const back = await book(clerk);
  const ids = [there, back];
  const seenAt = async (storeId: number): Promise<readonly number[]> => {
    const username = `only${storeId}`;
    await sql`
      insert into "user" (username, name, phone, password, "roleId", "dataScope", "storeIds", status)
      select ${username}, ${username}, ${`+6691222000${storeId}`}, password, "roleId", 1, array[${storeId}]::bigint[], 1 from "user" where username = 'clerk'
    `.execute(app.db);
    const user = await app.signIn(username);
    const { list } = accepted(await user.get<{ list: { id: number }[] }>('/order/list', { pageSize: 100 })).data;
    for (const id of ids)
      expect((await user.get(`/order/info/${id}`)).statusCode).toBe(list.some((one) => one.id === id) ? 200 : 404);
    return ids.filter((id) => list.some((one) => one.id === id));
  };
  expect(await seenAt(RENTAL.phuket)).toEqual([there, back]);
  expect(await seenAt(RENTAL.airport)).toEqual([there]);
  expect(await seenAt(RENTAL.chiangMai)).toEqual([]);
});

it('lists mask the renter, details show him in full to who may see details', async () => {
  const id = await book(clerk, { renterPhone: '13812345678', renterIdNo: '110101199003071234' });
  const { list } = accepted(await clerk.get<{ list: Record<string, unknown>[] }>('/order/list', { id })).data;
  expect(list[0]).toMatchObject({ renterPhone: '138****5678', renterIdNo: '11010119********34' });
  expect(accepted(await clerk.get(`/order/info/${id}`)).data).toMatchObject({
    renterPhone: '13812345678',
    renterIdNo: '110101199003071234',
  });
});

it('sheets are asked for sixty times a minute from one address at most', async () => {
  const codes: number[] = [];
  for (let call = 0; call < 61; call++)
    codes.push((await app.nobody.get('/print/order/1', {}, { 'x-forwarded-for': '203.0.113.90' })).http);
  expect(codes.indexOf(429)).toBe(60);
  expect((await app.nobody.get('/print/order/1')).http).not.toBe(429);
});

it('a sheet opens with the key made for it, for 72 hours, until it is revoked', async () => {
  app.at('2027-02-28 12:00');
  const id = await book(clerk);
  const other = await book(clerk);
  const { key, expires } = accepted(
    await clerk.post<{ key: string; expires: string }>(`/order/printkey/${id}`, { sheet: 'settlement' }),
  ).data;
  expect(key.length).toBeGreaterThanOrEqual(32);
  expect(expires).toBe('2027-03-03 12:00:00');
  const open = (query: Record<string, string>, order = id) => app.nobody.get(`/print/order/${order}`, query);
  expect(accepted(await open({ key, sheet: 'settlement' })).data).toMatchObject({
    total: 3950,
    cnyRateThbPerCny: 5,
    car: { brandName: 'Toyota', plate: '' },
  });
  const refusals = await Promise.all([
    open({}),
    open({ key: 'x', sheet: 'settlement' }),
    open({ key, sheet: 'rental' }),
    open({ key, sheet: 'settlement' }, other),
    open({ key, sheet: 'settlement' }, 999_999),
  ]);
  expect(new Set(refusals.map((answer) => answer.text)).size).toBe(1);
  expect(refusals[0]).toMatchObject({ statusCode: 404, message: 'Failed to load order data' });
  const { rows } = await sql<{ row: string; hash: string }>`
    select to_jsonb(k)::text as row, encode("keyHash", 'hex') as hash from "printKey" k where "orderId" = ${id}
  `.execute(app.db);
  expect(rows.map(({ hash }) => hash)).toEqual([createHash('sha256').update(key).digest('hex')]);
  for (const encoding of ['utf8', 'hex', 'base64'] as const)
    expect(rows[0]!.row).not.toContain(Buffer.from(key).toString(encoding));
  accepted(await clerk.get(`/print/order/${id}`));
  app.at('2027-03-03 11:59');
  accepted(await open({ key, sheet: 'settlement' }));
  app.at('2027-03-03 12:01');
  expect((await open({ key, sheet: 'settlement' })).statusCode).toBe(404);
  const second = accepted(await clerk.post<{ key: string }>(`/order/printkey/${id}`)).data.key;
  accepted(await open({ key: second }));
  accepted(await open({ key: second }));
  expect((await clerk.get(`/order/printkey/${id}`)).data).toMatchObject([
    {
      sheet: 'rental',
      uses: 2,
      lastUseTime: '2027-03-03 12:01:00',
      expireTime: '2027-03-06 12:01:00',
      userName: expect.any(String),
    },
  ]);
  const others = accepted(await clerk.post<{ key: string }>(`/order/printkey/${other}`)).data.key;
  accepted(await clerk.delete(`/order/printkey/${id}`));
  expect((await clerk.get(`/order/printkey/${id}`)).data).toEqual([]);
  accepted(await open({ key: others }, other));
  expect((await open({ key: second })).statusCode).toBe(404);
});

it('tab numbers equal the totals of the tabs, whatever else is filtered, and overdue tabs show the longest overdue first', async () => {
  const [out] = await addCars(app, 1);
  await orderIn(app, manager, 2, out!);
  app.at('2027-02-28 12:00');
  await book(clerk, { plannedPickupTime: '2027-03-02 10:00:00' });
  app.at('2027-03-10 10:00');
  for (const filters of [{}, { storeId: 1 }, { storeId: 3 }, { keyword: '138' }, { status: '1,2' }]) {
    const counts = accepted(await clerk.get<Record<string, number>>('/order/tabcount', filters)).data;
    for (const [tab, count] of Object.entries(counts)) {
      const page = accepted(
        await clerk.get<{ total: number; list: { status: number; overdue: boolean; plannedPickupTime: string }[] }>(
          '/order/list',
          { ...filters, tab },
        ),
      ).data;
      expect([tab, page.total]).toEqual([tab, count]);
      if (tab === 'overduePickup') {
        expect(page.list.every((order) => order.status === 1 && order.overdue)).toBe(true);
        const times = page.list.map((order) => order.plannedPickupTime);
        expect(times).toEqual(times.toSorted());
      }
    }
  }
  expect((await clerk.get('/order/tabcount', { colour: 'red' })).errors).toEqual({ colour: 'Unknown field' });
});

it('order channels are the four documented ones', async () => {
  const { data } = accepted(await clerk.get<unknown[]>('/basics/orderchannel'));
  expect(data).toMatchObject([
    { id: 4, code: 4, status: 1 },
    { id: 1, name: 'Ctrip' },
    { id: 2, name: 'Fliggy' },
    { id: 3, name: 'Zuzuche' },
  ]);
});
