import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Answer, Client } from './app.ts';
import { RENTAL, accepted, book, draft, orderIn, startRentalApp } from './rental.ts';
import type { RentalApp } from './rental.ts';
import { onStatement } from './statementTrail.ts';

/**
 * Statements that a call sends, one round trip each. Not counted: begin and end of the transaction, and what the session reads of its own
 * (who is signed in, whether rights have changed).
 */
const UNCOUNTED = /^\s*(begin|commit|rollback|savepoint|release)\b|"_session"|"_actorVersion"/i;

let app: RentalApp;
let ops: Client;
const sent: string[] = [];
/** What is asked without an answer in between goes out in one piece, begin and end of the transaction included. */
let pieces = 0;
let isOpen = false;
let meanwhile: (() => Promise<unknown>) | undefined;

beforeAll(async () => {
  app = await startRentalApp();
  ops = await app.as('ops');
  onStatement(({ text }) => {
    if (!isOpen) {
      pieces++;
      isOpen = true;
      setImmediate(() => (isOpen = false));
    }
    if (UNCOUNTED.test(text)) return undefined;
    sent.push(text);
    const first = meanwhile;
    if (!first || sent.length < 2) return undefined;
    meanwhile = undefined;
    return first().then(() => undefined);
  });
});
beforeEach(() => void (meanwhile = undefined));
afterAll(async () => {
  vi.restoreAllMocks();
  await app.close();
});

/** What a call answers, and how many statements it took. */
async function counted<T>(call: () => Promise<Answer<T>>) {
  sent.length = 0;
  pieces = 0;
  const { data } = accepted(await call());
  return { count: sent.length, pieces, data };
}

const infoOf = (id: number) => ops.get<Record<string, unknown>>(`/order/info/${id}`);
const BOOKED_TIME = '2027-03-01 10:00:00';

it('a booking with a plate takes 18 statements at most, and so does its change', async () => {
  const [carId, other] = RENTAL.cars;
  const created = await counted(() => ops.post<{ id: number }>('/order/save', draft({ carId })));
  expect(created.count).toBeLessThanOrEqual(18);
  const change = { id: created.data.id, plannedReturnTime: '2027-03-05 10:00:00', carId: other };
  const changed = await counted(() => ops.post('/order/save', change));
  expect(changed.count).toBeLessThanOrEqual(18);
});

it('a booking goes out in five pieces, one with a plate in eight: what it reads, then its number, then all that it writes with the end', async () => {
  const times = { plannedPickupTime: '2027-08-01 10:00:00', plannedReturnTime: '2027-08-03 10:00:00' };
  const booked = await counted(() => ops.post('/order/save', draft(times)));
  expect(booked.pieces).toBeLessThanOrEqual(5);
  const written = sent.findIndex((text) => text.includes('insert into "order"'));
  expect(sent.slice(written).map((text) => /insert into "(?!recordChange)(\w+)"/.exec(text)?.[1])).toEqual([
    'order',
    'orderFee',
    'outbox',
    'operationLog',
  ]);
  const plated = await counted(() => ops.post('/order/save', draft({ ...times, carId: RENTAL.cars[3] })));
  expect(plated.pieces).toBeLessThanOrEqual(8);
});

it('a renter is locked before he or she is looked for, though nobody waits for the lock', async () => {
  await counted(() =>
    ops.post(
      '/order/save',
      draft({ plannedPickupTime: '2027-09-01 10:00:00', plannedReturnTime: '2027-09-03 10:00:00' }),
    ),
  );
  const lock = sent.findIndex((text) => text.includes('pg_advisory_xact_lock'));
  expect(lock).toBeGreaterThan(sent.findIndex((text) => text.includes('for update')));
  expect(sent[lock + 1]).toContain('from "member"');
});

it('a quote with a plate takes 3 statements', async () => {
  const { renterName: _name, ...form } = draft({ carId: RENTAL.cars[2] });
  expect((await counted(() => ops.post('/order/quote', form))).count).toBe(3);
});

it('pickup and return take 12 statements at most, and the whole order 2 in every state', async () => {
  const carId = RENTAL.cars[2];
  const { data: made } = accepted(
    await ops.post<{ ids: number[] }>('/coupon/save', { type: 2, rentalPeriod: 1, discountDays: 1 }),
  );
  const { data: found } = accepted(await ops.get<{ list: { code: string }[] }>('/coupon/list', { id: made.ids[0]! }));
  const coupon = found.list[0]!;
  const id = await orderIn(app, ops, 1, carId, { couponCode: coupon.code });
  const booked = await counted(() => infoOf(id));
  expect(booked).toMatchObject({ count: 2, data: { coupon: { code: coupon.code } } });
  app.at(BOOKED_TIME);
  const picked = await counted(() =>
    ops.post('/order/pickup', { id, carId, time: BOOKED_TIME, mileage: 10_000, oil: 8 }),
  );
  expect(picked.count).toBeLessThanOrEqual(12);
  app.at('2027-03-04 10:00');
  const time = '2027-03-04 10:00:00';
  const returned = await counted(() => ops.post('/order/return', { id, carId, time, mileage: 10_500, oil: 8 }));
  expect(returned.count).toBeLessThanOrEqual(12);
  expect(await counted(() => infoOf(id))).toMatchObject({ count: 2, data: { tasks: [{}, {}], coupon: {} } });
});

it('an order is told as of one moment: a payment that is committed meanwhile is in all of it or in none', async () => {
  app.at('2027-02-22 12:00');
  const id = await book(ops);
  sent.length = 0;
  meanwhile = async () => accepted(await ops.post('/order/payment/save', { orderId: id, amount: 100, method: 5 }));
  expect(accepted(await infoOf(id)).data).toMatchObject({ paid: 0, payments: [], deposits: { settled: false } });
  expect(meanwhile).toBeUndefined();
  expect(accepted(await infoOf(id)).data).toMatchObject({ paid: 100, payments: [{ amount: 100 }] });
});
