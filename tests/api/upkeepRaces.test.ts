import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Answer, Client } from './app.ts';
import { brokenHolds, expectSoundMoney } from './orderInvariants.ts';
import { accepted, addCars, book, orderIn, startRentalApp, type RentalApp } from './rental.ts';

/** Two at the same moment: violations, work orders, GPS devices. */
let app: RentalApp;
let manager: Client;
let fleet: Client;
let ops: Client;
beforeAll(async () => {
  app = await startRentalApp();
  [manager, fleet, ops] = await Promise.all([app.as('storeManager'), app.as('fleet'), app.as('ops')]);
});
afterAll(() => app.close());

const ROUNDS = 4;
const won = (answers: readonly Answer[]): number => {
  expect(answers.filter(({ statusCode }) => ![200, 400, 409].includes(statusCode))).toEqual([]);
  return answers.filter(({ statusCode }) => statusCode === 200).length;
};
const enter = async (carId: number, time: string): Promise<number> =>
  accepted(
    await manager.post<{ id: number }>('/car/violation/save', {
      ...{ carId, time, behavior: 'Speeding', location: 'Highway 402', points: 1, fine: 500 },
    }),
  ).data.id;

/** A violation of the minute in which one order ended and the next began, and the two orders. */
async function undecided(): Promise<{ readonly id: number; readonly orders: readonly [number, number] }> {
  const carId = (await addCars(app, 1))[0]!;
  const first = await orderIn(app, manager, 3, carId);
  app.at('2027-03-05 10:00');
  const second = await book(manager, {
    carId,
    plannedPickupTime: '2027-03-05 14:00:00',
    plannedReturnTime: '2027-03-07 10:00:00',
  });
  await sql`update "order" set status = 2, "actualPickupTime" = '2027-03-04T10:00:00+07:00' where id = ${second}`.execute(
    app.db,
  );
  return { id: await enter(carId, '2027-03-04 10:00:00'), orders: [first, second] };
}
const violation = async (id: number) =>
  (
    await sql<{ match: string; orderId: number | null; status: number }>`
      select match, "orderId", status from violation where id = ${id}
    `.execute(app.db)
  ).rows[0]!;
const claims = async (id: number): Promise<number> =>
  (
    await sql<{ n: number }>`
      select (select count(*) from deduction where "violationId" = ${id} and status <> 4)::int
        + (select count(*) from "orderFee" where "violationId" = ${id} and voided = 0)::int as n
    `.execute(app.db)
  ).rows[0]!.n;

it('who decides a violation while all are matched again is not overruled', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id, orders } = await undecided();
    const answers = await Promise.all([
      manager.post('/car/violation/match', {}),
      manager.post('/car/violation/decide', { id, orderId: orders[round % 2]! }),
      ops.post('/car/violation/match', {}),
    ]);
    expect(won(answers)).toBe(3);
    expect(await violation(id)).toEqual({ match: 'chosen', orderId: orders[round % 2]!, status: 0 });
  }
});

it('of two who decide otherwise one is kept whole, and a fine is asked for of the order that stands', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id, orders } = await undecided();
    won(
      await Promise.all(
        orders.map((orderId, at) => (at ? ops : manager).post('/car/violation/decide', { id, orderId })),
      ),
    );
    const { orderId } = await violation(id);
    expect(orders).toContain(orderId);
    const other = orders.find((each) => each !== orderId)!;
    const answers = await Promise.all([
      manager.post('/car/violation/deduct', { id }),
      ops.post('/car/violation/decide', { id, orderId: other }),
      ops.post('/car/violation/deduct', { id }),
    ]);
    won(answers);
    expect(await claims(id)).toBeLessThanOrEqual(1);
    const { rows } = await sql`
      select d.id from deduction d join violation v on v.id = d."violationId" where v.id = ${id} and d."orderId" <> v."orderId"
    `.execute(app.db);
    expect(rows).toEqual([]);
  }
  await expectSoundMoney(app.db);
});

it('a work order is completed once, and its mileage and hold are those of the one who did', async () => {
  app.at('2027-03-02 12:00');
  for (const carId of await addCars(app, ROUNDS)) {
    const { id } = accepted(
      await fleet.post<{ id: number }>('/car/maintenanceinfo/save', {
        ...{ carId, storageFlag: 1, startTime: '2027-03-01 09:00:00', endTime: '2027-03-03 18:00:00', cost: 100 },
      }),
    ).data;
    const readings = [10_100, 10_200, 10_300];
    const answers = await Promise.all(
      readings.map((mileage) => fleet.post('/car/maintenanceinfo/complete', { id, mileage })),
    );
    expect(won(answers)).toBe(1);
    const mileage = readings[answers.findIndex(({ statusCode }) => statusCode === 200)];
    const { rows } = await sql`
      select v.mileage, m.mileage as work, (select count(*)::int from hold where "carId" = v.id) as holds
      from vehicle v join maintenance m on m."carId" = v.id where v.id = ${carId}
    `.execute(app.db);
    expect(rows).toEqual([{ mileage, work: mileage, holds: 0 }]);
  }
});

it('of work orders that overlap one is entered, with one hold', async () => {
  app.at('2027-02-22 12:00');
  for (const carId of await addCars(app, ROUNDS)) {
    const answers = await Promise.all(
      [1, 2, 3].map((day) =>
        fleet.post('/car/maintenanceinfo/save', {
          ...{ carId, storageFlag: 1, cost: 100 },
          ...{ startTime: `2027-03-0${day} 09:00:00`, endTime: '2027-03-05 18:00:00' },
        }),
      ),
    );
    expect(won(answers)).toBe(1);
    expect((await sql`select id from hold where "carId" = ${carId}`.execute(app.db)).rows).toHaveLength(1);
  }
  expect(await brokenHolds(app.db)).toEqual([]);
});

it('of two devices for one car one is bound, and one device goes to one of two cars', async () => {
  accepted(await fleet.post('/car/gpsdevice/sync', {}));
  const { list } = accepted(
    await fleet.get<{ list: { id: number }[] }>('/car/gpsdevice/list', { pageSize: 100, bound: 0 }),
  ).data;
  const cars = await addCars(app, 3 * ROUNDS);
  for (let round = 0; round < ROUNDS; round += 1) {
    const [one, two, three] = list.slice(3 * round, 3 * round + 3) as [{ id: number }, { id: number }, { id: number }];
    const [car, other, third] = cars.slice(3 * round, 3 * round + 3) as [number, number, number];
    const bind = ({ id }: { id: number }, carId: number) => fleet.post('/car/gpsdevice/bind', { id, carId });
    expect(won(await Promise.all([bind(one, car), bind(two, car)]))).toBe(1);
    expect(won(await Promise.all([bind(three, other), bind(three, third)]))).toBe(1);
  }
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from "gpsDevice" where "carId" is not null group by "carId" having count(*) > 1
  `.execute(app.db);
  expect(rows).toEqual([]);
});
