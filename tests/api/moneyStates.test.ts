import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Client } from './app.ts';
import { expectSoundMoney } from './orderInvariants.ts';
import { accepted, addCars, orderIn, startRentalApp, type RentalApp } from './rental.ts';

/** Every state of a deduction and a refund against every event, at the real server: what D-DED-02 and D-REF-02 list works, all else changes nothing. */
let app: RentalApp;
let asker: Client;
let doer: Client;
let orderId: number;
beforeAll(async () => {
  app = await startRentalApp();
  [asker, doer] = [await app.as('ops'), await app.as('finance')];
  const [car] = await addCars(app, 1);
  orderId = await orderIn(app, await app.as('storeManager'), 3, car!);
});
afterAll(() => app.close());

interface Machine {
  readonly table: 'deduction' | 'refund';
  /** Event → the states it leaves and where it leads. */
  readonly events: Readonly<Record<string, Readonly<Record<number, number>>>>;
  /** Events that lead to each state from the first. */
  readonly ways: Readonly<Record<number, readonly string[]>>;
  start(): Promise<Answer<{ id: number }>>;
  send(event: string, id: number): Promise<Answer>;
}

let transactions = 0;
const success = () => ({ success: 1, transactionNo: `S-${(transactions += 1)}` });
const failure = { success: 0, failReason: 'account closed' };

const deduction: Machine = {
  table: 'deduction',
  events: {
    edit: { 1: 1 },
    review: { 1: 2 },
    success: { 2: 3 },
    failure: { 2: -1 },
    retry: { [-1]: 2 },
    revoke: { 1: 4, 2: 4, [-1]: 4 },
  },
  ways: { 1: [], 2: ['review'], 3: ['review', 'success'], 4: ['revoke'], [-1]: ['review', 'failure'] },
  start: () => asker.post('/order/deduct/save', { orderId, type: 3, amount: 10, reason: 'cleaning' }),
  send(event, id) {
    const bodies: Record<string, [string, object]> = {
      edit: ['save', { amount: 11 }],
      review: ['review', {}],
      success: ['result', success()],
      failure: ['result', failure],
      retry: ['retry', {}],
      revoke: ['revoke', { reason: 'found' }],
    };
    const [path, body] = bodies[event]!;
    return doer.post(`/order/deduct/${path}`, { id, ...body });
  },
};

const refund: Machine = {
  table: 'refund',
  events: { success: { 0: 1 }, failure: { 0: -1 }, retry: { [-1]: 0 } },
  ways: { 0: [], 1: ['success'], [-1]: ['failure'] },
  start: () =>
    asker.post('/order/refund/save', {
      orderId,
      feeItem: 'total',
      amount: 10,
      method: 5,
      reason: 'goodwill',
      confirmed: 1,
    }),
  send(event, id) {
    const [path, body] = event === 'retry' ? ['retry', {}] : ['result', event === 'success' ? success() : failure];
    return doer.post(`/order/refund/${path}`, { id, ...body });
  },
};

const rowOf = async ({ table }: Machine, id: number) =>
  (await sql<{ status: number }>`select * from ${sql.table(table)} where id = ${id}`.execute(app.db)).rows[0]!;
const payments = async () =>
  (await sql`select id from payment where "orderId" = ${orderId} order by id`.execute(app.db)).rows;

describe.each([deduction, refund])('every state of a $table', (machine) => {
  const pairs = Object.keys(machine.ways).flatMap((state) =>
    Object.keys(machine.events).map((event) => [Number(state), event] as const),
  );

  it.each(pairs)('%i: %s leads where the table says, or is refused and changes nothing', async (state, event) => {
    const { id } = accepted(await machine.start()).data;
    for (const step of machine.ways[state]!) accepted(await machine.send(step, id));
    const [before, paid] = [await rowOf(machine, id), await payments()];
    expect(before.status).toBe(state);
    const answer = await machine.send(event, id);
    const to = machine.events[event]![state];
    if (to === undefined) {
      expect(answer).toMatchObject({ http: 200, statusCode: 400 });
      expect(answer.message).toMatch(/^Operation failed: Not possible|no longer in a state/);
      expect(await rowOf(machine, id)).toEqual(before);
      expect(await payments()).toEqual(paid);
    } else {
      accepted(answer);
      expect((await rowOf(machine, id)).status).toBe(to);
      expect((await payments()).length - paid.length).toBe(event === 'success' ? 1 : 0);
    }
  });

  it('is moved by its steps alone: no save writes it, nobody deletes it', async () => {
    const { id } = accepted(await machine.start()).data;
    const path = machine.table === 'deduction' ? 'deduct' : 'refund';
    const before = await rowOf(machine, id);
    expect((await asker.post(`/order/${path}/save`, { id, status: 3 })).statusCode).toBe(400);
    expect((await asker.delete(`/order/${path}/delete/${id}`)).http).toBe(404);
    expect(await rowOf(machine, id)).toEqual(before);
  });
});

it('after all of that the books agree', () => expectSoundMoney(app.db));
