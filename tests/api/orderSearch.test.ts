import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSheet } from 'read-excel-file/node';
import type { Client } from './app.ts';
import { RENTAL, accepted, addCars, book, orderIn, startRentalApp, type RentalApp } from './rental.ts';

interface Row {
  readonly id: number;
  readonly orderNo: string;
  readonly status: number;
  readonly contractStatus: number;
  readonly plannedPickupTime: string;
  readonly plannedReturnTime: string;
  readonly createTime: string;
  readonly renterPhone: string;
  readonly [field: string]: unknown;
}
type Query = Readonly<Record<string, string | number>>;

let app: RentalApp;
let manager: Client;
let ops: Client;
/** Five orders: waiting and overdue, out and overdue, back, cancelled, and one of a channel in the other city. */
let waiting: number;
let out: number;
let back: number;
let channelled: number;
beforeAll(async () => {
  app = await startRentalApp();
  [manager, ops] = await Promise.all([app.as('storeManager'), app.as('ops')]);
  const cars = await addCars(app, 3);
  out = await orderIn(app, manager, 2, cars[0]!);
  back = await orderIn(app, manager, 3, cars[1]!);
  await orderIn(app, manager, -1, cars[2]!);
  app.at('2027-02-28 12:00');
  waiting = await book(manager, {
    carId: RENTAL.camryCar,
    subModelId: RENTAL.camry,
    renterName: '李四 Somchai',
    returnStoreId: RENTAL.airport,
  });
  channelled = await book(manager, {
    channel: 2,
    channelOrderNo: 'FZ20270301',
    serviceType: 2,
    pickupStoreId: RENTAL.chiangMai,
    returnStoreId: RENTAL.chiangMai,
    carId: RENTAL.chiangMaiCar,
    plannedPickupTime: '2027-03-20 10:00:00',
    plannedReturnTime: '2027-03-23 10:00:00',
  });
  await sql`update "order" set "createTime" = '2027-02-01T12:00:00+07:00' where id = ${channelled}`.execute(app.db);
  app.at('2027-03-10 10:00');
});
afterAll(() => app.close());

const list = async (query: Query = {}): Promise<{ total: number; list: Row[] }> =>
  accepted(await manager.get<{ total: number; list: Row[] }>('/order/list', { pageNo: 1, pageSize: 100, ...query }))
    .data;

describe('every tab shows its orders and no others', () => {
  it.each<[string, (order: Row) => boolean]>([
    ['pendingPickup', (order) => order.status === 1],
    ['pendingReturn', (order) => order.status === 2],
    ['overduePickup', (order) => order.status === 1 && order.plannedPickupTime < '2027-03-10 10:00'],
    ['overdueReturn', (order) => order.status === 2 && order.plannedReturnTime < '2027-03-10 10:00'],
    ['unsigned', (order) => [1, 2].includes(order.status) && order.contractStatus === 0],
  ])('%s', async (tab, belongs) => {
    const all = await list();
    expect(all.total).toBe(5);
    const shown = await list({ tab });
    expect(shown.total).toBeGreaterThan(0);
    expect(shown.list.map(({ id }) => id).toSorted()).toEqual(
      all.list
        .filter(belongs)
        .map(({ id }) => id)
        .toSorted(),
    );
  });
});

describe('an order is found', () => {
  it.each<[string, () => Query, () => readonly number[]]>([
    ['by part of the name', () => ({ keyword: 'Somchai' }), () => [waiting]],
    ['by the channel order number', () => ({ channelOrderNo: 'FZ2027' }), () => [channelled]],
    ['by the channel', () => ({ channel: 2 }), () => [channelled]],
    ['by one of its stores', () => ({ storeId: RENTAL.chiangMai }), () => [channelled]],
    ['by the store of its return', () => ({ storeId: RENTAL.airport }), () => [waiting]],
    ['by its model', () => ({ subModelId: RENTAL.camry }), () => [waiting]],
    ['by part of its plate', () => ({ plate: 'KK-6' }), () => [waiting]],
    ['by part of the frame number', () => ({ frameNo: 'FRAME7' }), () => [channelled]],
    [
      'by its booking time',
      () => ({ bookTimeStart: '2027-02-01 00:00:00', bookTimeEnd: '2027-02-01 23:59:59' }),
      () => [channelled],
    ],
    [
      'by its pickup time',
      () => ({ pickupTimeStart: '2027-03-19 00:00:00', pickupTimeEnd: '2027-03-21 00:00:00' }),
      () => [channelled],
    ],
    [
      'by its return time',
      () => ({ returnTimeStart: '2027-03-23 10:00:00', returnTimeEnd: '2027-03-23 10:00:00' }),
      () => [channelled],
    ],
    [
      'by when its car really went out',
      () => ({ pickedUpTimeStart: '2027-03-01 10:00:00', sortField: 'id', sortOrder: 'asc' }),
      () => [out, back],
    ],
    ['by when its car really came back', () => ({ returnedTimeStart: '2027-03-04 00:00:00' }), () => [back]],
    ['by two of them together', () => ({ status: 1, subModelId: RENTAL.camry }), () => [waiting]],
    ['by nothing that contradicts itself', () => ({ status: 2, subModelId: RENTAL.camry }), () => []],
  ])('%s', async (_words, query, ids) => {
    expect((await list(query())).list.map(({ id }) => id)).toEqual(ids());
  });

  it('by part of its number and of the phone, which stays masked in the answer', async () => {
    const order = accepted(await manager.get<Row>(`/order/info/${waiting}`)).data;
    for (const keyword of [order.orderNo.slice(-7), order.renterPhone.slice(-5)])
      expect((await list({ keyword })).list.map(({ id }) => id)).toContain(waiting);
    expect((await list({ keyword: order.renterPhone })).list[0]!.renterPhone).toBe(
      `${order.renterPhone.slice(0, 3)}****${order.renterPhone.slice(-4)}`,
    );
  });

  it('by its state, each of the four', async () => {
    for (const status of [1, 2, 3, -1]) {
      const found = await list({ status });
      expect(found.total).toBeGreaterThan(0);
      expect(found.list.every((order) => order.status === status)).toBe(true);
    }
  });
});

it('the export holds what is filtered, in both formats, masked as the list', async () => {
  const { total, list: rows } = await list({ status: 1 });
  const order = accepted(await manager.get<Row>(`/order/info/${waiting}`)).data;
  const csv = await ops.inject({ method: 'GET', url: '/api/order/export?status=1&format=csv' });
  expect(csv.text.trimEnd().split('\r\n')).toHaveLength(total + 1);
  const xlsx = await ops.inject({ method: 'GET', url: '/api/order/export?status=1&format=xlsx' });
  const sheet = (await readSheet(xlsx.bytes)).map((row) => row.join('|'));
  expect(sheet).toHaveLength(total + 1);
  for (const text of [csv.text, sheet.join('\n')]) {
    for (const { orderNo } of rows) expect(text).toContain(orderNo);
    expect(text).toContain(`${order.renterPhone.slice(0, 3)}****${order.renterPhone.slice(-4)}`);
    expect(text).not.toContain(order.renterPhone);
  }
  expect((await (await app.as('clerk')).get('/order/export')).http).toBe(403);
});
