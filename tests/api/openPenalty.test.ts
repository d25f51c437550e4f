import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from './app.ts';
import { expectSoundMoney } from './orderInvariants.ts';
import { accepted, book, errorOf, startRentalApp, type RentalApp } from './rental.ts';

let app: RentalApp;
let ops: Client;
let clerk: Client;
beforeAll(async () => {
  app = await startRentalApp();
  [ops, clerk] = await Promise.all([app.as('ops'), app.as('clerk')]);
});
afterAll(async () => {
  await expectSoundMoney(app.db);
  await app.close();
});

/** An order that was cancelled two hours before its pickup and owes 1,080 baht; nobody has paid anything. */
async function owing(): Promise<number> {
  app.at('2027-02-22 12:00');
  const id = await book(ops);
  app.at('2027-03-01 08:00');
  accepted(await ops.post('/order/cancel', { id, reason: 'ill' }));
  return id;
}
const open = async (): Promise<readonly number[]> =>
  accepted(await ops.get<{ list: { id: number }[] }>('/order/list', { attention: 'penaltyOpen' })).data.list.map(
    ({ id }) => id,
  );
const infoOf = async (id: number) =>
  accepted(await ops.get<Record<string, unknown> & { actions: string[] }>(`/order/info/${id}`)).data;
const pay = (id: number, amount: number, changes: Record<string, unknown> = {}) =>
  clerk.post('/order/payment/save', { orderId: id, amount, method: 5, ...changes });

it('takes what a cancelled order owes, in parts, and no satang more', async () => {
  const id = await owing();
  expect(await open()).toEqual([id]);
  expect(await infoOf(id)).toMatchObject({ due: 1_080, payStatus: 0 });
  expect((await infoOf(id)).actions).toEqual(expect.arrayContaining(['payment', 'waivepenalty']));
  expect(errorOf(await pay(id, 1_080.01, { confirmed: 1 }))).not.toBe('');
  expect((await pay(id, 100, { type: 2, remark: 'x' })).statusCode).toBe(400);
  accepted(await pay(id, 80));
  expect(await open()).toEqual([id]);
  accepted(await pay(id, 1_000));
  expect(await infoOf(id)).toMatchObject({ due: 0, payStatus: 1, status: -1 });
  expect((await infoOf(id)).actions).not.toContain('payment');
  expect(await open()).toEqual([]);
  expect(errorOf(await pay(id, 1))).toContain('cancelled');
});

it('waives it with a reason, for who may; the penalty stays to be seen', async () => {
  const id = await owing();
  expect((await clerk.post('/order/waivepenalty', { id, reason: 'x' })).http).toBe(403);
  expect((await ops.post('/order/waivepenalty', { id })).statusCode).toBe(400);
  accepted(await pay(id, 80));
  accepted(await ops.post('/order/waivepenalty', { id, reason: 'regular guest' }));
  expect(await infoOf(id)).toMatchObject({ due: 0, total: 80, paid: 80 });
  const { rows } = await sql<{ item: string; amount: number; remark: string }>`
    select item, amount::int, remark from "orderFee" where "orderId" = ${id} and voided = 0 order by id`.execute(
    app.db,
  );
  expect(rows).toEqual([
    { item: 'penalty', amount: 108_000, remark: 'ill' },
    { item: 'reduction', amount: 100_000, remark: 'regular guest' },
  ]);
  expect(errorOf(await ops.post('/order/waivepenalty', { id, reason: 'again' }))).toContain('cancelled');
  expect(await open()).toEqual([]);
});

it('is taken once, however often the button is pressed', async () => {
  const id = await owing();
  const answers = await Promise.all(Array.from({ length: 6 }, () => pay(id, 1_080)));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
});
