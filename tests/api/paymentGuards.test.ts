import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './app.ts';
import { expectSoundMoney } from './orderInvariants.ts';
import { accepted, addCars, book, errorOf, startRentalApp, type RentalApp } from './rental.ts';

let app: RentalApp;
let manager: Client;
let clerk: Client;
beforeAll(async () => {
  app = await startRentalApp();
  [manager, clerk] = await Promise.all([app.as('storeManager'), app.as('clerk')]);
  // Orders without a plate must not run out of cars while other things are tested.
  await addCars(app, 60);
});
afterAll(() => app.close());

describe('money', () => {
  it('payments need amount and method, are positive, of two decimals, not above what is due unless confirmed, not old, not in the future', async () => {
    app.at('2027-02-28 12:00');
    const id = await book(clerk);
    const pay = (changes: Record<string, unknown>) =>
      clerk.post('/order/payment/save', { orderId: id, amount: 100, method: 5, ...changes });
    expect(Object.keys((await pay({ amount: null })).errors)).toEqual(['amount']);
    expect(Object.keys((await pay({ method: null })).errors)).toEqual(['method']);
    for (const amount of [0, -1, 1.234]) expect((await pay({ amount })).errors).toHaveProperty('amount');
    expect((await pay({ amount: 1.234 })).errors['amount']).toBe('An amount with at most two decimals');
    expect(errorOf(await pay({ amount: 3951 }))).toContain('please confirm');
    expect(errorOf(await pay({ time: '2027-02-28 12:05:00' }))).toContain('future');
    expect(errorOf(await pay({ time: '2027-01-20 12:00:00' }))).toContain('30 days');
    expect(errorOf(await pay({ id: 3 }))).toContain('Unknown field');
    accepted(await pay({ amount: 3951, confirmed: 1 }));
    expect(accepted(await clerk.get(`/order/info/${id}`)).data).toMatchObject({ paid: 3951, due: 0, payStatus: 1 });
    await expectSoundMoney(app.db);
  });

  it('what is paid in several ways is recorded together, a record a line, or not at all', async () => {
    app.at('2027-02-28 12:00');
    const id = await book(clerk);
    const pay = (lines: unknown, changes: Record<string, unknown> = {}) =>
      clerk.post('/order/payment/save', { orderId: id, lines, ...changes });
    const [cash, card] = [
      { amount: 3000, method: 5 },
      { amount: 950, method: 6, transactionNo: 'CARD-1', payerAccount: '4242' },
    ];
    expect(Object.keys((await pay([cash, { ...card, amount: 0 }])).errors).join()).toMatch(/lines/);
    expect((await pay([cash, { amount: 950 }])).statusCode).toBe(400);
    expect((await pay([])).statusCode).toBe(400);
    // The sum is what counts, and is said at the last line.
    expect((await pay([cash, { ...card, amount: 951 }])).errors).toEqual({
      'lines.1.amount': expect.stringContaining('please confirm'),
    });
    // The second line has a number that is recorded already: the first is not recorded either.
    accepted(await clerk.post('/order/payment/save', { orderId: await book(clerk), ...card }));
    expect((await pay([cash, card])).statusCode).toBe(400);
    const records = async () => accepted(await clerk.get<Record<string, unknown>[]>(`/order/payments/${id}`)).data;
    expect(await records()).toEqual([]);

    accepted(await pay([cash, { ...card, transactionNo: 'CARD-2' }], { feeItem: 'total', remark: 'two ways' }));
    expect(await records()).toMatchObject([
      { ...cash, type: 1, remark: 'two ways' },
      { ...card, transactionNo: 'CARD-2', type: 1, remark: 'two ways' },
    ]);
    expect(accepted(await clerk.get(`/order/info/${id}`)).data).toMatchObject({ paid: 3950, due: 0, payStatus: 1 });
    expect((await pay([{ amount: 1950, method: 5 }, { amount: 2001, method: 6 }], { type: 2, remark: 'wrong', confirmed: 1 })).errors).toEqual({ 'lines.1.amount': expect.stringContaining('can be refunded') }); // prettier-ignore
    await expectSoundMoney(app.db);
  });

  it('what goes back by hand is asked for as a refund, within its limits, and another person carries it out', async () => {
    app.at('2027-02-28 12:00');
    const id = await book(clerk);
    accepted(await clerk.post('/order/payment/save', { orderId: id, amount: 100, method: 5 }));
    const back = (changes: Record<string, unknown>, by = clerk) =>
      by.post<{ id: number | null; refundId: number | null }>('/order/payment/save', {
        ...{ orderId: id, type: 2, amount: 60, method: 5, remark: 'typing error', confirmed: 1 },
        ...changes,
      });
    const records = async () => accepted(await clerk.get<Record<string, unknown>[]>(`/order/payments/${id}`)).data;
    expect((await back({ remark: ' ' })).errors).toEqual({ remark: 'Required' });
    expect((await back({ confirmed: 0 })).errors['amount']).toContain('Only THB 0.00 was paid beyond the charges');
    expect((await back({ amount: 100.01 })).errors['amount']).toBe('At most THB 100.00 can be refunded');
    expect((await back({ method: 1 })).errors['methodReason']).toContain('Only THB 0.00 came in by this method');
    const asked = accepted(await back({})).data;
    expect(asked).toEqual({ id: null, refundId: expect.any(Number) as number });
    // Nothing has gone out, and what is asked back cannot be asked back twice.
    expect(await records()).toMatchObject([{ type: 1, amount: 100 }]);
    expect((await back({})).errors['amount']).toBe('At most THB 40.00 can be refunded');
    const result = { id: asked.refundId, success: 1 };
    expect((await clerk.post('/order/refund/result', result)).http).toBe(403);
    accepted(await (await app.as('finance')).post('/order/refund/result', result));
    // Nor does whoever may carry refunds out pay what he or she has asked for by this door.
    const ops = await app.as('ops');
    const own = { id: accepted(await back({ amount: 1 }, ops)).data.refundId, success: 1 };
    expect(errorOf(await ops.post('/order/refund/result', own))).toContain('Whoever requested a refund');
    accepted(await ops.post('/order/refund/result', { ...own, success: 0, failReason: 'typing error' }));
    const who = await app.as('admin');
    expect(accepted(await back({ amount: 40 }, who)).data.id).toEqual(expect.any(Number));
    expect(await records()).toMatchObject([
      { type: 1, amount: 100, operator: 'clerk' },
      { type: 2, amount: 60, operator: 'finance', refundId: asked.refundId },
      { type: 2, amount: 40, operator: 'Administrator' },
    ]);
    await expectSoundMoney(app.db);
  });

  it('a transaction number is recorded once a method', async () => {
    const id = await book(clerk);
    const pay = (method: number) =>
      clerk.post('/order/payment/save', { orderId: id, amount: 1, method, transactionNo: 'TX-1' });
    accepted(await pay(1));
    expect(errorOf(await pay(1))).toContain('already been recorded');
    accepted(await pay(2));
    await expectSoundMoney(app.db);
  });

  it('additional fees move the total, reductions stop at nothing, manual lines can be voided by who may', async () => {
    const id = await book(clerk);
    const fee = (changes: Record<string, unknown>) =>
      clerk.post<{ id: number }>('/order/additionalfee', {
        orderId: id,
        type: 1,
        amount: 250,
        remark: 'child seat',
        ...changes,
      });
    const total = async () => accepted(await clerk.get(`/order/info/${id}`)).data['total'];
    expect((await fee({ remark: '' })).errors).toEqual({ remark: 'Required' });
    expect((await fee({ amount: 0 })).errors).toHaveProperty('amount');
    const added = accepted(await fee({})).data.id;
    expect(await total()).toBe(4200);
    accepted(await fee({ type: 2, amount: 100 }));
    expect(await total()).toBe(4100);
    expect(errorOf(await fee({ type: 2, amount: 4100.01 }))).toContain('reduction');
    expect((await clerk.delete(`/order/additionalfee/delete/${added}`)).http).toBe(403);
    accepted(await manager.delete(`/order/additionalfee/delete/${added}`));
    expect(await total()).toBe(3850);
    expect(errorOf(await manager.delete(`/order/additionalfee/delete/${added}`))).toContain('already');
    const lines = accepted(await clerk.get<{ id: number; item: string; voided: number }[]>(`/order/fees/${id}`)).data;
    const rental = lines.find((line) => line.item === 'rental')!;
    expect(errorOf(await manager.delete(`/order/additionalfee/delete/${rental.id}`))).toContain('by hand');
    expect(lines.find((line) => line.id === added)).toMatchObject({ voided: 1 });
    await expectSoundMoney(app.db);
  });

  it('the same call with the same key is carried out once', async () => {
    const id = await book(clerk);
    const pay = () =>
      clerk.post('/order/payment/save', { orderId: id, amount: 10, method: 5 }, { 'idempotency-key': `pay-${id}` });
    expect((await pay()).data).toEqual((await pay()).data);
    expect(accepted(await clerk.get(`/order/info/${id}`)).data['paid']).toBe(10);
  });
});
