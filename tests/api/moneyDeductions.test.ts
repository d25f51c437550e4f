import { describe, expect, it } from 'vitest';
import type { Deduction } from '../../schemas/types.generated.ts';
import type { Answer, Client } from './app.ts';
import { openMoneyDesk } from './moneyDesk.ts';
import { brokenHolds, expectSoundMoney } from './orderInvariants.ts';
import { accepted, book } from './rental.ts';
import type { PageOf } from './rentalAnswers.ts';

const office = openMoneyDesk();
const { order, id, rows, deduction, info } = office;

describe('deductions', () => {
  const submitted = async (orderId: number, amount: number, by: Client = office.manager) =>
    id(await by.post('/order/deduct/save', deduction(orderId, amount)));

  it('go from the counter to the channel and onto the bill, and the books agree', async () => {
    const orderId = await order(2);
    const one = await submitted(orderId, 750);
    expect(await rows('deduction', `id = ${one}`)).toMatchObject([{ status: 1, amount: 75_000 }]);
    accepted(
      await office.manager.post('/order/deduct/save', { ...deduction(orderId, 800), id: one, remark: 'left door' }),
    );
    const before = (await rows('outbox', `topic = 'deduction'`)).length;
    expect((await office.finance.post('/order/deduct/review', { id: one })).message).toBe('Reviewed successfully');
    const sent = await rows('outbox', `topic = 'deduction'`);
    expect(sent.length - before).toBe(1);
    expect(sent.at(-1)).toMatchObject({ channel: 'channel', payload: { deductionId: one, amount: 800 } });
    accepted(await office.finance.post('/order/deduct/result', { id: one, success: 0, failReason: 'card refused' }));
    accepted(await office.finance.post('/order/deduct/retry', { id: one }));
    const done = { id: one, success: 1, transactionNo: 'D-1' };
    accepted(await office.finance.post('/order/deduct/result', done));
    accepted(await office.finance.post('/order/deduct/result', done));
    const after = await info(orderId);
    expect(after).toMatchObject({ total: 4750, payable: 4750, paid: 4750, due: 0, deductions: [{ status: 3 }] });
    expect(after.fees.filter((each: { source: string }) => each.source === 'deduction')).toMatchObject([
      { item: 'additional', amount: 800 },
    ]);
    expect(after.payments.filter((each: { deductionId: number | null }) => each.deductionId === one)).toMatchObject([
      { type: 1, amount: 800, transactionNo: 'D-1' },
    ]);
    expect(after.ledger.at(-1)).toMatchObject({ paid: 4750, deducted: 800, held: 3950, earned: 0 });
  });

  it('need a deposit-free order that has begun, and stay within what was waived, to the satang', async () => {
    const paidDeposit = await order(2, { depositType: 1 });
    expect((await office.manager.post('/order/deduct/save', deduction(paidDeposit, 1))).message).toContain(
      'waived deposit',
    );
    const waiting = await order(1);
    expect((await office.manager.post('/order/deduct/save', deduction(waiting, 1))).message).toContain('after pickup');
    const orderId = await order(3);
    const first = await submitted(orderId, 3000);
    expect((await office.manager.post('/order/deduct/save', deduction(orderId, 5000.01))).errors['amount']).toContain(
      'THB 5,000.00',
    );
    await submitted(orderId, 5000);
    expect((await office.manager.post('/order/deduct/save', deduction(orderId, 0.01))).statusCode).toBe(400);
    const larger = await office.manager.post('/order/deduct/save', { id: first, amount: 3000.01 });
    expect(larger.errors['amount']).toContain('THB 3,000.00');
  });

  it('are read before their order is: what is no amount is refused as such, whatever order is named', async () => {
    for (const orderId of [99_999_999, await order(1)]) {
      const { errors, statusCode } = await office.manager.post('/order/deduct/save', {
        ...deduction(orderId, 1),
        amount: 'many',
        type: 'wide',
      });
      expect(statusCode).toBe(400);
      expect(Object.keys(errors).toSorted()).toEqual(['amount', 'type']);
    }
  });

  it('are reviewed and carried out by another person; a reason takes them back until they are final', async () => {
    const orderId = await order(3);
    const own = await submitted(orderId, 100, office.ops);
    expect((await office.ops.post('/order/deduct/review', { id: own })).message).toContain('Whoever submitted');
    accepted(await office.finance.post('/order/deduct/review', { id: own }));
    expect((await office.ops.post('/order/deduct/result', { id: own, success: 1 })).message).toContain(
      'Whoever submitted',
    );
    expect(
      (await office.finance.post('/order/deduct/revoke', { id: own, reason: ' ' })).errors['reason'],
    ).toBeDefined();
    accepted(await office.finance.post('/order/deduct/revoke', { id: own, reason: 'found the key' }));
    expect(await rows('deduction', `id = ${own}`)).toMatchObject([{ status: 4, revokeReason: 'found the key' }]);
    const masters = await submitted(orderId, 100, office.admin);
    accepted(await office.admin.post('/order/deduct/review', { id: masters }));
    accepted(await office.admin.post('/order/deduct/result', { id: masters, success: 1 }));
  });

  it('are found by keyword, state, type, store and time, and by nobody out of scope', async () => {
    const orderId = await order(2);
    const one = await submitted(orderId, 12.5);
    const { orderNo } = await info(orderId);
    const found = async (query: Record<string, string | number | undefined>) =>
      accepted(
        await office.manager.get<PageOf<Deduction>>('/order/deduct/list', { pageSize: 100, ...query }),
      ).data.list.map((each) => each.id);
    const day = { timeStart: '2027-03-01 00:00:00', timeEnd: '2027-03-01 23:59:59' };
    for (const query of [{ keyword: orderNo }, { status: 1 }, { type: 1 }, { storeId: 1 }, day])
      expect(await found(query)).toContain(one);
    for (const query of [
      { keyword: 'nobody' },
      { status: 4 },
      { type: 3 },
      { storeId: 3 },
      { timeStart: '2027-03-05 00:00:00' },
    ])
      expect(await found(query)).not.toContain(one);
    expect(accepted(await office.manager.get(`/order/deduct/info/${one}`)).data).toMatchObject({
      renterName: '张三丰',
      amount: 12.5,
      submitter: 'storeManager',
    });
  });
});

describe('payments', () => {
  it('sent twice with one key are one record', async () => {
    const orderId = await book(office.manager);
    const body = { orderId, amount: 100, method: 5 };
    const key = { 'idempotency-key': `pay-${orderId}` };
    const answers = [
      await office.manager.post('/order/payment/save', body, key),
      await office.manager.post('/order/payment/save', body, key),
    ];
    expect(answers[0]!.data).toEqual(answers[1]!.data);
    expect(await rows('payment', `"orderId" = ${orderId}`)).toHaveLength(1);
  });

  it('name a transaction once a method, need a yes above what is due, go thirty days back, and know their fee item', async () => {
    office.app.at('2027-02-28 12:00');
    const orderId = await book(office.manager, { depositType: 1 });
    const pay = (changes: Record<string, unknown>) =>
      office.manager.post('/order/payment/save', { orderId, amount: 10, method: 1, ...changes });
    const all = { payerAccount: 'Zhang 1234', feeItem: 'rental', remark: 'at the counter' };
    const first = id((await pay({ transactionNo: 'T-1', ...all })) as Answer<{ id: number }>);
    expect((await office.manager.get(`/order/payments/${orderId}`)).data).toMatchObject([
      { id: first, type: 1, amount: 10, method: 1, transactionNo: 'T-1', operator: 'storeManager', ...all },
    ]);
    expect((await pay({ transactionNo: 'T-1' })).errors['transactionNo']).toContain('already been recorded');
    accepted(await pay({ transactionNo: 'T-1', method: 2 }));
    expect((await pay({ amount: 11_930.01 })).errors['amount']).toContain('THB 11,930.00');
    accepted(await pay({ amount: 5000, feeItem: 'orderDeposit', time: '2027-01-29 12:01:00' }));
    expect((await pay({ time: '2027-01-28 11:00:00' })).errors['time']).toContain('30 days');
    expect((await pay({ time: '2027-02-28 13:00:00' })).errors['time']).toBeDefined();
    accepted(await pay({ amount: 6930.01, confirmed: 1 }));
    const { deposits } = await info(orderId);
    expect(deposits).toMatchObject({ orderDeposit: { amount: 5000, held: 5000 }, violationDeposit: { held: 3000 } });
  });
});

it('after all of that the books agree and every hold is where it belongs', async () => {
  await expectSoundMoney(office.app.db);
  expect(await brokenHolds(office.app.db)).toEqual([]);
});
