import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Answer, Client } from './app.ts';
import { expectSoundMoney } from './orderInvariants.ts';
import { accepted, book, startRentalApp, type RentalApp } from './rental.ts';

/** Every state of a coupon against every event, at the real server (D-CPN-03): what the table lists works, all else changes nothing. */
let app: RentalApp;
let ops: Client;
beforeAll(async () => {
  app = await startRentalApp();
  ops = await app.as('ops');
});
afterAll(async () => {
  await expectSoundMoney(app.db);
  await app.close();
});

const FORM = { type: 1, amount: 100, discountAmount: 50 };
type Status = 0 | 1 | -1;
interface Coupon {
  readonly id: number;
  readonly code: string;
  readonly orderId: number;
}

/** Event → the states it leaves and where it leads. */
const EVENTS: Readonly<Record<string, { to: Partial<Record<Status, Status>>; send(coupon: Coupon): Promise<Answer> }>> =
  {
    edit: { to: { 0: 0 }, send: ({ id }) => ops.post('/coupon/save', { id, ...FORM, discountAmount: 60 }) },
    redeem: {
      to: { 0: 1 },
      send: async ({ code }) => ops.post('/order/coupon/redeem', { orderId: await order(), code }),
    },
    release: { to: { 1: 0 }, send: ({ orderId }) => ops.post('/order/coupon/remove', { orderId }) },
    'cancel of its order': {
      to: { 1: 0 },
      send: ({ orderId }) => ops.post('/order/cancel', { id: orderId, reason: 'ill' }),
    },
    void: { to: { 0: -1 }, send: ({ id }) => ops.post('/coupon/cancel', { id }) },
  };

let day = 1;
const order = (): Promise<number> => {
  const date = `2027-05-${String((day += 1)).padStart(2, '0')}`;
  return book(ops, { plannedPickupTime: `${date} 10:00:00`, plannedReturnTime: `${date} 20:00:00` });
};
const rowOf = async (id: number) =>
  (await sql<{ status: Status }>`select * from coupon where id = ${id}`.execute(app.db)).rows[0]!;

/** A coupon in a state, and an order: the one that has redeemed it, else one that has nothing to do with it. */
async function couponIn(status: Status): Promise<Coupon> {
  const { ids } = accepted(await ops.post<{ ids: number[] }>('/coupon/save', FORM)).data;
  const id = ids[0]!;
  const { rows } = await sql<{ code: string }>`select code from coupon where id = ${id}`.execute(app.db);
  const coupon = { id, code: rows[0]!.code, orderId: await order() };
  if (status === 1) accepted(await ops.post('/order/coupon/redeem', { orderId: coupon.orderId, code: coupon.code }));
  if (status === -1) accepted(await ops.post('/coupon/cancel', { id }));
  return coupon;
}

const pairs = ([0, 1, -1] as const).flatMap((state) => Object.keys(EVENTS).map((event) => [state, event] as const));
it.each(pairs)(
  'a coupon in state %i: %s leads where the table says, or changes nothing of it',
  async (state, event) => {
    const coupon = await couponIn(state);
    const before = await rowOf(coupon.id);
    expect(before.status).toBe(state);
    const { to, send } = EVENTS[event]!;
    const answer = await send(coupon);
    const target = to[state];
    if (target !== undefined) {
      accepted(answer);
      expect((await rowOf(coupon.id)).status).toBe(target);
      return;
    }
    // An order that has nothing to do with the coupon may well be cancelled.
    if (event !== 'cancel of its order') expect(answer).toMatchObject({ http: 200, statusCode: 400 });
    expect(await rowOf(coupon.id)).toEqual(before);
  },
);

it('a coupon is moved by its steps alone: no save writes its state, nobody deletes it', async () => {
  const { id } = await couponIn(0);
  const before = await rowOf(id);
  expect((await ops.post('/coupon/save', { id, ...FORM, status: 1 })).statusCode).toBe(400);
  expect((await ops.delete(`/coupon/delete/${id}`)).http).toBe(404);
  expect(await rowOf(id)).toEqual(before);
});
