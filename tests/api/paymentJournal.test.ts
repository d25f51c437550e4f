import { readSheet } from 'read-excel-file/node';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Payment } from '../../schemas/types.generated.ts';
import { openMoneyDesk } from './moneyDesk.ts';
import { accepted, book, RENTAL } from './rental.ts';
import type { PageOf } from './rentalAnswers.ts';
import type { Client } from './app.ts';

const office = openMoneyDesk();
const LIST = '/order/payment/list';
const days = { plannedPickupTime: '2027-06-11 10:00:00', plannedReturnTime: '2027-06-13 10:00:00' };
let ids: readonly [cash: number, late: number, out: number, north: number];
let orderNo: string;
let orderId: number;

const found = async (client: Client, query: Record<string, unknown>): Promise<readonly number[]> =>
  accepted(await client.get<PageOf<Payment>>(LIST, { pageSize: 100, ...query })).data.list.map(({ id }) => id);

beforeAll(async () => {
  office.app.at('2027-06-10 12:00');
  orderId = await book(office.manager, days);
  const pay = async (body: Record<string, unknown>): Promise<number> =>
    office.id(await office.clerk.post('/order/payment/save', { orderId, ...body }));
  const cash = await pay({ amount: 500.25, method: 5 });
  const late = await pay({ amount: 70, method: 1, transactionNo: 'WIRE-77', time: '2027-06-08 09:00:00' });
  const refundId = office.id(await office.clerk.post('/order/refund/save', office.refund(orderId, 50.5)));
  accepted(await office.finance.post('/order/refund/result', { id: refundId, success: 1 }));
  const [out] = await office.rows('payment', `"refundId" = ${refundId}`);
  const elsewhere = await book(office.manager, {
    ...days,
    pickupStoreId: RENTAL.chiangMai,
    returnStoreId: RENTAL.chiangMai,
  });
  const north = office.id(
    await office.manager.post('/order/payment/save', { orderId: elsewhere, amount: 33, method: 5 }),
  );
  ids = [cash, late, out!['id'] as number, north];
  ({ orderNo } = await office.info(orderId));
});

describe('the journal of payments', () => {
  it('is found by time paid, time entered, store, method, type, taker, amount and order', async () => {
    const [cash, late, out, north] = ids;
    const today = { timeStart: '2027-06-10 00:00:00', timeEnd: '2027-06-10 23:59:59' };
    const entered = { enteredStart: '2027-06-10 00:00:00', enteredEnd: '2027-06-10 23:59:59' };
    const taker = (await office.rows('user', `username = 'clerk'`))[0]!['id'];
    const questions: readonly (readonly [Record<string, unknown>, in_: readonly number[], not: readonly number[]])[] = [
      [today, [cash, out, north], [late]],
      [entered, [cash, late, out, north], []],
      [{ storeId: RENTAL.chiangMai }, [north], [cash, late, out]],
      [{ method: 5 }, [cash, out, north], [late]],
      [{ method: '1,5' }, [cash, late, out, north], []],
      [{ type: 2 }, [out], [cash, late, north]],
      [{ operatorId: taker }, [cash, late], [out, north]],
      [{ amountStart: 50, amountEnd: 70 }, [late, out], [cash, north]],
      [{ keyword: orderNo }, [cash, late, out], [north]],
      [{ keyword: 'WIRE-77' }, [late], [cash, out, north]],
    ];
    for (const [query, there, missing] of questions) {
      const list = await found(office.finance, query);
      expect([query, there.filter((id) => !list.includes(id)), missing.filter((id) => list.includes(id))]).toEqual([
        query,
        [],
        [],
      ]);
    }
  });

  it('says both times, names order and store, and writes money that went out below zero', async () => {
    const { list } = accepted(await office.finance.get<PageOf<Payment>>(LIST, { orderId, pageSize: 100 })).data;
    expect(list.find(({ id }) => id === ids[1])).toMatchObject({
      time: '2027-06-08 09:00:00',
      createTime: expect.stringContaining(':'),
      orderNo,
      renterName: expect.any(String),
      signedAmount: 70,
      operator: 'clerk',
    });
    expect(list.find(({ id }) => id === ids[2])).toMatchObject({ amount: 50.5, signedAmount: -50.5 });
  });

  it('is exported in the language of the reader, and its column adds up', async () => {
    for (const [language, column] of [
      ['en-US', 'In or out'],
      ['zh-CN', '收支金额'],
      ['th-TH', 'รับหรือจ่าย'],
    ]) {
      const question = { orderId, format: 'xlsx' };
      const sheet = await office.finance.get('/order/payment/export', question, { 'accept-language': language! });
      const [head, ...lines] = await readSheet(sheet.bytes);
      const at = head!.indexOf(column!);
      expect(lines.map((line) => line[at] as number).toSorted((a, b) => a - b)).toEqual([-50.5, 70, 500.25]);
    }
    const plain = await office.finance.get('/order/payment/export', { orderId, format: 'csv' });
    expect(plain.text).toContain('WIRE-77');
  });

  it('adds up by method, store and taker, and leads to its rows', async () => {
    interface Figures {
      readonly sections: readonly { readonly widgets: readonly Widget[] }[];
    }
    interface Widget {
      readonly key: string;
      readonly figures: readonly { readonly key: string; readonly total: number; readonly list?: { readonly filter: Record<string, string> } }[]; // prettier-ignore
    }
    const period = { dateStart: '2027-06-08', dateEnd: '2027-06-10' };
    const { sections } = accepted(await office.finance.get<Figures>('/dashboard/payments', period)).data;
    const widgets = sections.flatMap((section) => section.widgets);
    const figure = (key: string) => widgets.find((widget) => widget.key === key)!.figures[0]!;
    expect(figure('in').total - figure('out').total).toBeCloseTo(figure('net').total, 2);
    const rows = await found(office.finance, figure('records').list!.filter);
    expect(rows).toHaveLength(figure('records').total);
    expect(rows).toEqual(expect.arrayContaining([...ids]));
  });

  it('is written by nobody, and read by whoever has the key, in the stores that he sees', async () => {
    expect((await office.admin.post('/resources/payment/save', { id: ids[0], amount: 1 })).http).toBe(404);
    expect((await (await office.app.as('delivery')).get(LIST)).http).toBe(403);
    expect((await office.clerk.get('/order/payment/export')).http).toBe(403);
  });
});
