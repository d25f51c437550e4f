import { sql } from 'kysely';
import { readSheet } from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import type { Refund } from '../../schemas/types.generated.ts';
import type { Answer, Client } from './app.ts';
import { openMoneyDesk } from './moneyDesk.ts';
import { brokenHolds, expectSoundMoney } from './orderInvariants.ts';
import { accepted, book } from './rental.ts';
import type { AnswerOf, PageOf } from './rentalAnswers.ts';

const office = openMoneyDesk();
const { order, id, rows, refund, info } = office;

describe('refunds', () => {
  it('follow their machine: asked for by one, failed with a reason, asked again, carried out by another, once', async () => {
    const orderId = await order(3);
    const asked = await office.clerk.post<{ id: number }>('/order/refund/save', refund(orderId, 1000));
    expect(asked.message).toBe('Refund request submitted');
    const refundId = id(asked);
    expect(
      (await office.finance.get<PageOf<Refund>>(`/order/refund/list`, { keyword: '', orderId })).data.list,
    ).toMatchObject([{ id: refundId, status: 0, amount: 1000, requester: 'clerk', feeItem: 'total' }]);
    expect(await info(orderId)).toMatchObject({ refundingMark: true, refunds: [{ status: 0, amount: 1000 }] });

    const noReason = await office.finance.post('/order/refund/result', { id: refundId, success: 0 });
    expect(noReason).toMatchObject({ statusCode: 400, errors: { failReason: 'Required' } });
    accepted(
      await office.finance.post('/order/refund/result', { id: refundId, success: 0, failReason: 'wrong account' }),
    );
    expect(await rows('refund', `id = ${refundId}`)).toMatchObject([{ status: -1, failReason: 'wrong account' }]);
    accepted(await office.finance.post('/order/refund/retry', { id: refundId, payeeAccount: '12-34' }));
    expect(await rows('refund', `id = ${refundId}`)).toMatchObject([
      { status: 0, payeeAccount: '12-34', failReason: null },
    ]);
    expect(await rows('recordChange', `entity = 'refund' and "recordId" = ${refundId}`)).toContainEqual(
      expect.objectContaining({ after: expect.objectContaining({ failReason: 'wrong account' }) }),
    );

    const done = { id: refundId, success: 1, transactionNo: 'BACK-1' };
    // The account is finance's word now: somebody else carries it out.
    expect((await office.finance.post('/order/refund/result', done)).message).toContain('does not carry it out');
    accepted(await office.ops.post('/order/refund/result', done));
    accepted(await office.ops.post('/order/refund/result', done));
    const other = await office.ops.post('/order/refund/result', { ...done, transactionNo: 'BACK-2' });
    expect(other.message).toBe('Operation failed: Not possible: the refund has been carried out');
    expect(await rows('payment', `"orderId" = ${orderId} and type = 2`)).toMatchObject([
      { amount: 100_000, method: 5, refundId, transactionNo: 'BACK-1' },
    ]);
    expect(await info(orderId)).toMatchObject({ paid: 2950, due: 1000, payStatus: 0, refundingMark: false });
  });

  it('are carried out by another person than the one who asked, unless he or she may do everything', async () => {
    const orderId = await order(3);
    const own = id(await office.ops.post('/order/refund/save', refund(orderId, 10)));
    const refused = await office.ops.post('/order/refund/result', { id: own, success: 1 });
    expect(refused.message).toBe('Operation failed: Whoever requested a refund does not carry it out. Ask a colleague');
    expect(await rows('payment', `"orderId" = ${orderId} and type = 2`)).toEqual([]);
    accepted(await office.finance.post('/order/refund/result', { id: own, success: 1 }));
    const masters = id(await office.admin.post('/order/refund/save', refund(orderId, 10)));
    accepted(await office.admin.post('/order/refund/result', { id: masters, success: 1 }));
  });

  it('are limited to the satang: of an order that is over by what is there, of an active one by deposits and surplus', async () => {
    const over = await order(3);
    const above = await office.clerk.post('/order/refund/save', refund(over, 3950.01));
    expect(above).toMatchObject({ statusCode: 400, errors: { amount: 'At most THB 3,950.00 can be refunded' } });
    id(await office.clerk.post('/order/refund/save', refund(over, 3950)));
    expect((await office.clerk.post('/order/refund/save', refund(over, 0.01))).statusCode).toBe(400);

    const active = await order(2, { depositType: 1 });
    expect(
      (await office.clerk.post('/order/refund/save', refund(active, 0.01, { confirmed: 0 }))).errors['amount'],
    ).toContain('THB 0.00');
    const item = { feeItem: 'orderDeposit' };
    expect((await office.clerk.post('/order/refund/save', refund(active, 5000.01, item))).errors['amount']).toContain(
      'THB 5,000.00',
    );
    id(await office.clerk.post('/order/refund/save', refund(active, 5000, item)));
    expect((await office.clerk.post('/order/refund/save', refund(active, 0.01, item))).statusCode).toBe(400);
  });

  it('of thirty-two who ask at once for 60 % of a payment, exactly one gets through', async () => {
    const orderId = await order(3);
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, index) =>
        (index % 2 === 0 ? office.clerk : office.manager).post('/order/refund/save', refund(orderId, 2370)),
      ),
    );
    expect(answers.filter((each) => each.statusCode === 200)).toHaveLength(1);
    expect(answers.filter((each) => each.statusCode === 400)).toHaveLength(31);
  });

  it('carried out by sixteen at once give the money back once', async () => {
    const orderId = await order(3);
    const refundId = id(await office.clerk.post('/order/refund/save', refund(orderId, 500)));
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => office.finance.post('/order/refund/result', { id: refundId, success: 1 })),
    );
    expect(answers.filter((each) => each.statusCode === 200)).toHaveLength(1);
    expect(await rows('payment', `"refundId" = ${refundId}`)).toHaveLength(1);
  });

  it('come from a cancellation by themselves, and settle its label', async () => {
    const orderId = await order(1);
    accepted(await office.manager.post('/order/cancel', { id: orderId, reason: 'ill' }));
    const [open] = await rows('refund', `"orderId" = ${orderId}`);
    expect(open).toMatchObject({ status: 0, amount: 287_000, reason: 'ill' });
    expect((await info(orderId)).listLabel).toBe('refunding');
    accepted(await office.finance.post('/order/refund/result', { id: open!['id'], success: 1 }));
    expect(await info(orderId)).toMatchObject({ listLabel: 'refunded', paid: 1080, due: 0 });
  });

  it('may be asked for in every state of an order (O19)', async () => {
    for (const status of [1, 2, 3] as const) {
      const orderId = await order(status);
      accepted(await office.manager.post('/order/payment/save', { orderId, amount: 9, method: 5, confirmed: 1 }));
      id(await office.clerk.post('/order/refund/save', refund(orderId, 9)));
      expect(await info(orderId)).toMatchObject({ status });
    }
    const cancelled = await order(1);
    accepted(await office.manager.post('/order/cancel', { id: cancelled, reason: 'ill' }));
    const [open] = await rows('refund', `"orderId" = ${cancelled}`);
    accepted(await office.finance.post('/order/refund/result', { id: open!['id'], success: 0, failReason: 'closed' }));
    expect((await info(cancelled)).listLabel).toBe('cancelled');
    id(await office.clerk.post('/order/refund/save', refund(cancelled, 2870)));
    expect((await info(cancelled)).listLabel).toBe('refunding');
  });

  it('are found by keyword, state, method, store and time', async () => {
    const orderId = await order(3);
    const one = id(
      await office.clerk.post('/order/refund/save', refund(orderId, 12.5, { method: 2, remark: 'asked by phone' })),
    );
    const { orderNo } = await info(orderId);
    const found = async (query: Record<string, string | number | undefined>) =>
      accepted(await office.clerk.get<PageOf<Refund>>('/order/refund/list', { pageSize: 100, ...query })).data.list.map(
        (each) => each.id,
      );
    const day = { timeStart: '2027-03-04 00:00:00', timeEnd: '2027-03-04 23:59:59' };
    for (const query of [{ keyword: orderNo }, { status: 0 }, { method: 2 }, { storeId: 1 }, day])
      expect(await found(query)).toContain(one);
    for (const query of [{ keyword: 'nobody' }, { status: 1 }, { method: 7 }, { storeId: 3 }])
      expect(await found(query)).not.toContain(one);
    expect(accepted(await office.finance.get(`/order/refund/info/${one}`)).data).toMatchObject({
      amount: 12.5,
      remark: 'asked by phone',
      applyTime: '2027-03-04 10:00:00',
      operator: '',
    });
  });

  it('of deposits are marked when they are due by the clock of the store', async () => {
    const orderId = await order(3, { depositType: 1 });
    const asked = async (feeItem: string, amount: number) =>
      id(await office.clerk.post('/order/refund/save', refund(orderId, amount, { feeItem })));
    const [first, second] = [await asked('orderDeposit', 5000), await asked('violationDeposit', 3000)];
    const marks = async () =>
      Promise.all(
        [first, second].map(async (one) => (await office.finance.get<Refund>(`/order/refund/info/${one}`)).data),
      );
    expect(await marks()).toMatchObject([
      { depositDue: 0, releaseDate: '2027-03-11' },
      { depositDue: 0, releaseDate: '2027-04-03' },
    ]);
    office.app.at('2027-03-11 00:00');
    expect(await marks()).toMatchObject([{ depositDue: 1 }, { depositDue: 0 }]);
    office.app.at('2027-04-04 10:00');
    expect(await marks()).toMatchObject([{ depositDue: 1 }, { depositDue: 1 }]);
    for (const one of [first, second])
      accepted(await office.finance.post('/order/refund/result', { id: one, success: 1 }));
    expect(await info(orderId)).toMatchObject({
      due: 0,
      payable: 3950,
      paid: 3950,
      payStatus: 1,
      deposits: { settled: true },
    });
    expect((await office.manager.post('/order/rejectreturn', { id: orderId, reason: 'x' })).message).toContain(
      'already been carried out',
    );
  });
});

describe('the day close', () => {
  it("adds up to the payment records of the store's own day, by method and by operator", async () => {
    office.app.at('2027-06-10 12:00');
    const orderId = await book(office.manager, {
      plannedPickupTime: '2027-06-11 10:00:00',
      plannedReturnTime: '2027-06-13 10:00:00',
    });
    const pay = (client: Client, amount: number, method: number, changes = {}) =>
      client.post('/order/payment/save', { orderId, amount, method, ...changes });
    accepted(await pay(office.manager, 500, 5));
    accepted(await pay(office.clerk, 100.25, 1));
    const wrong = await pay(office.clerk, 50.25, 5, { type: 2, remark: 'typed wrong', confirmed: 1 });
    const { refundId } = accepted(wrong as Answer<{ refundId: number }>).data;
    accepted(await office.ops.post('/order/refund/result', { id: refundId, success: 1 }));
    accepted(await pay(office.clerk, 7, 5, { time: '2027-06-09 23:59:59' }));
    accepted(await pay(office.clerk, 8, 5, { time: '2027-06-10 00:00:00' }));
    const north = { pickupStoreId: 3, returnStoreId: 3, plannedPickupTime: '2027-06-11 10:00:00', plannedReturnTime: '2027-06-13 10:00:00' }; // prettier-ignore
    const elsewhere = { orderId: await book(office.manager, north), amount: 77, method: 5 };
    accepted(await office.manager.post('/order/payment/save', elsewhere));
    const day = accepted(
      await office.clerk.get<AnswerOf<'GET /order/dayclose'>>('/order/dayclose', { storeId: 1, date: '2027-06-10' }),
    ).data;
    expect(day).toMatchObject({
      date: '2027-06-10',
      timeZone: 'Asia/Bangkok',
      total: { count: 4, in: 608.25, out: 50.25, net: 558 },
      methods: [
        { method: 1, count: 1, in: 100.25, out: 0 },
        { method: 5, count: 3, in: 508, out: 50.25, net: 457.75 },
      ],
      operators: [
        { operator: 'clerk', count: 2, net: 108.25, cash: 8 },
        { operator: 'ops', count: 1, net: -50.25 },
        { operator: 'storeManager', count: 1, in: 500 },
      ],
    });
    const { rows: sums } = await sql<{
      net: number;
    }>`select sum(case type when 1 then amount else -amount end)::int as net from payment
      join "order" o on o.id = "orderId" where o."pickupStoreId" = 1 and (time at time zone 'Asia/Bangkok')::date = '2027-06-10'`.execute(
      office.app.db,
    );
    expect(sums[0]!.net).toBe(55_800);
    const sheet = await office.finance.get('/order/dayclose/export', { storeId: 1, date: '2027-06-10' });
    expect(sheet.http).toBe(200);
    const [head, ...lines] = await readSheet(sheet.bytes);
    const amounts = lines.map((line) => line[head!.indexOf('Amount')] as number);
    expect(amounts.toSorted((a, b) => a - b)).toEqual([-50.25, 8, 100.25, 500]);
    // Whoever may close a day takes its sheet along.
    expect((await office.clerk.get('/order/dayclose/export', { storeId: 1 })).http).toBe(200);
    expect(
      (await office.clerk.get('/order/dayclose', { storeId: 1, date: '2027-13-01' })).errors['date'],
    ).toBeDefined();
  });
});

it('after all of that the books agree and every hold is where it belongs', async () => {
  await expectSoundMoney(office.app.db);
  expect(await brokenHolds(office.app.db)).toEqual([]);
});
