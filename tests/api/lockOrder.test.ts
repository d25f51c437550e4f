import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { couponSteps } from './model/couponSteps.ts';
import { handoverSteps } from './model/handoverSteps.ts';
import { moneySteps } from './model/moneySteps.ts';
import { orderSteps } from './model/orderSteps.ts';
import { newWorld, openLane, wallClock, type Lane } from './model/world.ts';
import type { Client } from './app.ts';
import { accepted, book, NOON, RENTAL } from './rental.ts';
import { onStatement, type Statement } from './statementTrail.ts';

/** What a command locks, in the order of docs/decisions/orders.md; a refund and a deduction are never locked together. */
const ORDER = [
  'refund',
  'deduction',
  'maintenance',
  'order',
  'price',
  'vehicle',
  'coupon',
  'renter',
  'drawer',
  'violation',
] as const;
type Lock = (typeof ORDER)[number];

/** Commands that lock several things: a walk that never met one of them has shown nothing about it. */
const LOCKING = [
  ...['save', 'pickup', 'return', 'renew', 'cancelrenew', 'edittime', 'assigncar', 'changecar', 'rejectpickup', 'rejectreturn', 'cancel'],
  ...['coupon/redeem', 'coupon/remove', 'refund/save', 'refund/result', 'refund/retry'],
  ...['deduct/save', 'deduct/review', 'deduct/result', 'deduct/retry', 'deduct/revoke'],
].map((name) => `/order/${name}`); // prettier-ignore

/** Everything that was sent to the database, in order, between the marks of the calls. */
const trail: (Statement | string)[] = [];
let lane: Lane;

const marked = (client: Client): Client => ({
  ...client,
  post: (path, body, headers) => {
    trail.push(path.replace(/\/\d+$/, ''));
    return client.post(path, body, headers);
  },
});

beforeAll(async () => {
  const opened = await openLane();
  lane = { ...opened, people: { ops: marked(opened.people.ops), finance: marked(opened.people.finance) } };
  onStatement((statement) => void trail.push(statement));
});
beforeEach(() => void (trail.length = 0));
afterAll(async () => {
  vi.restoreAllMocks();
  await lane.app.close();
});

/** The thing that a statement locks, of those that more than one command reaches. */
function lockOf({ text, values }: Statement): Lock | undefined {
  if (text.includes('pg_advisory_xact_lock(hashtextextended(key, 0))')) return 'renter';
  if (
    /pg_advisory_xact_lock(_shared)?\(hashtextextended\(\$1, 0\)\)/.test(text) &&
    String(values[0]).startsWith('drawer:')
  )
    return 'drawer';
  if (text.includes("pg_advisory_xact_lock(hashtextextended('drawer:' || id, 0))")) return 'drawer';
  const table = text.includes('for update')
    ? /from "?(\w+)"?/.exec(text.slice(Math.max(0, text.indexOf('_old as'))))?.[1]
    : /^\s*(?:with .*)?update "?(\w+)"? (?:\w+ )?set/s.exec(text)?.[1];
  return ORDER.find((name) => name === table);
}

interface Transaction {
  readonly call: string;
  readonly locks: Lock[];
  /** Ids of the cars, as they were locked. */
  readonly cars: number[];
}

function transactions(): Transaction[] {
  const done: Transaction[] = [];
  const open = new Map<unknown, Transaction>();
  let call = '';
  for (const one of trail) {
    if (typeof one === 'string') {
      call = one;
      continue;
    }
    if (/^\s*begin/i.test(one.text)) open.set(one.connection, { call, locks: [], cars: [] });
    if (/^\s*(commit|rollback)/i.test(one.text)) {
      const transaction = open.get(one.connection);
      if (transaction && transaction.locks.length > 0) done.push(transaction);
      open.delete(one.connection);
    }
    const transaction = open.get(one.connection);
    const lock = transaction && lockOf(one);
    if (!transaction || !lock) continue;
    if (!transaction.locks.includes(lock)) transaction.locks.push(lock);
    if (!one.text.includes('"holdVersion" + 1')) continue;
    if (!one.text.includes('order by id for update')) throw new Error('cars are locked in no order');
    transaction.cars.push(...(one.values[0] as number[]).toSorted((a, b) => a - b));
  }
  return done;
}

/** Whoever locks against the order, by the call and what it locked. */
const strays = (all: readonly Transaction[]): string[] => [
  ...new Set(
    all
      .filter(({ locks }) => locks.some((lock, at) => at > 0 && ORDER.indexOf(lock) < ORDER.indexOf(locks[at - 1]!)))
      .map(({ call, locks }) => `${call}: ${locks.join(', ')}`),
  ),
];

/** Ids in the order of their first lock. */
const isAscending = (ids: readonly number[]): boolean =>
  [...new Set(ids)].every((id, at, all) => at === 0 || all[at - 1]! < id);

it('every command at the desk locks in the one order', { timeout: 120_000 }, async () => {
  const counts = new Map();
  await fc.assert(
    fc.asyncProperty(
      fc.commands([...orderSteps, ...handoverSteps, ...moneySteps, ...couponSteps], { maxCommands: 120, size: 'max' }),
      async (commands) => fc.asyncModelRun(() => newWorld(lane, counts), commands),
    ),
    { seed: 1, numRuns: 40, endOnFailure: true },
  );
  const all = transactions();
  expect(strays(all)).toEqual([]);
  expect(all.filter(({ cars }) => !isAscending(cars))).toEqual([]);
  const met = new Set(all.map(({ call }) => call));
  expect(LOCKING.filter((path) => !met.has(path))).toEqual([]);
  // A booking and a result of money take several locks: the walk has seen the whole order.
  expect(new Set(all.filter(({ locks }) => locks.length > 1).flatMap(({ locks }) => locks))).toEqual(
    new Set(ORDER.filter((lock) => lock !== 'maintenance')),
  );
});

it('a work order locks itself, then what a booking of its car locks', async () => {
  const { model } = await newWorld(lane, new Map());
  const { ops } = lane.people;
  const work = { storageFlag: 1, startTime: '2030-01-01 10:00:00', cost: 1 };
  const saved = await ops.post<{ id: number }>('/car/maintenanceinfo/save', { ...work, carId: model.cars[1]!.id });
  const { id } = accepted(saved).data;
  accepted(
    await ops.post('/car/maintenanceinfo/save', { id, carId: model.cars[0]!.id, startTime: '2026-01-01 10:00:00' }),
  );
  accepted(await ops.post('/car/maintenanceinfo/complete', { id }));
  const all = transactions();
  expect(all.map(({ locks }) => locks)).toEqual([
    ['price', 'vehicle'],
    ['maintenance', 'price', 'vehicle'],
    ['maintenance', 'price', 'vehicle'],
  ]);
  expect(all.every(({ cars }) => isAscending(cars))).toBe(true);
});

it('a storage order and a dispatch plan lock what a booking of their cars locks', async () => {
  const { model } = await newWorld(lane, new Map());
  const { ops } = lane.people;
  const [one, other] = [model.cars[0]!.id, model.cars[1]!.id];
  const { rows } = await sql<{ id: number; storeId: number; subModelId: number; elsewhere: number }>`
    select v.id, v."storeId", v."subModelId", (select min(s.id) from store s where s.status = 1 and s.id <> v."storeId") as elsewhere
    from vehicle v where v.id = any(${[one, other]}::bigint[])`.execute(lane.app.db);
  const [stored, planned] = [rows.find(({ id }) => id === one)!, rows.find(({ id }) => id === other)!];
  const storage = { kind: 1, storeId: stored.storeId, subModelId: stored.subModelId, carId: one };
  accepted(await ops.post('/car/storage/save', { ...storage, offlineTime: '2030-01-01 10:00:00' }));
  const plan = { carId: other, toStoreId: planned.elsewhere, departTime: '2030-01-01 10:00:00' };
  accepted(await ops.post('/car/dispatchplan/save', plan));
  expect(transactions().map(({ locks }) => locks)).toEqual([
    ['price', 'vehicle'],
    ['price', 'vehicle'],
  ]);
});

it('a booking with a coupon and a change that gives it back lock coupon and renter in the one order', async () => {
  const { model, real } = await newWorld(lane, new Map());
  const { ops } = lane.people;
  const place = { pickupStoreId: real.storeId, returnStoreId: real.storeId, subModelId: RENTAL.yaris };
  const id = await book(ops, { ...place, couponCode: model.coupons[0]!.code, carId: model.cars[1]!.id });
  const shorter = { id, plannedReturnTime: '2027-03-02 10:00:00', carId: model.cars[0]!.id, renterName: 'Li Si' };
  accepted(await ops.post('/order/save', { ...shorter, renterPhone: '13900000001' }));
  const all = transactions();
  expect(all.map(({ locks }) => locks)).toEqual([
    ['price', 'vehicle', 'coupon', 'renter'],
    ['order', 'price', 'vehicle', 'coupon', 'renter'],
  ]);
  expect(all.every(({ cars }) => isAscending(cars))).toBe(true);
});

it('a count locks the drawer alone, and a payment the drawer behind its order', async () => {
  const { real } = await newWorld(lane, new Map());
  const { ops } = lane.people;
  const place = { pickupStoreId: real.storeId, returnStoreId: real.storeId, subModelId: RENTAL.yaris };
  const orderId = await book(ops, place);
  trail.length = 0;
  accepted(await ops.post('/order/payment/save', { orderId, amount: 1, method: 5, confirmed: 1 }));
  accepted(await ops.post('/order/drawercount/count', { storeId: real.storeId, kind: 1, float: 0, counted: 1, reason: 'x', takerId: 1 })); // prettier-ignore
  expect(transactions().map(({ locks }) => locks)).toEqual([['order', 'drawer'], ['drawer']]);
});

it('the end of a month locks the drawers of all its stores, and nothing else', async () => {
  await newWorld(lane, new Map());
  lane.clock.now = NOON;
  accepted(await lane.people.finance.post('/order/monthclose/close', { month: '2026-12' }));
  expect(transactions().map(({ locks }) => locks)).toEqual([['drawer']]);
});

it.each(['shop', 'totalLoss'])(
  'a rental that ends without its car (%s) locks as a change of car does',
  async (fate) => {
    const { model, real } = await newWorld(lane, new Map());
    lane.clock.now = NOON;
    const { ops } = lane.people;
    const carId = model.cars[0]!.id;
    const place = { pickupStoreId: real.storeId, returnStoreId: real.storeId, subModelId: RENTAL.yaris };
    const times = { plannedPickupTime: wallClock(0), plannedReturnTime: wallClock(72) };
    const id = await book(ops, { ...place, ...times, carId, depositType: 3 });
    const { due } = accepted(await ops.get<{ due: number }>(`/order/info/${id}`)).data;
    accepted(await ops.post('/order/payment/save', { orderId: id, amount: due, method: 5 }));
    accepted(await ops.post('/order/pickup', { id, carId, time: wallClock(0), mileage: 10_000, oil: 8 }));
    trail.length = 0;
    accepted(await ops.post('/order/endwithoutcar', { id, carId, fate, time: wallClock(0), unread: 'towed away' }));
    const [end, ...others] = transactions();
    expect(others).toEqual([]);
    expect(end!.locks).toEqual(['order', 'price', 'vehicle']);
  },
);

it('a trip locks its car, and "Ready" of several locks them in the one order', async () => {
  const { model } = await newWorld(lane, new Map());
  const { ops } = lane.people;
  const [one, two, three] = model.cars.map(({ id }) => id) as [number, number, number];
  const trip = { carId: two, purpose: 'wash', startTime: '2026-01-01 10:00:00', endTime: '2026-01-01 10:30:00' };
  const { id } = accepted(
    await ops.post<{ id: number }>('/car/trip/save', { ...trip, startMileage: 10_000, endMileage: 10_008 }),
  ).data;
  accepted(await ops.post('/car/trip/save', { id, carId: two, endMileage: 10_006 }));
  accepted(await ops.post('/car/readybatch', { ids: [three, one, two] }));
  const all = transactions();
  expect(all.map(({ locks }) => locks)).toEqual([['price', 'vehicle'], ['price', 'vehicle'], ['vehicle']]);
  // One after the other, so that two who ask for the same cars wait for each other.
  const locked = trail
    .slice(trail.lastIndexOf('/car/readybatch'))
    .flatMap((one) => (typeof one === 'string' || !/^select .* for update/s.test(one.text) ? [] : one.values[0]));
  expect(locked).toEqual([one, two, three]);
});
