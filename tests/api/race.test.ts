import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Answer, Client } from './app.ts';
import { brokenHolds, expectSoundMoney } from './orderInvariants.ts';
import { RENTAL, addCars, draft, orderIn, startRentalApp, type RentalApp } from './rental.ts';

/** By hand: RACE_CLIENTS=16 RACE_STEPS=3000 npx vitest run --project api tests/api/race.test.ts */
const CLIENTS = Number(process.env['RACE_CLIENTS'] ?? 16);
const STEPS = Number(process.env['RACE_STEPS'] ?? 40);
const TIMEOUT = 60_000 + CLIENTS * STEPS * 200;

let app: RentalApp;
let manager: Client;
let fleet: Client;
beforeAll(async () => {
  app = await startRentalApp();
  [manager, fleet] = await Promise.all([app.as('storeManager'), app.as('fleet')]);
  app.at('2027-02-22 12:00');
  const made = { type: 1, amount: 1, discountAmount: 50, count: 4 };
  await manager.post('/coupon/save', made);
  coupons = (await sql<{ code: string }>`select code from coupon`.execute(app.db)).rows.map((row) => row.code);
});
afterAll(() => app.close());

/** mulberry32: the same race plan on every run. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const wallClock = (hours: number): string =>
  new Date(Date.UTC(2027, 2, 1, hours)).toISOString().slice(0, 19).replace('T', ' ');
const counts = new Map<string, number>();
const seen = (answer: Answer, path: string): Answer => {
  const key = `${path} ${answer.statusCode}`;
  counts.set(key, (counts.get(key) ?? 0) + 1);
  return answer;
};

/** Fewer coupons than orders: nearly every redemption races another. */
let coupons: readonly string[] = [];

/** Books, moves, swaps, cancels, puts away and sends to the shop at random over five cars in one week, where nearly everything collides. */
async function client(seed: number): Promise<void> {
  const random = randomOf(seed);
  const own: number[] = [];
  const works: number[] = [];
  const span = () => {
    const start = random(150);
    return { plannedPickupTime: wallClock(start), plannedReturnTime: wallClock(start + 2 + random(40)) };
  };
  const plate = () => RENTAL.cars[random(RENTAL.cars.length)];
  const post = async (path: string, body: unknown) => seen(await manager.post<{ id?: number }>(path, body), path);
  /** Brings a car to the shop, moves the work, or takes it back. */
  const shop = async (works: number[], workId: number | undefined): Promise<void> => {
    const { plannedPickupTime: startTime, plannedReturnTime: endTime } = span();
    const kind = random(4);
    if (workId === undefined || kind < 2) {
      const body = { carId: plate(), storageFlag: random(4) === 0 ? 0 : 1, startTime, endTime, cost: 1 };
      const answer = await post('/car/maintenanceinfo/save', body);
      if (answer.statusCode === 200) works.push((answer.data as { id: number }).id);
    } else if (kind < 3) await post('/car/maintenanceinfo/save', { id: workId, startTime, endTime, carId: plate() });
    else if ((await remove(workId)).statusCode === 200) works.splice(works.indexOf(workId), 1);
  };
  const remove = async (id: number) =>
    seen(await fleet.delete(`/car/maintenanceinfo/delete/${id}`), '/car/maintenanceinfo/delete');
  for (let step = 0; step < STEPS; step += 1) {
    const id = own[random(Math.max(1, own.length))];
    const kind = random(13);
    if (kind === 12) {
      const start = random(150);
      const away = { offlineTime: wallClock(start), onlineTime: wallClock(start + 1 + random(6)) };
      await post('/car/storage/save', { kind: 1, storeId: 1, subModelId: 1, carId: plate(), ...away });
      continue;
    }
    if (kind > 9) {
      await shop(works, works[random(Math.max(1, works.length))]);
      continue;
    }
    if (id === undefined || kind < 5) {
      const carId = random(3) === 0 ? null : plate();
      const answer = await post('/order/save', draft({ ...span(), carId }));
      if (answer.statusCode === 200) own.push((answer.data as { id: number }).id);
    } else if (kind < 6) await post('/order/save', { id, ...span(), carId: plate() });
    else if (kind < 7) await post('/order/edittime', { id, ...span() });
    else if (kind < 8) await post('/order/assigncar', { id, carId: plate() });
    else if (kind < 9) await post('/order/coupon/redeem', { orderId: id, code: coupons[random(coupons.length)] });
    else if ((await post('/order/cancel', { id, reason: 'race' })).statusCode === 200) own.splice(own.indexOf(id), 1);
  }
}

/** Most cars of the model that orders need at one moment, with the turnaround; counted by the database, apart from the product. */
async function mostNeeded(): Promise<number> {
  const { rows } = await sql<{ most: number }>`
    select coalesce(max(n), 0)::int as most from (
      select count(*) as n from "order" a join "order" b
        on b."plannedPickupTime" <= a."plannedPickupTime" and b."plannedReturnTime" + interval '120 minutes' > a."plannedPickupTime"
      where a.status = 1 and b.status = 1 and a."pickupStoreId" = 1 and b."pickupStoreId" = 1 and a."subModelId" = 1 and b."subModelId" = 1
      group by a.id
    ) moments
  `.execute(app.db);
  return rows[0]!.most;
}

/** Work orders without the hold that they need, with one that they do not, and holds of no work order. */
const lostWork = async () =>
  (
    await sql`
      select m.id, h.id as hold from maintenance m
      full join (select * from hold where kind = 'maintenance') h on h."sourceId" = m.id
      where (m.id is not null and m."storageFlag" = 1 and m.status = 0) is distinct from (h.id is not null)
        or (h.id is not null and (h."carId", h."startTime", h."endTime") is distinct from (m."carId", m."startTime", m."endTime"))
    `.execute(app.db)
  ).rows;

it(
  'however many book, move, swap and cancel at once, no car is booked twice, no model is overbooked, nothing is half done',
  { timeout: TIMEOUT },
  async () => {
    await Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(index + 1)));
    const accepted = (path: string): number => counts.get(`${path} 200`) ?? 0;
    expect(accepted('/order/save')).toBeGreaterThan(10);
    expect(accepted('/order/assigncar') + accepted('/order/edittime')).toBeGreaterThan(0);
    expect([...counts.keys()].filter((key) => !/ (200|400|409)$/.test(key))).toEqual([]);
    expect(accepted('/car/maintenanceinfo/save')).toBeGreaterThan(0);
    expect(await brokenHolds(app.db)).toEqual([]);
    expect(await lostWork()).toEqual([]);
    expect(await mostNeeded()).toBeLessThanOrEqual(RENTAL.cars.length);
    expect(accepted('/order/coupon/redeem')).toBeGreaterThan(0);
    await expectSoundMoney(app.db);
    const { rows } = await sql<{
      orderNo: string;
    }>`select "orderNo" from "order" group by "orderNo" having count(*) > 1`.execute(app.db);
    expect(rows).toEqual([]);
  },
);

it('of sixteen who ask for one car at the same moment, exactly one gets it', async () => {
  const wish = { plannedPickupTime: '2027-10-01 10:00:00', plannedReturnTime: '2027-10-03 10:00:00', carId: 1 };
  const answers = await Promise.all(Array.from({ length: 16 }, () => manager.post('/order/save', draft(wish))));
  expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
  expect(answers.filter((answer) => answer.errors['carId']?.includes('booked'))).toHaveLength(15);
});

it('of sixteen who ask for five cars of a model without a plate, exactly five are promised one', async () => {
  const wish = { plannedPickupTime: '2027-11-01 10:00:00', plannedReturnTime: '2027-11-03 10:00:00' };
  const answers = await Promise.all(Array.from({ length: 16 }, () => manager.post('/order/save', draft(wish))));
  expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(5);
});

it('one order is picked up once, however often the button is pressed', async () => {
  const wish = { plannedPickupTime: '2027-02-22 14:00:00', plannedReturnTime: '2027-02-23 10:00:00', carId: 5 };
  const saved = await manager.post<{ id: number }>('/order/save', draft(wish));
  const { id } = saved.data;
  await manager.post('/order/payment/save', { orderId: id, amount: 1350, method: 5 });
  const body = { id, carId: 5, time: '2027-02-22 12:00:00', mileage: 10_000, oil: 8 };
  const answers = await Promise.all([1, 2, 3, 4].map(() => manager.post('/order/pickup', body)));
  expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
  const { rows } = await sql`select id from "orderTask" where "orderId" = ${id}`.execute(app.db);
  expect(rows).toHaveLength(1);
});

it('of a cancellation and a handover at the same moment one wins, and the other is told that it came too late', async () => {
  const cars = await addCars(app, 6);
  for (const [index, carId] of cars.entries()) {
    const wish = { plannedPickupTime: '2027-02-22 14:00:00', plannedReturnTime: '2027-02-23 10:00:00', carId };
    const { id } = (await manager.post<{ id: number }>('/order/save', draft(wish))).data;
    await manager.post('/order/payment/save', { orderId: id, amount: 1350, method: 5 });
    const pickup = { id, carId, time: '2027-02-22 12:00:00', mileage: 10_000, oil: 8 };
    const steps = [
      () => manager.post('/order/pickup', pickup),
      () => manager.post('/order/cancel', { id, reason: 'no show' }),
    ];
    const answers = await Promise.all((index % 2 === 0 ? steps : steps.toReversed()).map((step) => step()));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
    expect(answers.find(({ statusCode }) => statusCode === 400)!.message).toMatch(/^Operation failed: Not possible/);
    const { rows } = await sql<{ status: number; out: boolean; refunds: number }>`
      select o.status, v.status = 2 as out, (select count(*)::int from refund where "orderId" = o.id) as refunds
      from "order" o join vehicle v on v.id = ${carId} where o.id = ${id}
    `.execute(app.db);
    expect([
      { status: 2, out: true, refunds: 0 },
      { status: -1, out: false, refunds: 1 },
    ]).toContainEqual(rows[0]);
  }
});

it('however many renew, book and take renewals back at once, no car is promised twice and every renewal is on the bill', async () => {
  const cars = await addCars(app, 2);
  const out: number[] = [];
  for (const carId of cars) out.push(await orderIn(app, manager, 2, carId));
  app.at('2027-03-01 12:00');
  const random = randomOf(99);
  const day = (offset: number): string => `2027-03-${String(4 + offset).padStart(2, '0')}`;
  const attempts = Array.from({ length: 48 }, async () => {
    const which = random(cars.length);
    const kind = random(4);
    const from = random(8);
    if (kind < 2) return manager.post('/order/renew', { orderId: out[which], time: `${day(1 + random(8))} 10:00:00` });
    if (kind < 3)
      return manager.post(
        '/order/save',
        draft({
          carId: cars[which],
          plannedPickupTime: `${day(from)} 14:00:00`,
          plannedReturnTime: `${day(from + 1)} 10:00:00`,
        }),
      );
    const { rows } = await sql<{
      id: number;
    }>`select id from renewal where "orderId" = ${out[which]} order by id desc limit 1`.execute(app.db);
    return manager.post('/order/cancelrenew', { id: rows[0]?.id ?? 1, reason: 'race' });
  });
  const answers = await Promise.all(attempts);
  expect(answers.some((answer) => answer.statusCode === 200)).toBe(true);
  expect(answers.filter((answer) => answer.http >= 500)).toEqual([]);
  expect(await brokenHolds(app.db)).toEqual([]);
  await expectSoundMoney(app.db);
});
