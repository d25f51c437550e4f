import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Payment } from '../../schemas/types.generated.ts';
import { STORES_OF_PAYMENTS } from '../../src/rental/server/order/paymentStoreMigration.ts';
import { accountsOf } from './accounts.ts';
import type { Client } from './app.ts';
import { openMoneyDesk } from './moneyDesk.ts';
import { accepted, RENTAL } from './rental.ts';
import type { AnswerOf, PageOf } from './rentalAnswers.ts';

const office = openMoneyDesk();
const { airport, phuket } = RENTAL;
/** Clerks of one store each; and one of both. */
let here: Client;
let there: Client;
let both: Client;

const cash = (orderId: number, amount: number, changes: Record<string, unknown> = {}) => ({
  ...{ orderId, amount, method: 5, confirmed: 1 },
  ...changes,
});
const dayOf = async (storeId: number, client: Client = office.finance) => {
  const date = { date: '2027-03-04' };
  return accepted(await client.get<AnswerOf<'GET /order/dayclose'>>('/order/dayclose', { storeId, ...date })).data;
};
const paymentsOf = async (storeId: number): Promise<readonly number[]> =>
  (await dayOf(storeId)).payments.map(({ id }) => id);

beforeAll(async () => {
  const { makeUser } = accountsOf(office.app, () => office.admin);
  const clerkOf = async (...storeIds: number[]): Promise<Client> => (await makeUser({ dataScope: 1, storeIds })).client;
  here = await clerkOf(phuket);
  there = await clerkOf(airport);
  both = await clerkOf(phuket, airport);
});

describe('money belongs to the store that took it (D-MONEY-09)', () => {
  it('the store of the taker sees cash of an order of another store in its drawer and its journal', async () => {
    const orderId = await office.order(3, { returnStoreId: airport });
    const id = office.id(await there.post('/order/payment/save', cash(orderId, 700)));
    expect(await paymentsOf(airport)).toContain(id);
    expect(await paymentsOf(phuket)).not.toContain(id);
    const journal = async (client: Client) =>
      accepted(await client.get<PageOf<Payment>>('/order/payment/list', { pageSize: 100 })).data.list;
    expect((await journal(there)).find((row) => row.id === id)).toMatchObject({ storeId: airport, signedAmount: 700 });
    expect((await journal(here)).map((row) => row.id)).not.toContain(id);
    // Who opens the order sees all that was paid for it, and where.
    expect((await office.info(orderId)).payments.find((one) => one.id === id)).toMatchObject({ storeId: airport });
    expect((await here.get('/order/dayclose', { storeId: airport })).statusCode).not.toBe(200);
  });

  it('is where the car is for somebody of several stores, and asked while it is on its way', async () => {
    const out = await office.order(2, { returnStoreId: airport });
    const asked = await both.post('/order/payment/save', cash(out, 10));
    expect(asked).toMatchObject({ statusCode: 400, errors: { storeId: 'Choose the store that the cash belongs to' } });
    const chosen = office.id(await both.post('/order/payment/save', cash(out, 10, { storeId: airport })));
    const card = office.id(await both.post('/order/payment/save', cash(out, 10, { method: 3 })));
    expect(await office.rows('payment', `id in (${chosen}, ${card})`)).toMatchObject([
      { storeId: airport },
      { storeId: phuket },
    ]);
    const back = await office.order(3, { returnStoreId: airport });
    const after = office.id(await both.post('/order/payment/save', cash(back, 10)));
    expect(await office.rows('payment', `id = ${after}`)).toMatchObject([{ storeId: airport }]);
  });

  it('is never put into the drawer of a store that the taker does not see', async () => {
    const orderId = await office.order(3, { returnStoreId: airport });
    const wrong = await there.post('/order/payment/save', cash(orderId, 5, { storeId: phuket }));
    expect(wrong).toMatchObject({
      statusCode: 400,
      errors: { storeId: 'You do not work in this store. Choose one of yours' },
    });
  });

  it('a refund in cash comes out of the drawer of the store that pays, and says which', async () => {
    const orderId = await office.order(3, { returnStoreId: airport });
    const refundId = office.id(await there.post('/order/refund/save', office.refund(orderId, 20)));
    const done = { id: refundId, success: 1, paidByStoreId: phuket };
    accepted(await office.finance.post('/order/refund/result', done));
    expect(await office.rows('payment', `"refundId" = ${refundId}`)).toMatchObject([{ storeId: phuket, type: 2 }]);
    expect(await office.rows('refund', `id = ${refundId}`)).toMatchObject([{ paidByStoreId: phuket }]);
    const other = office.id(await there.post('/order/refund/save', office.refund(orderId, 20)));
    accepted(await office.finance.post('/order/refund/successbatch', { ids: [other] }));
    expect(await office.rows('payment', `"refundId" = ${other}`)).toMatchObject([{ storeId: airport }]);
  });

  it('payments of an earlier version belong to the pickup store of their order', async () => {
    const orderId = await office.order(3, { returnStoreId: airport });
    await sql`update payment set "storeId" = null where "orderId" = ${orderId}`.execute(office.app.db);
    await sql.raw(STORES_OF_PAYMENTS).execute(office.app.db);
    expect(await office.rows('payment', `"orderId" = ${orderId}`)).toMatchObject([{ storeId: phuket }]);
  });
});
