import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './app.ts';
import { expectSoundMoney } from './orderInvariants.ts';
import { accepted, addCars, book, orderIn, startRentalApp, type RentalApp } from './rental.ts';
import { upload } from './upload.ts';

/** Every field of a refund and a deduction as it is typed, kept and shown; what the server sets is set by nobody else. */
let app: RentalApp;
let asker: Client;
let finance: Client;
let cars: number[];
beforeAll(async () => {
  app = await startRentalApp();
  [asker, finance] = [await app.as('storeManager'), await app.as('finance')];
  cars = [...(await addCars(app, 10))];
});
afterAll(async () => {
  await expectSoundMoney(app.db);
  await app.close();
});

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string;
const saved = async (path: string, body: object): Promise<number> =>
  accepted(await asker.post<{ id: number }>(path, body)).data.id;
const read = async (path: string) => accepted(await asker.get<Record<string, unknown>>(path)).data;
const returned = () => orderIn(app, asker, 3, cars.pop()!);

describe('a refund', () => {
  const form = { feeItem: 'rental', amount: 1234.5, method: 2, payeeAccount: 'Zhang 12-34', reason: 'two hours', remark: 'by phone', confirmed: 1, methodReason: 'no cash at hand' }; // prettier-ignore
  const path = '/order/refund';

  it('shows what was typed with the name of its order, then who carried it out, when and by which transaction', async () => {
    const orderId = await returned();
    const { orderNo } = await read(`/order/info/${orderId}`);
    const id = await saved(`${path}/save`, { orderId, ...form });
    const asked = {
      id,
      orderId,
      orderNo,
      renterName: '张三丰',
      refundNo: expect.stringMatching(/^F\d{11}$/) as string,
    };
    expect(await read(`${path}/info/${id}`)).toMatchObject({ ...asked, ...form, status: 0, applyTime: TIME, finishTime: '', operator: '', transactionNo: '', failReason: '' }); // prettier-ignore
    accepted(await finance.post(`${path}/result`, { id, success: 0, failReason: 'account closed' }));
    expect(await read(`${path}/info/${id}`)).toMatchObject({ status: -1, failReason: 'account closed' });
    accepted(await finance.post(`${path}/retry`, { id }));
    accepted(await finance.post(`${path}/result`, { id, success: 1, transactionNo: 'B-7' }));
    expect(await read(`${path}/info/${id}`)).toMatchObject({ ...asked, ...form, status: 1, finishTime: TIME, operator: 'finance', transactionNo: 'B-7' }); // prettier-ignore
  });

  it('takes codes of its tables and amounts of two decimals, and nothing that the server sets', async () => {
    const orderId = await returned();
    for (const [field, value] of [['amount', 1.234], ['amount', 0], ['amount', -1], ['amount', null], ['method', 8], ['method', null], ['feeItem', 'tip'], ['reason', ' '], ['refundNo', 'F1'], ['status', 1], ['transactionNo', 'X'], ['failReason', 'x'], ['applyTime', '2020-01-01 00:00:00'], ['finishTime', '2020-01-01 00:00:00'], ['operatorId', 1], ['requesterId', 1], ['id', 1]]) // prettier-ignore
      expect(Object.keys((await asker.post(`${path}/save`, { orderId, ...form, [field!]: value })).errors)).toEqual([field]); // prettier-ignore
    expect((await sql`select 1 from refund where "orderId" = ${orderId}`.execute(app.db)).rows).toEqual([]);
  });

  it('that failed is asked for again within what is still there; what is asked for is given back no other way (F4)', async () => {
    const orderId = await returned();
    const ask = (amount: number) => saved(`${path}/save`, { orderId, ...form, amount });
    const failed = await ask(3950);
    accepted(await finance.post(`${path}/result`, { id: failed, success: 0, failReason: 'closed' }));
    await ask(3000);
    const again = await finance.post(`${path}/retry`, { id: failed });
    expect(again.errors).toEqual({ amount: 'At most THB 950.00 can be refunded' });
    expect(await read(`${path}/info/${failed}`)).toMatchObject({ status: -1, failReason: 'closed' });
    const back = (amount: number) =>
      asker.post('/order/payment/save', {
        orderId,
        type: 2,
        amount,
        method: 5,
        remark: 'by hand',
        confirmed: 1,
        methodReason: 'x',
      });
    expect((await back(950.01)).errors).toHaveProperty('amount');
    accepted(await finance.post(`${path}/retry`, { id: failed, amount: 950 }));
    expect((await back(0.01)).errors).toHaveProperty('amount');
    expect(await read(`${path}/info/${failed}`)).toMatchObject({ status: 0, amount: 950, failReason: '' });
  });

  it('is found on its day and on no other', async () => {
    const id = await saved(`${path}/save`, { orderId: await returned(), ...form });
    const on = async (day: string) =>
      (await read(`${path}/list?pageSize=100&timeStart=${day}%2000:00:00&timeEnd=${day}%2023:59:59`))['list'];
    expect(await on('2027-03-04')).toContainEqual(expect.objectContaining({ id }));
    expect(await on('2027-03-05')).toEqual([]);
  });
});

describe('a deduction', () => {
  const form = { type: 2, amount: 1234.5, reason: 'red light', remark: 'paid by us' };
  const path = '/order/deduct';

  it('shows what was typed with the name of its order and its evidence, then who reviewed it, when and by which transaction', async () => {
    const orderId = await returned();
    const { orderNo } = await read(`/order/info/${orderId}`);
    const images = [await upload(asker), await upload(asker)];
    const id = await saved(`${path}/save`, { orderId, ...form, images });
    const sent = { id, orderId, orderNo, renterName: '张三丰', deductNo: expect.stringMatching(/^D\d{11}$/) as string };
    const first = await read(`${path}/info/${id}`);
    expect(first).toMatchObject({ ...sent, ...form, status: 1, submitTime: TIME, submitter: 'storeManager', finishTime: '', operator: '', transactionNo: '', failReason: '' }); // prettier-ignore
    expect(first['images']).toEqual(images);
    accepted(await finance.post(`${path}/review`, { id }));
    accepted(await finance.post(`${path}/result`, { id, success: 0, failReason: 'card refused' }));
    expect(await read(`${path}/info/${id}`)).toMatchObject({ status: -1, failReason: 'card refused', finishTime: TIME, operator: 'finance' }); // prettier-ignore
    accepted(await finance.post(`${path}/retry`, { id }));
    // What failed the last time is said in the log; a deduction under way has not failed.
    expect(await read(`${path}/info/${id}`)).toMatchObject({ status: 2, failReason: '', finishTime: '' });
    accepted(await finance.post(`${path}/result`, { id, success: 1, transactionNo: 'D-7' }));
    expect(await read(`${path}/info/${id}`)).toMatchObject({ ...sent, ...form, status: 3, transactionNo: 'D-7', finishTime: TIME }); // prettier-ignore
    // The car does not go out again under a bill that was taken from the deposit (O12).
    const undone = await asker.post('/order/rejectreturn', { id: orderId, reason: 'wrong car' });
    expect(undone.message).toContain('already been carried out');
  });

  it('takes codes of its tables and amounts of two decimals, and nothing that the server sets, new or corrected', async () => {
    const orderId = await returned();
    const id = await saved(`${path}/save`, { orderId, ...form });
    for (const [field, value] of [
      ['amount', 1.234],
      ['amount', 0],
      ['amount', -1],
      ['amount', null],
      ['type', 4],
      ['type', null],
      ['reason', ''],
      ['deductNo', 'D1'],
      ['status', 3],
      ['transactionNo', 'X'],
      ['failReason', 'x'],
      ['submitTime', '2020-01-01 00:00:00'],
      ['finishTime', '2020-01-01 00:00:00'],
      ['operatorId', 1],
      ['submitterId', 1],
    ])
      // prettier-ignore
      for (const body of [{ orderId, ...form }, { id }])
        expect(Object.keys((await asker.post(`${path}/save`, { ...body, [field!]: value })).errors)).toEqual([field]);
    expect(await read(`${path}/info/${id}`)).toMatchObject({ ...form, status: 1 });
  });
});

it('a deduction whose fields are of another kind is told so before its order is looked at', async () => {
  const typed = { type: 'dent', amount: 'much', reason: 7 };
  const cancelled = await book(asker);
  accepted(await asker.post('/order/cancel', { id: cancelled, reason: 'ill' }));
  for (const orderId of [999_999, cancelled]) {
    const { errors } = await asker.post('/order/deduct/save', { orderId, ...typed });
    expect(Object.keys(errors).sort()).toEqual(['amount', 'reason', 'type']);
  }
});

it('a deduction stays with the order that it was submitted for', async () => {
  const [orderId, other] = [await returned(), await returned()];
  const id = await saved('/order/deduct/save', { orderId, type: 1, amount: 10, reason: 'a dent' });
  expect((await asker.post('/order/deduct/save', { id, orderId: other })).errors).toHaveProperty('orderId');
  expect(await read(`/order/deduct/info/${id}`)).toMatchObject({ orderId });
});

it('a deduction that failed is tried again within what is still waived (S6)', async () => {
  const orderId = await returned();
  const submit = (amount: number) => saved('/order/deduct/save', { orderId, type: 1, amount, reason: 'a dent' });
  const failed = await submit(8000);
  accepted(await finance.post('/order/deduct/review', { id: failed }));
  accepted(await finance.post('/order/deduct/result', { id: failed, success: 0, failReason: 'refused' }));
  await submit(0.01);
  expect((await finance.post('/order/deduct/retry', { id: failed })).errors['amount']).toContain('THB 7,999.99');
  expect(await read(`/order/deduct/info/${failed}`)).toMatchObject({ status: -1, failReason: 'refused' });
});

it('who changes what is to be paid has asked for it: another person carries it out, of a typing error nobody takes over', async () => {
  const orderId = await returned();
  const refused = 'Whoever';
  const deduct = async (change: object) => {
    const id = await saved('/order/deduct/save', { orderId, type: 1, amount: 10, reason: 'a dent' });
    accepted(await finance.post('/order/deduct/save', { id, ...change }));
    return (await finance.post('/order/deduct/review', { id })).message;
  };
  expect(await deduct({ amount: 7000 })).toContain(refused);
  expect(await deduct({ amount: 10, remark: 'left door' })).toBe('Reviewed successfully');

  const refund = async (change: object) => {
    const form = {
      orderId,
      feeItem: 'total',
      amount: 1,
      method: 5,
      reason: 'goodwill',
      payeeAccount: 'A-1',
      ...{ confirmed: 1, methodReason: 'no cash at hand' },
    };
    const id = await saved('/order/refund/save', form);
    accepted(await finance.post('/order/refund/result', { id, success: 0, failReason: 'closed' }));
    accepted(await finance.post('/order/refund/retry', { id, ...change }));
    return (await finance.post('/order/refund/result', { id, success: 1 })).message;
  };
  for (const change of [{ amount: 2 }, { method: 2 }, { payeeAccount: 'B-2' }])
    expect(await refund(change)).toContain(refused);
  for (const same of [{}, { amount: 1, method: 5, payeeAccount: 'A-1' }])
    expect(await refund(same)).toBe('Updated successfully');
});

describe('a payment that is sent twice at the same moment', () => {
  const send = async (count: number, body: object, headers: (n: number) => Record<string, string>) => {
    const orderId = await book(asker);
    const payment = { orderId, amount: 100, method: 5, ...body };
    const answers = await Promise.all(
      Array.from({ length: count }, (_, n) => asker.post('/order/payment/save', payment, headers(n))),
    );
    const { rows } = await sql`select id from payment where "orderId" = ${orderId}`.execute(app.db);
    expect(await read(`/order/info/${orderId}`)).toMatchObject({ paid: 100 });
    return { answers, rows };
  };

  it('with one key is one record, and nobody is told of another', async () => {
    const { answers, rows } = await send(8, {}, () => ({ 'idempotency-key': 'pressed-twice' }));
    expect(rows).toHaveLength(1);
    const told = new Set(
      answers.filter(({ statusCode }) => statusCode === 200).map(({ data }) => JSON.stringify(data)),
    );
    expect([...told]).toEqual([JSON.stringify(rows[0])]);
  });

  it('with one transaction number is one record, also by two people', async () => {
    const { answers, rows } = await send(8, { transactionNo: 'WX-1', method: 2 }, (n) => ({
      'idempotency-key': `p${n}`,
    }));
    expect(rows).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ errors }) => errors['transactionNo'])).toHaveLength(7);
  });
});
