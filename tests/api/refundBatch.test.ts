import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import type { Query } from './app.ts';
import { openMoneyDesk } from './moneyDesk.ts';
import { accepted } from './rental.ts';
import { onStatement } from './statementTrail.ts';

const office = openMoneyDesk();
const { order, id, rows, refund } = office;

interface Carried {
  readonly count: number;
  readonly failures: readonly { readonly id: number; readonly name: string; readonly message: string }[];
}
const carryOut = (who: typeof office.finance, ids: readonly number[], more: Record<string, unknown> = {}) =>
  who.post<Carried>('/order/refund/successbatch', { ids, ...more });
const asked = async (orderId: number, amount: number, who = office.clerk) =>
  id(await who.post('/order/refund/save', refund(orderId, amount)));

/** An order with one refund that is asked for, one that failed and one that was carried out. */
async function threeStates() {
  const orderId = await order(3);
  const ids = [await asked(orderId, 10), await asked(orderId, 20), await asked(orderId, 30)];
  const result = '/order/refund/result';
  accepted(await office.finance.post(result, { id: ids[1], success: 0, failReason: 'closed' }));
  accepted(await office.finance.post(result, { id: ids[2], success: 1, transactionNo: 'TABS' }));
  return { orderId, ids };
}

describe('several refunds at once', () => {
  it('are carried out under one number; those that may not be are named with the reason and stay as they are', async () => {
    const [one, two] = [await order(3), await order(3)];
    const open = [await asked(one, 10), await asked(one, 20), await asked(two, 30)];
    const [failed, done, own] = [await asked(one, 1), await asked(two, 2), await asked(two, 3, office.ops)];
    const result = '/order/refund/result';
    accepted(await office.finance.post(result, { id: failed, success: 0, failReason: 'closed' }));
    accepted(await office.finance.post(result, { id: done, success: 1, transactionNo: 'ALONE' }));
    const ids = [own, ...open, failed, done, 999_999];
    const { data, message } = accepted(await carryOut(office.ops, ids, { transactionNo: ' BANK-7 ' }));
    expect(message).not.toBe('');
    const numbers = new Map((await rows('refund')).map((each) => [each['id'], each['refundNo']]));
    expect(data.count).toBe(3);
    expect(new Map(data.failures.map((each) => [each.id, [each.name, each.message]]))).toEqual(
      new Map([
        [failed, [numbers.get(failed), 'Not possible: the refund has failed']],
        [done, [numbers.get(done), 'Not possible: the refund has been carried out']],
        [own, [numbers.get(own), 'Whoever requested a refund does not carry it out. Ask a colleague']],
        [999_999, ['#999999', expect.any(String)]],
      ]),
    );
    const payments = await rows('payment', `"refundId" in (${open.join()})`);
    expect(payments).toMatchObject([
      { orderId: one, refundId: open[0], amount: 1000, transactionNo: 'BANK-7' },
      { orderId: one, refundId: open[1], amount: 2000, transactionNo: `BANK-7/${String(numbers.get(open[1]))}` },
      { orderId: two, refundId: open[2], amount: 3000, transactionNo: `BANK-7/${String(numbers.get(open[2]))}` },
    ]);
    expect(await rows('refund', `id in (${open.join()}) and status = 1 and "transactionNo" = 'BANK-7'`)).toHaveLength(
      3,
    );
    expect((await rows('refund', `id in (${[failed, done, own].join()})`)).map(({ status }) => status)).toEqual([
      -1, 1, 0,
    ]);
  });

  it('pressed again under their number they are carried out once; without one the second press is refused', async () => {
    const orderId = await order(3);
    const ids = [await asked(orderId, 10), await asked(orderId, 20)];
    const number = { transactionNo: 'TWICE' };
    const answers = await Promise.all([
      carryOut(office.finance, ids, number),
      carryOut(office.finance, ids.toReversed(), number),
      office.finance.post('/order/refund/result', { id: ids[1], success: 1, ...number }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(await rows('payment', `"refundId" in (${ids.join()})`)).toHaveLength(2);
    const other = await carryOut(office.finance, [await asked(orderId, 5), await asked(orderId, 6)], number);
    expect(other.errors['transactionNo']).toContain(
      'This transaction number has already been recorded for this method. Check the number',
    );
    const again = await carryOut(office.finance, ids);
    expect(again.message).toBe('Operation failed: Not possible: the refund has been carried out');
    expect(await rows('payment', `"refundId" in (${ids.join()})`)).toHaveLength(2);
  });

  it('need the right of the step, and do not reach refunds of another store', async () => {
    const refundId = await asked(await order(3), 10);
    expect((await carryOut(office.clerk, [refundId])).statusCode).toBe(403);
    const { db } = office.app;
    await sql`update "user" set "dataScope" = 1, "storeIds" = '{999}' where username = 'finance'`.execute(db);
    expect((await carryOut(office.finance, [refundId])).statusCode).toBe(404);
    await sql`update "user" set "dataScope" = 0, "storeIds" = '{}' where username = 'finance'`.execute(db);
    expect(await rows('refund', `id = ${refundId}`)).toMatchObject([{ status: 0 }]);
  });
});

describe('the tabs of the list', () => {
  const TABS = '/resources/refund/tabs';

  it('are counted by one statement, each as its list has it, under the other filters', async () => {
    const { orderId, ids } = await threeStates();
    expect(ids).toHaveLength(3);
    const listed = async (query: Query) =>
      accepted(await office.finance.get<{ total: number }>('/order/refund/list', query)).data.total;
    const statuses = ['0', '-1', '1'];
    for (const others of [{}, { orderId }]) {
      accepted(await office.finance.get(TABS, others));
      const reading: string[] = [];
      onStatement(({ text }) => void (/refund/.test(text) && reading.push(text)));
      const { data } = accepted(await office.finance.get<number[]>(TABS, others));
      vi.restoreAllMocks();
      expect(reading).toHaveLength(1);
      expect(data).toEqual([
        await listed(others),
        ...(await Promise.all(statuses.map((status) => listed({ ...others, status })))),
      ]);
    }
    expect(accepted(await office.finance.get(TABS, { orderId })).data).toEqual([3, 1, 1, 1]);
  });

  it('are for who may open the list, and refuse what it refuses', async () => {
    expect((await (await office.app.as('fleet')).get(TABS)).http).toBe(403);
    expect(await office.finance.get(TABS, { colour: 'red' })).toMatchObject({
      statusCode: 400,
      errors: { colour: expect.any(String) },
    });
  });
});
