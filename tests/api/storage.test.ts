import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Answer, Client } from './app.ts';
import { brokenHolds } from './orderInvariants.ts';
import { RENTAL, accepted, addCars, book, draft, errorOf, startRentalApp, type RentalApp } from './rental.ts';

let app: RentalApp;
let manager: Client;
let clerk: Client;
beforeAll(async () => {
  app = await startRentalApp();
  [manager, clerk] = await Promise.all([app.as('storeManager'), app.as('clerk')]);
});
afterAll(() => app.close());

const car = async (): Promise<number> => (await addCars(app, 1))[0]!;
const PLACE = { kind: 1, storeId: RENTAL.phuket, subModelId: RENTAL.yaris };
const save = (body: Record<string, unknown>) =>
  manager.post<{ id: number }>('/car/storage/save', { ...PLACE, ...body });
const store = async (body: Record<string, unknown>): Promise<number> => accepted(await save(body)).data.id;
const finish = (id: number, onlineTime: string) => manager.post('/car/storage/finish', { id, onlineTime });
const cancel = (id: number, reason?: string) => manager.post('/car/storage/cancel', { id, ...(reason && { reason }) });

interface Stored {
  readonly status: number;
  readonly kind: number;
  readonly plate: string;
  readonly onlineTime: string;
  readonly remark: string;
}
const stored = async (id: number): Promise<Stored> =>
  accepted(await manager.get<{ list: Stored[] }>('/car/storage/list', { id })).data.list[0]!;
/** Hours of June from which and until which the car is held. */
const holdOf = async (id: number) =>
  (
    await sql<{
      startTime: Date;
      endTime: Date | null;
    }>`select "startTime", "endTime" from hold where kind = 'storage' and "sourceId" = ${id}`.execute(app.db)
  ).rows[0];
const offered = async (carId: number, pickupTime: string, returnTime: string): Promise<boolean> =>
  accepted(
    await clerk.get<{ id: number }[]>('/order/availablecars', { storeId: 1, subModelId: 1, pickupTime, returnTime }),
  ).data.some((each) => each.id === carId);
const at = (time: string): Date => new Date(`${time.replace(' ', 'T')}+07:00`);

it.each(['storeId', 'subModelId', 'carId', 'offlineTime', 'kind'])('a storage order asks for %s', async (field) => {
  const whole = { ...PLACE, carId: 1, offlineTime: '2027-06-01 10:00:00' };
  const answer = await manager.post('/car/storage/save', { ...whole, [field]: null });
  expect(answer).toMatchObject({ http: 200, statusCode: 400 });
  expect(Object.keys(answer.errors)).toEqual([field]);
});

it('a stored car is offered to nobody from its offline time on, and again once it is back', async () => {
  app.at('2027-06-01 09:00');
  const carId = await car();
  const id = await store({ carId, offlineTime: '2027-06-01 10:00:00', remark: 'winter tyres' });
  expect(await stored(id)).toMatchObject({ status: 1, kind: 1, onlineTime: '', remark: 'winter tyres' });
  expect(await offered(carId, '2027-07-01 10:00:00', '2027-07-02 10:00:00')).toBe(false);
  const wish = { carId, plannedPickupTime: '2027-07-01 10:00:00', plannedReturnTime: '2027-07-02 10:00:00' };
  expect(errorOf(await clerk.post('/order/save', draft(wish)))).toContain('storage');
  app.at('2027-06-03 09:00');
  accepted(await finish(id, '2027-06-03 08:30:00'));
  expect(await stored(id)).toMatchObject({ status: 2, onlineTime: '2027-06-03 08:30:00' });
  expect(await holdOf(id)).toEqual({ startTime: at('2027-06-01 10:00:00'), endTime: at('2027-06-03 08:30:00') });
  expect(await offered(carId, '2027-07-01 10:00:00', '2027-07-02 10:00:00')).toBe(true);
  await book(clerk, wish);
  expect(await brokenHolds(app.db)).toEqual([]);
});

it('an offline order with an end leaves the time behind it free', async () => {
  app.at('2027-06-01 09:00');
  const carId = await car();
  const id = await store({ carId, kind: 2, offlineTime: '2027-06-10 10:00:00', onlineTime: '2027-06-12 10:00:00' });
  expect((await stored(id)).kind).toBe(2);
  expect(await offered(carId, '2027-06-11 10:00:00', '2027-06-13 10:00:00')).toBe(false);
  expect(await offered(carId, '2027-06-12 10:00:00', '2027-06-13 10:00:00')).toBe(true);
  const backwards = await save({ id, carId, offlineTime: '2027-06-12 10:00:00', onlineTime: '2027-06-11 10:00:00' });
  expect(Object.keys(backwards.errors)).toEqual(['onlineTime']);
});

it('orders in the way are named, and nothing is stored', async () => {
  app.at('2027-02-22 12:00');
  const carId = await car();
  const id = await book(clerk, { carId });
  const { orderNo } = accepted(await clerk.get<{ orderNo: string }>(`/order/info/${id}`)).data;
  const refused = await save({ carId, offlineTime: '2027-03-04 09:59:00' });
  expect(errorOf(refused)).toContain(orderNo);
  expect(refused.errors['offlineTime']).toContain(orderNo);
  expect(accepted(await manager.get<{ total: number }>('/car/storage/list', { carId })).data.total).toBe(0);
  const free = await store({ carId, offlineTime: '2027-03-04 10:00:00' });
  expect(errorOf(await save({ id: free, carId, offlineTime: '2027-03-02 10:00:00' }))).toContain(orderNo);
  expect(await holdOf(free)).toMatchObject({ startTime: at('2027-03-04 10:00:00') });
});

it('the car must stand at the store, be of the model, and not be stored twice', async () => {
  app.at('2027-06-01 09:00');
  const carId = await car();
  const offlineTime = '2027-06-20 10:00:00';
  const elsewhere = await save({ carId, storeId: 2, offlineTime });
  expect(elsewhere.errors['carId']).toContain('does not stand at this store');
  const other = await save({ carId, subModelId: RENTAL.camry, offlineTime });
  expect(other.errors['carId']).toContain('another model');
  await store({ carId, offlineTime });
  expect(errorOf(await save({ carId, offlineTime: '2027-06-21 10:00:00' }))).toContain('not free');
  expect(await save({ carId: 999_999, offlineTime })).toMatchObject({ errors: { carId: 'Car not found' } });
});

it('it comes back no earlier than it went and not in the future, once; it is called off before it begins only', async () => {
  app.at('2027-06-05 09:00');
  const carId = await car();
  const id = await store({ carId, offlineTime: '2027-06-05 08:00:00' });
  const early = await finish(id, '2027-06-05 07:00:00');
  expect(early.errors['onlineTime']).toContain('before it went offline');
  expect((await finish(id, '2027-06-05 09:01:00')).errors['onlineTime']).toContain('future');
  expect(errorOf(await cancel(id))).toContain('begun');
  accepted(await finish(id, '2027-06-05 08:00:00'));
  expect(await holdOf(id)).toBeUndefined();
  for (const again of [
    finish(id, '2027-06-05 08:30:00'),
    cancel(id),
    save({ id, carId, offlineTime: '2027-06-06 08:00:00' }),
  ])
    expect((await again).statusCode).toBe(400);

  const later = await store({ carId, offlineTime: '2027-06-07 08:00:00' });
  accepted(await cancel(later, 'sold out anyway'));
  expect(await stored(later)).toMatchObject({ status: -1 });
  expect(await holdOf(later)).toBeUndefined();
  expect(await brokenHolds(app.db)).toEqual([]);
});

it.each([
  ['sold', '/car/sold'],
  ['lost', '/car/totalloss'],
])('a car that is %s leaves the yard', async (_word, path) => {
  app.at('2027-06-05 09:00');
  const carId = await car();
  const id = await store({ carId, offlineTime: '2027-06-05 08:00:00' });
  accepted(await manager.post(path, { id: carId }));
  expect(await stored(id)).toMatchObject({ status: 2, onlineTime: '2027-06-05 09:00:00' });
  expect(await holdOf(id)).toMatchObject({ endTime: at('2027-06-05 09:00:00') });
});

it('who may only look changes nothing', async () => {
  const carId = await car();
  app.at('2027-06-05 09:00');
  const id = await store({ carId, offlineTime: '2027-06-06 08:00:00' });
  const tries: Promise<Answer>[] = [
    clerk.post('/car/storage/save', { ...PLACE, carId, offlineTime: '2027-06-05 08:00:00' }),
    clerk.post('/car/storage/finish', { id, onlineTime: '2027-06-05 08:00:00' }),
    clerk.post('/car/storage/cancel', { id }),
  ];
  expect((await Promise.all(tries)).map((answer) => answer.http)).toEqual([403, 403, 403]);
});

it('of a booking and a storage order for the same days exactly one wins', async () => {
  app.at('2027-02-22 12:00');
  for (let round = 0; round < 5; round += 1) {
    const carId = await car();
    const [booked, put] = await Promise.all([
      clerk.post('/order/save', draft({ carId })),
      save({ carId, offlineTime: '2027-03-02 10:00:00' }),
    ]);
    expect([booked.statusCode, put.statusCode].toSorted()).toEqual([200, 400]);
  }
  expect(await brokenHolds(app.db)).toEqual([]);
});
