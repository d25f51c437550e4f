import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { PASSWORD, type Client } from './app.ts';
import { newUser } from './ownUsers.ts';
import type { PageOf } from './rentalAnswers.ts';
import { accepted, errorOf, orderIn, RENTAL } from './rental.ts';
import { startYard } from './yard.ts';

/** Trips without an order (D-CAR-20). */
const { app, ops, listed, car } = await startYard();
const clerk = await app.as('clerk');
afterAll(() => app.close());

interface Trip {
  readonly id: number;
  readonly storeId: number;
  readonly driverId: number;
  readonly driver: string;
  readonly plate: string;
  readonly distance: number;
  readonly updateTime: string;
}
const trip = (carId: number, changes: Record<string, unknown> = {}) => ({
  ...{ carId, purpose: 'fuel', startTime: '2027-03-01 10:00:00', endTime: '2027-03-01 10:30:00' },
  ...{ startMileage: 10_000, endMileage: 10_008, ...changes },
});
const save = (body: Record<string, unknown>, by: Client = clerk) => by.post<{ id: number }>('/car/trip/save', body);
const make = async (body: Record<string, unknown>): Promise<number> => accepted(await save(body)).data.id;
const info = async (id: number): Promise<Trip> => accepted(await clerk.get<Trip>(`/car/trip/info/${id}`)).data;
const mileageOf = async (id: number): Promise<unknown> => (await car(id))['mileage'];
/** A car with 10,000 km that stands in Phuket; it is March 2nd. */
const standing = async (): Promise<number> => {
  const id = await listed({ mileage: 10_000 });
  app.at('2027-03-02 12:00');
  return id;
};

describe('a trip', () => {
  test('moves the odometer, has a driver, and is listed and exported with its distance', async () => {
    const id = await standing();
    const tripId = await make(trip(id, { note: 'PTT' }));
    expect(await mileageOf(id)).toBe(10_008);
    const shown = await info(tripId);
    expect(shown).toMatchObject({ storeId: RENTAL.phuket, distance: 8 });
    expect([shown.driverId > 0, shown.driver !== '']).toEqual([true, true]);
    const { data } = accepted(await ops.get<PageOf<Trip>>('/car/trip/list', { carId: String(id), purpose: 'fuel' }));
    expect(data.list.map((row) => row.id)).toEqual([tripId]);
    expect((await ops.get('/car/trip/export', { carId: String(id) })).http).toBe(200);
  });

  test('says at its field what cannot be', async () => {
    const id = await standing();
    const at = async (changes: Record<string, unknown>) => Object.keys((await save(trip(id, changes))).errors);
    expect(await at({ endMileage: 9_999, startMileage: 10_000 })).toEqual(['endMileage']);
    expect(await at({ startMileage: 9_999 })).toEqual(['startMileage']);
    expect(await at({ endTime: '2027-03-02 12:30:00' })).toEqual(['endTime']);
    expect(await at({ endTime: '2027-03-01 09:30:00' })).toEqual(['endTime']);
    expect(await at({ purpose: 'holiday' })).toEqual(['purpose']);
    expect(await at({ endMileage: null })).toEqual(['endMileage']);
    await make(trip(id));
    const beside = { startTime: '2027-03-01 10:29:00', endTime: '2027-03-01 10:40:00' };
    expect(await at({ ...beside, startMileage: 10_008, endMileage: 10_009 })).toEqual(['startTime']);
    expect(await mileageOf(id)).toBe(10_008);
  });

  test('asks above 1,000 km a day, and goes on once that is confirmed', async () => {
    const id = await standing();
    const typo = trip(id, { endMileage: 100_008 });
    expect(Object.keys((await save(typo)).errors)).toEqual(['confirmed']);
    expect(await mileageOf(id)).toBe(10_000);
    accepted(await save({ ...typo, confirmed: 1 }));
    expect(await mileageOf(id)).toBe(100_008);
  });

  test('is refused of a car that is out or in the shop then, and possible before it went', async () => {
    const out = await listed({ mileage: 10_000 });
    await orderIn(app, ops, 2, out);
    app.at('2027-03-02 12:00');
    expect(errorOf(await save(trip(out)))).toContain('out with a renter');
    const before = { startTime: '2027-02-28 10:00:00', endTime: '2027-02-28 10:30:00' };
    expect(errorOf(await save(trip(out, { ...before, endMileage: 10_001 })))).toContain('read 10000 km only');
    accepted(await save(trip(out, { ...before, startMileage: 9_990, endMileage: 10_000, purpose: 'wash' })));
    expect(await car(out)).toMatchObject({ mileage: 10_000, readyTime: null });

    const shop = await standing();
    const work = { carId: shop, storageFlag: 1, startTime: '2027-03-01 08:00:00', cost: 0 };
    accepted(await (await app.as('fleet')).post('/car/maintenanceinfo/save', work));
    expect(errorOf(await save(trip(shop)))).toContain('in the shop');
  });

  test('to the wash makes the car ready', async () => {
    const id = await standing();
    accepted(await clerk.post('/car/dirty', { id }));
    await make(trip(id, { purpose: 'wash' }));
    expect(await car(id)).toMatchObject({ ready: 1, readyTime: new Date('2027-03-02T12:00:00+07:00') });
  });
});

describe('a correction', () => {
  test('takes the trip’s own kilometres back, a deletion too; what was read since stays', async () => {
    const id = await standing();
    const first = await make(trip(id, { endMileage: 10_900 }));
    const { updateTime } = await info(first);
    accepted(await save({ ...trip(id, { endMileage: 10_009 }), id: first, updateTime }));
    expect(await mileageOf(id)).toBe(10_009);
    const later = { startTime: '2027-03-01 11:00:00', endTime: '2027-03-01 11:30:00' };
    const second = await make(trip(id, { ...later, startMileage: 10_009, endMileage: 10_020 }));
    accepted(await ops.delete(`/car/trip/delete/${first}`));
    expect(await mileageOf(id)).toBe(10_020);
    accepted(await ops.delete(`/car/trip/delete/${second}`));
    expect(await mileageOf(id)).toBe(10_009);
  });

  test('is for those who may: a delivery driver enters trips, and other stores do not see them', async () => {
    const id = await standing();
    const delivery = await app.as('delivery');
    const tripId = accepted(await save(trip(id), delivery)).data.id;
    expect((await delivery.delete(`/car/trip/delete/${tripId}`)).statusCode).toBe(403);
    expect((await (await app.as('finance')).get('/car/trip/list')).statusCode).toBe(403);
    const { username } = await newUser(app, 'clerk');
    await sql`update "user" set "dataScope" = 1, "storeIds" = ${[RENTAL.chiangMai]}::bigint[] where username = ${username}`.execute(app.db); // prettier-ignore
    const elsewhere = await app.signIn(username, PASSWORD);
    expect((await elsewhere.get(`/car/trip/info/${tripId}`)).statusCode).not.toBe(200);
    expect((await save(trip(id), elsewhere)).statusCode).not.toBe(200);
  });

  test('of two at once on one car only one is the first', async () => {
    const id = await standing();
    const answers = await Promise.all([save(trip(id)), save(trip(id), ops)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
    expect(await mileageOf(id)).toBe(10_008);
  });
});
