import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Client } from './app.ts';
import { brokenHolds, expectSoundMoney } from './orderInvariants.ts';
import { addCars, orderIn, startRentalApp, type RentalApp } from './rental.ts';

type Status = 1 | 2 | 3 | -1;
const STATUSES: readonly Status[] = [1, 2, 3, -1];

interface Step {
  readonly name: string;
  /** From which state it leads where (decisions.md D-ORD-04). */
  readonly to: Partial<Record<Status, Status>>;
  call(client: Client, order: { id: number; carId: number }): Promise<Answer>;
}

const task = { time: '2027-03-01 10:00:00', mileage: 10_000, oil: 8 };
const STEPS: readonly Step[] = [
  { name: 'modify', to: { 1: 1 }, call: (client, { id }) => client.post('/order/save', { id, renterName: '王五' }) },
  {
    name: 'edit time',
    to: { 1: 1, 2: 2 },
    call: (client, { id }) => client.post('/order/edittime', { id, plannedReturnTime: '2027-03-03 10:00:00' }),
  },
  {
    name: 'assign plate',
    to: { 1: 1 },
    call: (client, { id, carId }) => client.post('/order/assigncar', { id, carId }),
  },
  {
    name: 'assign staff',
    to: { 1: 1, 2: 2 },
    call: (client, { id }) => client.post('/order/assignstaff', { id, deliveryStaffId: null }),
  },
  {
    name: 'pickup',
    to: { 1: 2 },
    call: (client, { id, carId }) => client.post('/order/pickup', { id, carId, ...task }),
  },
  {
    name: 'reject pickup',
    to: { 2: 1 },
    call: (client, { id }) => client.post('/order/rejectpickup', { id, reason: 'wrong' }),
  },
  {
    name: 'return',
    to: { 2: 3 },
    call: (client, { id, carId }) => client.post('/order/return', { id, carId, ...task }),
  },
  {
    name: 'reject return',
    to: { 3: 2 },
    call: (client, { id }) => client.post('/order/rejectreturn', { id, reason: 'wrong' }),
  },
  { name: 'cancel', to: { 1: -1 }, call: (client, { id }) => client.post('/order/cancel', { id, reason: 'ill' }) },
  {
    name: 'remark',
    to: { 1: 1, 2: 2, 3: 3, [-1]: -1 },
    call: (client, { id }) => client.post('/order/remark', { id, remark: '<b>x</b>' }),
  },
  {
    name: 'payment',
    to: { 1: 1, 2: 2, 3: 3 },
    call: (client, { id }) => client.post('/order/payment/save', { orderId: id, amount: 1, method: 5, confirmed: 1 }),
  },
  {
    name: 'additional fee',
    to: { 1: 1, 2: 2, 3: 3 },
    call: (client, { id }) => client.post('/order/additionalfee', { orderId: id, type: 1, amount: 1, remark: 'x' }),
  },
  {
    name: 'renew',
    to: { 2: 2 },
    call: (client, { id }) => client.post('/order/renew', { orderId: id, time: '2027-03-05 10:00:00' }),
  },
  {
    name: 'redeem coupon',
    to: { 1: 1 },
    call: async (client, { id }) => {
      const values = { type: 1, amount: 1, discountAmount: 1 };
      const { data } = await client.post<{ ids: number[] }>('/coupon/save', values);
      const { rows } = await sql<{ code: string }>`select code from coupon where id = ${data.ids[0]}`.execute(app.db);
      return client.post('/order/coupon/redeem', { orderId: id, code: rows[0]!.code });
    },
  },
  {
    name: 'generate coupon',
    to: { 1: 1, 2: 2, 3: 3 },
    call: (client, { id }) =>
      client.post('/order/coupon/generate', { orderId: id, type: 2, rentalPeriod: 3, discountDays: 1 }),
  },
];

let app: RentalApp;
let manager: Client;
let cars: readonly number[];
beforeAll(async () => {
  app = await startRentalApp();
  manager = await app.as('storeManager');
  cars = await addCars(app, STATUSES.length * STEPS.length);
});
afterAll(() => app.close());

const state = async (id: number) =>
  (await sql`select to_jsonb(o) as "order" from "order" o where id = ${id}`.execute(app.db)).rows[0];
const statusOf = async (id: number) =>
  (await sql<{ status: number }>`select status from "order" where id = ${id}`.execute(app.db)).rows[0]!.status;

describe.each(STATUSES.map((status, index) => ({ status, index })))(
  'an order in state $status',
  ({ status, index }) => {
    it.each(STEPS.map((step, place) => ({ ...step, place })))(
      '$name leads where the table says, or is refused and changes nothing',
      async ({ to, call, place }) => {
        const carId = cars[index * STEPS.length + place]!;
        const id = await orderIn(app, manager, status, carId);
        if (status === 1) app.at('2027-03-01 10:00');
        const before = await state(id);
        const answer = await call(manager, { id, carId });
        const target = to[status];
        if (target === undefined) {
          expect(answer).toMatchObject({ http: 200, statusCode: 400 });
          expect(answer.message).toMatch(/^Operation failed: Not possible/);
          expect(await state(id)).toEqual(before);
        } else {
          expect([answer.statusCode, answer.message]).toEqual([200, expect.any(String)]);
          expect(await statusOf(id)).toBe(target);
        }
        const { rows } = await sql<{ status: number }>`select status from vehicle where id = ${carId}`.execute(app.db);
        expect(rows[0]!.status).toBe((target ?? status) === 2 ? 2 : 1);
      },
    );
  },
);

it('after all of that the books agree and every hold is where it belongs', async () => {
  await expectSoundMoney(app.db);
  expect(await brokenHolds(app.db)).toEqual([]);
});
