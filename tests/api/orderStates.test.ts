import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Client } from './app.ts';
import { brokenHolds, expectSoundMoney } from './orderInvariants.ts';
import { accepted, addCars, orderIn, startRentalApp, type RentalApp } from './rental.ts';
import { upload } from './upload.ts';

type Status = 1 | 2 | 3 | -1;
const STATUSES: readonly Status[] = [1, 2, 3, -1];

interface Order {
  readonly id: number;
  readonly carId: number;
}
interface Step {
  readonly name: string;
  /** From which state it leads where (D-ORD-04). */
  readonly to: Partial<Record<Status, Status>>;
  /** What it needs beside the state. */
  prepare?(client: Client, order: Order, status: Status): unknown;
  call(client: Client, order: Order): Promise<Answer>;
}

const task = { time: '2027-03-01 10:00:00', mileage: 10_000, oil: 8 };
const STEPS: readonly Step[] = [
  { name: 'modify', to: { 1: 1 }, call: (client, { id }) => client.post('/order/save', { id, externalPlate: 1 }) },
  {
    name: 'correct the renter',
    to: { 1: 1, 2: 2, 3: 3 },
    call: (client, { id }) => client.post('/order/save', { id, renterName: '王五' }),
  },
  {
    name: 'edit time',
    to: { 1: 1, 2: 2 },
    call: (client, { id }) => client.post('/order/edittime', { id, plannedReturnTime: '2027-03-03 10:00:00' }),
  },
  {
    name: 'assign plate',
    to: { 1: 1 },
    prepare: (client, { id }, status) => status === 1 && client.post('/order/assigncar', { id, carId: null }),
    call: (client, { id, carId }) => client.post('/order/assigncar', { id, carId }),
  },
  {
    name: 'change car',
    to: { 2: 2 },
    call: async (client, { id, carId }) => {
      const [other] = await addCars(app, 1);
      const both = { mileage: 10_000, oil: 8, newMileage: 10_000, newOil: 8 };
      const what = { time: '2027-03-01 10:00:00', reason: 'wish', fate: 'free', ...both };
      return client.post('/order/changecar', { id, oldCarId: carId, carId: other, ...what });
    },
  },
  {
    name: 'assign staff',
    to: { 1: 1, 2: 2 },
    call: async (client, { id }) => {
      const { rows } = await sql<{ id: number }>`select id from "user" where username = 'delivery'`.execute(app.db);
      return client.post('/order/assignstaff', { id, deliveryStaffId: rows[0]!.id });
    },
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
    name: 'end without the car',
    to: { 2: 3 },
    call: (client, { id, carId }) =>
      client.post('/order/endwithoutcar', { id, carId, time: task.time, fate: 'shop', unread: 'towed away' }),
  },
  {
    name: 'reject return',
    to: { 3: 2 },
    call: (client, { id }) => client.post('/order/rejectreturn', { id, reason: 'wrong' }),
  },
  { name: 'cancel', to: { 1: -1 }, call: (client, { id }) => client.post('/order/cancel', { id, reason: 'ill' }) },
  {
    name: 'no-show',
    to: { 1: -1 },
    call: (client, { id }) => client.post('/order/noshow', { id, reason: 'no answer' }),
  },
  {
    name: 'waive the penalty',
    to: { [-1]: -1 },
    call: (client, { id }) => client.post('/order/waivepenalty', { id, reason: 'regular guest' }),
  },
  {
    name: 'remark',
    to: { 1: 1, 2: 2, 3: 3, [-1]: -1 },
    call: (client, { id }) => client.post('/order/remark', { id, remark: '<b>x</b>' }),
  },
  {
    name: 'payment',
    // A cancelled order owes its penalty.
    to: { 1: 1, 2: 2, 3: 3, [-1]: -1 },
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
    name: 'cancel renewal',
    to: { 2: 2 },
    // Only a rental that is out is renewed; elsewhere a renewal lies about as after a fault.
    prepare: (client, { id }, status) =>
      status === 2
        ? client.post('/order/renew', { orderId: id, time: '2027-03-05 10:00:00' }).then(accepted)
        : sql`insert into renewal ("orderId", time, fee, status) values (${id}, '2027-03-04 10:00+07', 0, 1)`.execute(
            app.db,
          ),
    call: async (client, { id }) => {
      const { rows } = await sql<{ id: number }>`select id from renewal where "orderId" = ${id}`.execute(app.db);
      return client.post('/order/cancelrenew', { id: rows[0]!.id, reason: 'back earlier' });
    },
  },
  {
    name: 'push',
    to: { 2: 2, 3: 3 },
    prepare: (_client, { id }) => sql`update "order" set channel = 2 where id = ${id}`.execute(app.db),
    call: (client, { id }) => client.post('/order/push', { id, event: 'pickup' }),
  },
  {
    name: 'redeem coupon',
    to: { 1: 1 },
    call: async (client, { id }) => client.post('/order/coupon/redeem', { orderId: id, code: await newCoupon(client) }),
  },
  {
    name: 'take the coupon off',
    to: { 1: 1 },
    prepare: async (client, { id }, status) =>
      status === 1 &&
      accepted(await client.post('/order/coupon/redeem', { orderId: id, code: await newCoupon(client) })),
    call: (client, { id }) => client.post('/order/coupon/remove', { orderId: id }),
  },
  {
    name: 'generate coupon',
    to: { 1: 1, 2: 2, 3: 3 },
    call: (client, { id }) =>
      client.post('/order/coupon/generate', { orderId: id, type: 2, rentalPeriod: 3, discountDays: 1 }),
  },
  {
    name: 'refund request',
    to: { 1: 1, 2: 2, 3: 3, [-1]: -1 },
    prepare: (client, { id }, status) =>
      status === -1
        ? sql`with paid as (insert into payment ("orderId", type, amount, method, "feeItem", time) values (${id}, 1, 900, 5, 'total', now()))
            update "order" set paid = 900 where id = ${id}`.execute(app.db)
        : client.post('/order/payment/save', { orderId: id, amount: 9, method: 5, confirmed: 1 }).then(accepted),
    call: (client, { id }) =>
      client.post('/order/refund/save', {
        orderId: id,
        feeItem: 'total',
        amount: 9,
        method: 5,
        reason: 'paid twice',
        confirmed: 1,
      }),
  },
  {
    name: 'sign contract',
    to: { 1: 1, 2: 2 },
    call: async (client, { id }) =>
      client.post('/order/contract/sign', { orderId: id, signImage: await upload(client) }),
  },
];

async function newCoupon(client: Client): Promise<string> {
  const values = { type: 1, amount: 1, discountAmount: 1 };
  const { ids } = accepted(await client.post<{ ids: number[] }>('/coupon/save', values)).data;
  return (await sql<{ code: string }>`select code from coupon where id = ${ids[0]}`.execute(app.db)).rows[0]!.code;
}

let app: RentalApp;
let manager: Client;
let cars: readonly number[];
beforeAll(async () => {
  app = await startRentalApp();
  manager = await app.as('storeManager');
  cars = await addCars(app, STATUSES.length * STEPS.length);
});
afterAll(() => app.close());

/** Everything that steps write of an order, and what goes out about it. */
const PARTS = ['orderFee', 'orderTask', 'carChange', 'payment', 'renewal', 'refund', 'contract'].map(
  (table) => `(select jsonb_agg(t order by t.id) from "${table}" t where t."orderId" = o.id) as "${table}"`,
);
const state = async (id: number) =>
  (
    await sql`
      select to_jsonb(o) as "order", ${sql.raw(PARTS.join(', '))},
        (select jsonb_agg(h) from hold h where h.kind = 'order' and h."sourceId" = o.id) as hold,
        (select jsonb_agg(c order by c.id) from coupon c where o.id in (c."orderId", c."sourceOrderId")) as coupons,
        (select count(*)::int from outbox m where m.payload->>'orderId' = o.id::text) as messages,
        (select count(*)::int from "recordChange" r where r.entity = 'order' and r."recordId" = o.id) as changes
      from "order" o where o.id = ${id}
    `.execute(app.db)
  ).rows[0];
/** The last call that the operation log knows. */
const logged = async () =>
  (await sql`select username, module, "statusCode" from "operationLog" order by id desc limit 1`.execute(app.db))
    .rows[0];
const history = async (id: number) =>
  accepted(await manager.get<{ userName: string; event: string }[]>(`/order/log/${id}`)).data;
const statusOf = async (id: number) =>
  (await sql<{ status: number }>`select status from "order" where id = ${id}`.execute(app.db)).rows[0]!.status;

describe.each(STATUSES.map((status, index) => ({ status, index })))(
  'an order in state $status',
  ({ status, index }) => {
    it.each(STEPS.map((step, place) => ({ ...step, place })))(
      '$name leads where the table says and stands in the log, or is refused and changes nothing',
      async ({ to, prepare, call, place }) => {
        const carId = cars[index * STEPS.length + place]!;
        const id = await orderIn(app, manager, status, carId);
        if (status === 1) app.at('2027-03-01 10:00');
        await prepare?.(manager, { id, carId }, status);
        const [before, past] = [await state(id), await history(id)];
        const answer = await call(manager, { id, carId });
        const target = to[status];
        if (target === undefined) {
          expect(answer).toMatchObject({ http: 200, statusCode: 400 });
          expect(answer.message).toMatch(/^Operation failed: Not possible/);
          expect(await state(id)).toEqual(before);
        } else {
          expect([answer.statusCode, answer.message]).toEqual([200, expect.any(String)]);
          expect(await statusOf(id)).toBe(target);
          expect(await state(id)).not.toEqual(before);
          expect(await logged()).toMatchObject({ username: 'storeManager', statusCode: 200 });
          expect((await history(id)).slice(0, -past.length)).toMatchObject([{ userName: 'storeManager' }]);
        }
        const { rows } = await sql<{ status: number }>`
          select v.status from vehicle v join "order" o on o."carId" = v.id where o.id = ${id}`.execute(app.db);
        expect(rows[0]!.status).toBe((target ?? status) === 2 ? 2 : 1);
      },
    );
  },
);

it('after all of that the books agree and every hold is where it belongs', async () => {
  await expectSoundMoney(app.db);
  expect(await brokenHolds(app.db)).toEqual([]);
});
