import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Client } from './app.ts';
import { accepted, addCars, book, orderIn, RENTAL, startRentalApp, type RentalApp } from './rental.ts';

/** A refusal names the orders that its reader may see; of those of other stores it says that there are some. */

let app: RentalApp;
let ops: Client;
/** Somebody of Phuket alone, who may do all that `ops` may. */
let phuket: Client;
beforeAll(async () => {
  app = await startRentalApp();
  ops = await app.as('ops');
  await sql`
    insert into "user" (username, name, phone, password, "roleId", "dataScope", "storeIds", status)
    select 'phuket', 'phuket', '+66955555555', u.password, r.id, 1, array[${RENTAL.phuket}]::bigint[], 1
    from "user" u, role r where u.username = 'admin' and r.code = 'ops'
  `.execute(app.db);
  phuket = await app.signIn('phuket');
});
afterAll(() => app?.close());

const numberOf = async (id: number): Promise<string> =>
  (await sql<{ orderNo: string }>`select "orderNo" from "order" where id = ${id}`.execute(app.db)).rows[0]!.orderNo;

/** An order of this car from this day of March on, of Phuket. */
const orderOf = (carId: number, day: number): Promise<number> =>
  book(ops, {
    carId,
    plannedPickupTime: `2027-03-${day} 10:00:00`,
    plannedReturnTime: `2027-03-${day + 1} 10:00:00`,
  });

/** Moves orders to a store, as no call would while the car stands elsewhere. */
const moveTo = (storeId: number, ...ids: readonly number[]) =>
  sql`
    update "order" set "pickupStoreId" = ${storeId}, "returnStoreId" = ${storeId} where id = any(${ids}::bigint[])
  `.execute(app.db);

const CALLS: readonly (readonly [string, (by: Client, carId: number) => Promise<Answer>])[] = [
  [
    'a storage order',
    (by, carId) =>
      by.post('/car/storage/save', {
        ...{ kind: 1, storeId: RENTAL.phuket, subModelId: RENTAL.yaris, carId },
        offlineTime: '2027-03-02 10:00:00',
      }),
  ],
  [
    'a planned dispatch',
    (by, carId) =>
      by.post('/car/dispatchplan/save', { carId, toStoreId: RENTAL.airport, departTime: '2027-03-02 10:00:00' }),
  ],
  ['a dispatch', (by, carId) => by.post('/car/dispatch', { id: carId, storeId: RENTAL.airport })],
  ['taking a car off offer', (by, carId) => by.post('/car/offline', { id: carId })],
  ['selling a car', (by, carId) => by.post('/car/sold', { id: carId })],
  ['writing a car off', (by, carId) => by.post('/car/totalloss', { id: carId })],
];

describe.each(CALLS)('%s', (_name, call) => {
  it('names orders of the own stores, and says of others only that there are some', async () => {
    app.at('2027-03-01 09:00');
    const carId = (await addCars(app, 1))[0]!;
    const [one, other] = [await orderOf(carId, 12), await orderOf(carId, 15)];
    const [first, second] = [await numberOf(one), await numberOf(other)];
    await moveTo(RENTAL.chiangMai, one, other);
    const none = await call(phuket, carId);
    expect(none.statusCode).not.toBe(200);
    expect(none.text.toLowerCase()).toContain('order of another store');
    for (const number of [first, second]) expect(none.text).not.toContain(number);
    await moveTo(RENTAL.phuket, other);
    const some = await call(phuket, carId);
    expect(some.text).toContain(`${second} and an order of another store`);
    expect(some.text).not.toContain(first);
    // Who sees all stores is told of all.
    expect((await call(ops, carId)).text).toContain(`${first}, ${second}`);
  });
});

it('an undone return names an order that the car is promised to only to who may see it', async () => {
  const carId = (await addCars(app, 1))[0]!;
  const returned = await orderIn(app, ops, 3, carId);
  const next = await book(ops, {
    carId,
    plannedPickupTime: '2027-03-04 18:00:00',
    plannedReturnTime: '2027-03-08 10:00:00',
  });
  // As a later rental that begins while the first would still be out.
  await sql`
    update "order" set "pickupStoreId" = ${RENTAL.chiangMai}, "returnStoreId" = ${RENTAL.chiangMai}, "plannedPickupTime" = '2027-03-02T10:00:00+07:00'
    where id = ${next}
  `.execute(app.db);
  const foreign = await numberOf(next);
  const undo = (by: Client, language = 'en-US') =>
    by.post('/order/rejectreturn', { id: returned, reason: 'wrong car' }, { 'accept-language': language });
  const told = await undo(phuket);
  expect(told.text).toContain('promised to an order of another store');
  expect(told.text).not.toContain(foreign);
  expect((await undo(phuket, 'zh-CN')).text).toContain('车辆已分配给其他门店的订单');
  expect((await undo(phuket, 'th-TH')).text).toContain('รถถูกมอบหมายให้รายการจองของสาขาอื่นแล้ว');
  expect((await undo(ops)).text).toContain(foreign);
});

it('the marks of a car name the order that last looked at it only to who may see that order', async () => {
  const carId = (await addCars(app, 1))[0]!;
  const out = await orderIn(app, ops, 3, carId);
  await sql`
    update "orderTask" set damages = '[{"no":1,"zone":"roof","x":1,"y":1,"kind":"dent","size":null,"note":"","photo":""}]' where "orderId" = ${out}
  `.execute(app.db);
  const marks = async (by: Client) =>
    accepted(await by.get<{ marks: unknown[]; orderId: number | null; orderNo: string }>(`/car/damages/${carId}`)).data;
  expect(await marks(phuket)).toMatchObject({ orderId: out, orderNo: await numberOf(out) });
  await sql`
    update "order" set "pickupStoreId" = ${RENTAL.chiangMai}, "returnStoreId" = ${RENTAL.chiangMai} where id = ${out}
  `.execute(app.db);
  expect(await marks(phuket)).toMatchObject({ marks: [{ zone: 'roof' }], orderId: null, orderNo: '' });
  expect(await marks(ops)).toMatchObject({ orderId: out });
});
