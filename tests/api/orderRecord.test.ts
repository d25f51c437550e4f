import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from './app.ts';
import { RENTAL, accepted, addCars, book, draft, orderIn, startRentalApp, type RentalApp } from './rental.ts';
import { upload } from './upload.ts';

/** What stays of an order: its log, its tasks, its sheet, its contract and its renter. */
let app: RentalApp;
let clerk: Client;
let manager: Client;
beforeAll(async () => {
  app = await startRentalApp();
  [clerk, manager] = await Promise.all([app.as('clerk'), app.as('storeManager')]);
  await addCars(app, 20);
});
afterAll(() => app.close());

type Fields = Readonly<Record<string, unknown>>;
const info = async (id: number) => accepted(await manager.get<Fields>(`/order/info/${id}`)).data;

it('every step stands in the log with who, when, and money and times before and after (D-ORD-29)', async () => {
  interface Entry {
    readonly event: string;
    readonly userName: string;
    readonly time: string;
    readonly changes: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[];
  }
  const [carId] = await addCars(app, 1);
  app.at('2027-02-28 12:00');
  const id = await book(clerk, { carId });
  accepted(await clerk.post('/order/save', { id, plannedReturnTime: '2027-03-05 10:00:00' }));
  accepted(await clerk.post('/order/payment/save', { orderId: id, amount: 5250, method: 5 }));
  app.at('2027-03-01 10:00');
  accepted(await clerk.post('/order/pickup', { id, carId, time: '2027-03-01 10:00:00', mileage: 10_000, oil: 8 }));
  accepted(await clerk.post('/order/renew', { orderId: id, time: '2027-03-06 10:00:00' }));
  app.at('2027-03-06 13:00');
  accepted(await clerk.post('/order/return', { id, carId, time: '2027-03-06 13:00:00', mileage: 10_900, oil: 8 }));
  accepted(await manager.post('/order/rejectreturn', { id, reason: 'wrong car' }));
  const entries = accepted(await clerk.get<Entry[]>(`/order/log/${id}`)).data.toReversed();
  expect(entries.map(({ event, userName, time }) => [event, userName, time])).toEqual([
    ['order.save', 'clerk', '2027-02-28 12:00:00'],
    ['order.save', 'clerk', '2027-02-28 12:00:00'],
    ['order.payment', 'clerk', '2027-02-28 12:00:00'],
    ['order.pickup', 'clerk', '2027-03-01 10:00:00'],
    ['order.renew', 'clerk', '2027-03-01 10:00:00'],
    ['order.return', 'clerk', '2027-03-06 13:00:00'],
    ['order.rejectreturn', 'storeManager', '2027-03-06 13:00:00'],
  ]);
  const moved = (at: number, field: string): unknown => {
    const { before, after } = entries[at]!.changes.find((change) => change.field === field)!;
    return [before, after];
  };
  expect(moved(1, 'plannedReturnTime')).toEqual(['2027-03-04 10:00:00', '2027-03-05 10:00:00']);
  expect(moved(1, 'total')).toEqual([3950, 5250]);
  expect(moved(2, 'paid')).toEqual([0, 5250]);
  expect(moved(3, 'status')).toEqual([1, 2]);
  expect(moved(3, 'actualPickupTime')).toEqual([null, '2027-03-01 10:00:00']);
  expect(moved(4, 'plannedReturnTime')).toEqual(['2027-03-05 10:00:00', '2027-03-06 10:00:00']);
  expect(moved(4, 'total')).toEqual([5250, 6550]);
  expect(moved(5, 'total')).toEqual([6550, 7150]);
  expect(moved(6, 'total')).toEqual([7150, 6550]);
});

it('a pickup that is undone needs a reason and who may, stays to be seen with it, and the car stands there as before (O8)', async () => {
  const [carId] = await addCars(app, 1);
  const id = await orderIn(app, manager, 1, carId!);
  app.at('2027-03-01 10:00');
  accepted(await clerk.post('/order/pickup', { id, carId, time: '2027-03-01 10:00:00', mileage: 10_321, oil: 8 }));
  expect((await clerk.post('/order/rejectpickup', { id, reason: 'wrong car' })).http).toBe(403);
  for (const reason of [undefined, '', '  '])
    expect((await manager.post('/order/rejectpickup', { id, reason })).errors).toEqual({ reason: 'Required' });
  accepted(await manager.post('/order/rejectpickup', { id, reason: 'wrong car' }));
  expect(await info(id)).toMatchObject({
    status: 1,
    actualPickupTime: '',
    tasks: [{ type: 'pickup', voided: 1, reason: 'wrong car' }],
  });
  const { rows } = await sql`select status, mileage from vehicle where id = ${carId}`.execute(app.db);
  expect(rows).toEqual([{ status: 1, mileage: 10_000 }]);
  accepted(await clerk.post('/order/pickup', { id, carId, time: '2027-03-01 10:00:00', mileage: 10_000, oil: 8 }));
});

it('a return that is undone brings back what the return had taken off the bill (O12)', async () => {
  const [carId] = await addCars(app, 1);
  const id = await orderIn(app, manager, 2, carId!, { plannedReturnTime: '2027-03-04 21:30:00' });
  const { total, fees } = (await info(id)) as { total: number; fees: readonly Fields[] };
  const live = (lines: readonly Fields[]) =>
    lines.filter((line) => line['voided'] === 0).map((line) => [line['item'], line['amount']]);
  expect(live(fees)).toContainEqual(['nightReturn', 200]);
  app.at('2027-03-04 18:00');
  const back = { id, carId, time: '2027-03-04 18:00:00', mileage: 10_500, oil: 8 };
  expect(accepted(await manager.post('/order/return', back)).data).toMatchObject({
    nightReturn: -200,
    total: total - 200,
  });
  accepted(await manager.post('/order/rejectreturn', { id, reason: 'wrong car' }));
  const after = (await info(id)) as { total: number; fees: readonly Fields[] };
  expect([after.total, live(after.fees)]).toEqual([total, live(fees)]);
});

it('an increase on which reductions rest is not taken off the bill before they are', async () => {
  const id = await book(clerk);
  const fee = async (type: number, amount: number) =>
    accepted(await clerk.post<{ id: number }>('/order/additionalfee', { orderId: id, type, amount, remark: 'x' })).data
      .id;
  const [seat, reduction] = [await fee(1, 250), await fee(2, 4100)];
  const gone = (line: number) => manager.delete(`/order/additionalfee/delete/${line}`);
  expect((await gone(seat)).message).toContain('THB 3,950.00');
  expect(await info(id)).toMatchObject({ total: 100 });
  accepted(await gone(reduction));
  accepted(await gone(seat));
  expect(await info(id)).toMatchObject({ total: 3950 });
});

it('a sheet says what the order says', async () => {
  const [carId] = await addCars(app, 1);
  const id = await orderIn(app, manager, 3, carId!, { externalPlate: 1, returnStoreId: 2, remark: 'window seat' });
  const [order, sheet] = [await info(id), accepted(await manager.get<Fields>(`/print/order/${id}`)).data];
  for (const field of [
    'orderNo',
    'renterName',
    'renterIdNo',
    'plannedPickupTime',
    'plannedReturnTime',
    'actualPickupTime',
    'actualReturnTime',
    'rentalDays',
    'rentalHours',
    'depositType',
    'externalPlate',
    'etc',
    'remark',
    'contractNo',
    'total',
    'payable',
    'paid',
    'due',
    'depositDue',
  ])
    // prettier-ignore
    expect([field, sheet[field]]).toEqual([field, order[field]]);
  expect(sheet['renterPhone']).toBe(`+86 ${order['renterPhone'] as string}`);
  expect(sheet['pickupStore']).toMatchObject({ storeName: order['pickupStoreName'] });
  expect(sheet['returnStore']).toMatchObject({ storeName: order['returnStoreName'] });
  expect(sheet['car']).toMatchObject({ plate: order['plate'] });
  const settled = accepted(await manager.get<Fields>(`/print/order/${id}`, { sheet: 'settlement' })).data;
  for (const field of ['fees', 'payments', 'deposits'])
    expect([field, order[field]]).toMatchObject([field, settled[field] as object]);
  const { list } = accepted(await manager.get<{ list: Fields[] }>('/order/list', { id })).data;
  expect(list[0]).toMatchObject({ externalPlate: 1, etc: 0 });
});

async function redeem(orderId: number): Promise<void> {
  const coupon = { type: 1, amount: 1, discountAmount: 1 };
  const { ids } = accepted(await (await app.as('ops')).post<{ ids: number[] }>('/coupon/save', coupon)).data;
  const { rows } = await sql<{ code: string }>`select code from coupon where id = ${ids[0]}`.execute(app.db);
  accepted(await clerk.post('/order/coupon/redeem', { orderId, code: rows[0]!.code }));
}

it.each<readonly [string, (id: number, carId: number) => Promise<unknown>]>([
  ['modified', (id) => clerk.post('/order/save', { id, plannedReturnTime: '2027-03-05 10:00:00' }).then(accepted)],
  ['moved', (id) => clerk.post('/order/edittime', { id, plannedReturnTime: '2027-03-05 10:00:00' }).then(accepted)],
  ['given a car', (id, carId) => clerk.post('/order/assigncar', { id, carId }).then(accepted)],
  ['given a coupon', (id) => redeem(id)],
  [
    'freed of its coupon',
    async (id) => {
      await redeem(id);
      accepted(await clerk.post('/order/contract/sign', { orderId: id, signImage: await upload(clerk) }));
      accepted(await clerk.post('/order/coupon/remove', { orderId: id }));
    },
  ],
])('an order that is %s has to be signed again (D-ORD-21)', async (_how, change) => {
  app.at('2027-02-28 12:00');
  const id = await book(clerk);
  accepted(await clerk.post('/order/contract/sign', { orderId: id, signImage: await upload(clerk) }));
  expect(await info(id)).toMatchObject({ contractStatus: 1 });
  accepted(await clerk.post('/order/remark', { id, remark: 'a remark is no change' }));
  expect(await info(id)).toMatchObject({ contractStatus: 1 });
  await change(id, (await addCars(app, 1))[0]!);
  expect(await info(id)).toMatchObject({ contractStatus: 0 });
});

it('a member who books again is told nothing new but what was missing (D-ORD-24)', async () => {
  const renter = draft();
  const { renterPhone, renterIdNo } = renter as { renterPhone: string; renterIdNo: string };
  await sql`insert into member (name, "countryCode", phone, "idType", "idNo", status, channel) values ('Old Name', '+86', ${renterPhone}, 1, '', 1, 1)`.execute(
    app.db,
  );
  accepted(await clerk.post('/order/save', renter));
  const { rows } = await sql`select name, "idNo", channel from member where phone = ${renterPhone}`.execute(app.db);
  expect(rows).toEqual([{ name: 'Old Name', idNo: renterIdNo, channel: 1 }]);
});

it('a renter becomes one member, whoever books and however often', async () => {
  app.at('2027-02-22 12:00');
  const renter = draft({
    channel: 2,
    serviceType: 2,
    subModelId: RENTAL.yaris,
    plannedPickupTime: '2027-09-01 10:00:00',
    plannedReturnTime: '2027-09-02 10:00:00',
    confirmed: 1,
  });
  const answers = await Promise.all([1, 2, 3].map(() => clerk.post<{ id: number }>('/order/save', renter)));
  const members = new Set(
    (await Promise.all(answers.map((answer) => info(accepted(answer).data.id)))).map((order) => order['memberId']),
  );
  expect(members.size).toBe(1);
  const { rows } = await sql`select channel, name from member where phone = ${renter['renterPhone'] as string}`.execute(
    app.db,
  );
  expect(rows).toEqual([{ channel: 2, name: '张三丰' }]);
  const numbers = (await Promise.all(answers.map((answer) => info(answer.data.id)))).map((order) => order['orderNo']);
  expect(new Set(numbers).size).toBe(3);
});
