import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from './app.ts';
import type { PageOf } from './rentalAnswers.ts';
import { accepted, addCars, book, orderIn, RENTAL, startRentalApp, type RentalApp } from './rental.ts';

/** Cars, keys and papers by the hour (D-CAR-21). */
let app: RentalApp;
let ops: Client;
beforeAll(async () => {
  app = await startRentalApp();
  ops = await app.as('ops');
});
afterAll(() => app?.close());

interface Row {
  readonly orderId: number;
  readonly car: string;
  readonly papers: string;
  readonly plate: string;
  readonly due: number;
  readonly depositDue: number;
}
const list = async (query: Record<string, string>): Promise<readonly Row[]> =>
  accepted(await ops.get<PageOf<Row>>('/order/preparation/list', query)).data.list;
const idsOf = async (query: Record<string, string>): Promise<readonly number[]> =>
  (await list(query)).map(({ orderId }) => orderId);

it('says what goes out and comes back today and tomorrow, by the hour, with what is missing', async () => {
  const [back, washed, dirty] = await addCars(app, 3);
  const out = await orderIn(app, ops, 2, back!);
  app.at('2027-03-02 09:00');
  const times = (day: string, hour: string) => ({
    plannedPickupTime: `2027-03-${day} ${hour}:00`,
    plannedReturnTime: `2027-03-09 ${hour}:00`,
  });
  app.at('2027-03-01 10:00');
  const late = await book(ops, { ...times('02', '08:00'), carId: washed });
  app.at('2027-03-02 09:00');
  const noon = await book(ops, { ...times('02', '12:00'), carId: dirty, depositType: 1 });
  const noPlate = await book(ops, times('02', '11:00'));
  const next = await book(ops, times('03', '00:00'));
  await sql`update vehicle set ready = 0 where id = ${dirty}`.execute(app.db);
  await sql`update "order" set "renterIdNo" = '' where id = ${noon}`.execute(app.db);
  await sql`insert into document ("memberId", type, url, status) select "memberId", 2, 'x', 1 from "order" where id = ${late}`.execute(app.db); // prettier-ignore
  await sql`insert into document ("memberId", type, url, status, "expiryDate") select "memberId", 2, 'y', 2, '2027-03-08' from "order" where id = ${noPlate}`.execute(app.db); // prettier-ignore

  const today = await list({ status: '1', day: 'today' });
  expect(today.map(({ orderId, car, papers }) => [orderId, car, papers])).toEqual([
    [late, 'ready', 'complete'],
    // Its licence ends during the rental.
    [noPlate, 'noPlate', 'noLicence'],
    [noon, 'dirty', 'noId'],
  ]);
  expect(today.map(({ plate }) => plate !== '')).toEqual([true, false, true]);
  // Two are free of deposits; nothing is paid yet.
  expect(today.map(({ due, depositDue }) => [due > 0, depositDue > 0])).toEqual([
    [true, false],
    [true, false],
    [true, true],
  ]);
  // What is washed and paid, with its papers, asks nothing of anybody.
  await sql`update "order" set paid = total where id = ${late}`.execute(app.db);
  expect(await idsOf({ status: '1', day: 'today', toDo: '1' })).toEqual([noPlate, noon]);
  expect(await idsOf({ status: '1', day: 'today', toDo: '0' })).toEqual([late]);
  expect((await ops.get('/order/preparation/list', { toDo: '2' })).errors).toHaveProperty('toDo');
  expect(await idsOf({ status: '1', day: 'tomorrow' })).toEqual([next]);
  expect(await idsOf({ status: '2', day: 'today' })).toEqual([]);
  app.at('2027-03-04 09:00');
  expect(await list({ status: '2', day: 'today', toDo: '1' })).toMatchObject([{ orderId: out, car: 'out' }]);
  expect((await ops.get('/order/preparation/list', { day: 'never' })).errors).toHaveProperty('day');
});

it('means the store that has to do something, and leads others to nothing', async () => {
  const [carId] = await addCars(app, 1);
  const one = { returnStoreId: RENTAL.airport, plannedPickupTime: '2027-04-01 10:00', plannedReturnTime: '2027-04-02 10:00' }; // prettier-ignore
  app.at('2027-03-31 10:00');
  const id = await book(ops, { ...one, carId });
  const at = (storeId: number) => idsOf({ storeId: String(storeId), pickupTimeStart: '2027-03-31', pickupTimeEnd: '2027-04-03' }); // prettier-ignore
  expect([await at(RENTAL.phuket), await at(RENTAL.airport)]).toEqual([[id], []]);
  await sql`update "order" set status = 2, "actualPickupTime" = '2027-04-01 10:00+07' where id = ${id}`.execute(app.db);
  expect([await at(RENTAL.phuket), await at(RENTAL.airport)]).toEqual([[], [id]]);
});

it('is searched by the plate that hangs on the key, by number and by renter, each in any spelling', async () => {
  const [carId] = await addCars(app, 1);
  await sql`update vehicle set plate = 'กข 7788 ภูเก็ต' where id = ${carId}`.execute(app.db);
  app.at('2027-05-01 10:00');
  const time = { plannedPickupTime: '2027-05-02 10:00', plannedReturnTime: '2027-05-03 10:00' };
  const id = await book(ops, { ...time, carId, renterName: 'Preeda Sukjai' });
  await book(ops, { ...time, renterName: 'Somebody Else' });
  const { orderNo } = accepted(await ops.get<{ orderNo: string }>(`/order/info/${id}`)).data;
  for (const keyword of ['กข 7788 ภูเก็ต', 'กข-7788', 'กข7788', orderNo, 'preeda'])
    expect([keyword, await idsOf({ keyword })]).toEqual([keyword, [id]]);
  accepted(await ops.post('/car/plate', { id: carId, plate: 'ขค 1122 ภูเก็ต', remark: 'white plate' }));
  for (const keyword of ['ขค1122', 'กข7788']) expect([keyword, await idsOf({ keyword })]).toEqual([keyword, [id]]);
});

it('comes as a file to whoever may export orders, and shows delivery staff their own tasks only', async () => {
  const clerk = await app.as('clerk');
  expect((await ops.get('/order/preparation/export', { day: 'today' })).http).toBe(200);
  expect(accepted(await clerk.get<PageOf<Row>>('/order/preparation/list', { day: 'today' })).data).toHaveProperty(
    'list',
  );
  expect((await clerk.get('/order/preparation/export', { day: 'today' })).http).toBe(403);
  const delivery = await app.as('delivery');
  const seen = accepted(await delivery.get<PageOf<Row>>('/order/preparation/list')).data.list;
  expect(seen).toEqual([]);
});
