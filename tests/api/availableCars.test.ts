import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './app.ts';
import { RENTAL, accepted, addCars, book, insure, orderIn, startRentalApp, type RentalApp } from './rental.ts';

let app: RentalApp;
let ops: Client;
beforeAll(async () => {
  app = await startRentalApp();
  ops = await app.as('ops');
});
afterAll(() => app.close());

interface Offered {
  readonly id: number;
  readonly warnings: readonly { readonly code: string }[];
}
const WISH = { storeId: RENTAL.phuket, subModelId: RENTAL.yaris };
/** The car as it is offered from the tenth to the twelfth of March at ten; undefined: it is not. */
async function offered(carId: number, wish: object = {}): Promise<Offered | undefined> {
  const span = { pickupTime: '2027-03-10 10:00:00', returnTime: '2027-03-12 10:00:00' };
  const { data } = accepted(await ops.get<Offered[]>('/order/availablecars', { ...WISH, ...span, ...wish }));
  return data.find(({ id }) => id === carId);
}
const set = (carId: number, column: string, value: unknown): Promise<unknown> =>
  sql`update vehicle set ${sql.ref(column)} = ${value} where id = ${carId}`.execute(app.db);
const booked = (carId: number, from: string, to: string, more: object = {}): Promise<number> =>
  book(ops, { carId, plannedPickupTime: `2027-03-${from}:00`, plannedReturnTime: `2027-03-${to}:00`, ...more });

async function car(): Promise<number> {
  app.at('2027-03-01 12:00');
  const [id] = await addCars(app, 1);
  await insure(app.db);
  expect((await offered(id!))?.warnings).toEqual([]);
  return id!;
}

describe('a car is not offered that', () => {
  it.each([
    ['is not listed', (id: number) => set(id, 'status', 0)],
    ['is sold', (id: number) => set(id, 'status', 3)],
    ['is lost', (id: number) => set(id, 'status', 4)],
    ['is not approved', (id: number) => set(id, 'auditStatus', 0)],
    ['stands at another store', (id: number) => set(id, 'storeId', RENTAL.chiangMai)],
    [
      'comes back to another store before',
      (id: number) => booked(id, '05 10:00', '07 10:00', { returnStoreId: RENTAL.chiangMai }),
    ],
    ['is booked in that time', (id: number) => booked(id, '11 10:00', '13 10:00')],
    [
      'is in storage',
      async (carId: number) =>
        accepted(await ops.post('/car/storage/save', { ...WISH, kind: 1, carId, offlineTime: '2027-03-11 10:00:00' })),
    ],
    [
      'is taken off sale',
      async (carId: number) =>
        accepted(
          await ops.post('/car/storage/save', {
            ...WISH,
            kind: 2,
            carId,
            offlineTime: '2027-03-02 10:00:00',
            onlineTime: '2027-03-10 10:01:00',
          }),
        ),
    ],
    [
      'is in the shop',
      async (carId: number) =>
        accepted(
          await ops.post('/car/maintenanceinfo/save', {
            carId,
            storageFlag: 1,
            startTime: '2027-03-12 09:59:00',
            cost: 1,
          }),
        ),
    ],
    [
      'is planned to go to another store',
      async (carId: number) =>
        accepted(
          await ops.post('/car/dispatchplan/save', {
            carId,
            toStoreId: RENTAL.chiangMai,
            departTime: '2027-03-12 09:00:00',
          }),
        ),
    ],
  ] as const)('%s', async (_why, prepare) => {
    const id = await car();
    await prepare(id);
    expect(await offered(id)).toBeUndefined();
  });
});

it('a car whose policy or inspection ends before the return is offered with a warning', async () => {
  const id = await car();
  await set(id, 'inspectionExpiry', '2027-03-11');
  await sql`update insurance set "endDate" = '2027-03-11' where "carId" = ${id}`.execute(app.db);
  expect((await offered(id))!.warnings.map(({ code }) => code)).toEqual([
    'availability.policyEnds',
    'availability.inspectionEnds',
  ]);
});

it('between two rentals lie two hours, to the minute', async () => {
  const id = await car();
  await booked(id, '05 10:00', '08 10:00');
  const from = (pickupTime: string) => offered(id, { pickupTime, returnTime: '2027-03-09 10:00:00' });
  expect(await from('2027-03-08 11:59:00')).toBeUndefined();
  expect(await from('2027-03-08 12:00:00')).toBeDefined();
});

it('an overdue car is offered to nobody until it is back', async () => {
  const id = await car();
  await orderIn(app, ops, 2, id);
  app.at('2027-03-05 10:00');
  const soon = { pickupTime: '2027-03-05 10:30:00', returnTime: '2027-03-06 10:00:00' };
  expect(await offered(id, soon)).toBeUndefined();
  // Planned back on the fourth, and still out: free two hours after now at the earliest.
  expect(await offered(id, { ...soon, pickupTime: '2027-03-05 11:59:00' })).toBeUndefined();
  expect(await offered(id, { ...soon, pickupTime: '2027-03-05 12:00:00' })).toBeDefined();
});

it('a car that is out is shown on request with who has it and how late it is, and a pickup of it says so', async () => {
  const [out, next] = (await addCars(app, 2)) as [number, number];
  const late = await orderIn(app, ops, 2, out);
  const { data: had } = accepted(await ops.get<{ orderNo: string; renterName: string }>(`/order/info/${late}`));
  app.at('2027-03-04 11:28');
  const span = { pickupTime: '2027-03-04 11:28:00', returnTime: '2027-03-06 10:00:00' };
  expect(await offered(out, span)).toBeUndefined();
  expect(await offered(next, span)).not.toHaveProperty('free');
  expect(await offered(out, { ...span, withOut: 1 })).toMatchObject({
    free: 0,
    out: { id: late, orderNo: had.orderNo, renterName: had.renterName, returnTime: '2027-03-04 10:00:00', late: 88 },
  });
  expect(await offered(next, { ...span, withOut: 1 })).toMatchObject({ free: 1 });
  // It is back by then, as far as anybody knows: it can be chosen, and is late all the same.
  const later = { pickupTime: '2027-03-10 10:00:00', returnTime: '2027-03-12 10:00:00', withOut: 1 };
  expect(await offered(out, later)).toMatchObject({ free: 1, out: { late: 88 } });
  const waiting = await book(ops, {
    plannedPickupTime: '2027-03-04 11:30:00',
    plannedReturnTime: '2027-03-06 10:00:00',
  });
  const { data } = accepted(await ops.get<{ due: number; depositDue: number }>(`/order/info/${waiting}`));
  accepted(await ops.post('/order/payment/save', { orderId: waiting, amount: data.due + data.depositDue, method: 5 }));
  const pickup = { id: waiting, carId: out, time: '2027-03-04 11:28:00', mileage: 10_100, oil: 8 };
  expect((await ops.post('/order/pickup', pickup)).errors['carId']).toBe(
    `${had.renterName} has the vehicle (${had.orderNo}), due back 4 Mar 10:00, 1 h 28 min late. Choose another vehicle, or take this one back first`,
  );
  accepted(await ops.post('/order/pickup', { ...pickup, carId: next, mileage: 10_000 }));
});
